import * as vscode from 'vscode';
import { z } from 'zod';

import { isAddress } from '../src/base/address.ts';
import { namedFolders } from '../src/base/roots.ts';
import { leftOutSchema } from '../src/contract/left-out.ts';
import type { PanelState } from '../src/contract/panel.ts';
import type { AuditReport } from '../src/contract/report.ts';
import type { EngineClient } from '../src/engine/client.ts';
import type { FolderOptions, Where } from '../src/engine/protocol.ts';
import { Controller } from '../src/panel/controller.ts';
import { SessionController } from '../src/panel/session-controller.ts';
import type { ApiKeys } from './api-keys.ts';
import { readConfiguration } from './configuration.ts';
import type { Consent } from './consent.ts';
import { ContextKeys } from './context-keys.ts';
import { chosenFolder, folderOf, indexLocation, type OpenFolder, pathIn } from './folders.ts';
import { learnGitName } from './git-name.ts';

const folderKey = 'linchpin.folder';
const lastAuditKey = 'linchpin.lastAudit';
const leftOutKey = 'linchpin.leftOut';
const reviewKey = 'linchpin.lastReview';
/** The side bar is arranged for a review. */
const reviewingKey = 'reviewing';
const namesKey = 'linchpin.names';
const namesSchema = z.record(z.string(), z.string()).catch({});
const memorySchema = z.object({ sessionId: z.string(), checking: z.boolean() });
/** Paths of a group that are kept over a reload. */
const mostPathsKept = 100;

export interface SessionParts {
  readonly engine: EngineClient;
  readonly memento: vscode.Memento;
  readonly storage: vscode.Uri | undefined;
  readonly keys: ApiKeys;
  readonly consent: Consent;
}

/**
 * Binds a controller to the window: to its folder, its settings, its storage and its context keys. A window in which Linchpin was never
 * used stays asleep, and starts no engine, until a view or a command of ours is used.
 */
export class Session implements vscode.Disposable {
  readonly #parts: SessionParts;
  readonly #context = new ContextKeys();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #auditsChanged = new vscode.EventEmitter<void>();
  readonly #indexChanged = new vscode.EventEmitter<void>();
  readonly #reviewChanged = new vscode.EventEmitter<void>();
  readonly #foldersChanged = new vscode.EventEmitter<void>();
  #controller: Controller;
  #review: SessionController;
  /** The address of the controller's folder, and how many are open. */
  #folders = '';
  #awake = false;

  /** The panel's state has changed. */
  readonly onDidChange = this.#changed.event;
  /** Audits or decisions were added, or those of another folder are shown. */
  readonly onDidChangeAudits = this.#auditsChanged.event;
  /** There is another index than before. */
  readonly onDidChangeIndex = this.#indexChanged.event;
  /** The review session, its queue or its progress have changed. */
  readonly onDidChangeReview = this.#reviewChanged.event;
  /** Other folders are audited than before, and what is known of their index has been looked up. */
  readonly onDidChangeFolders = this.#foldersChanged.event;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#controller = this.#control();
    this.#review = this.#reviewing();
    this.#context.set(
      'reviewing',
      parts.memento.get<boolean>(reviewingKey) === true && parts.memento.get(this.#keyOf(reviewKey)) !== undefined,
    );
  }

  dispose(): void {
    this.#controller.dispose();
    this.#review.dispose();
    for (const emitter of [this.#changed, this.#auditsChanged, this.#indexChanged, this.#reviewChanged, this.#foldersChanged])
      emitter.dispose();
  }

  /** Of the folder that is audited now; another one after the user has chosen another folder. */
  get controller(): Controller {
    return this.#controller;
  }

  /** The fact-check review session of that folder. */
  get review(): SessionController {
    return this.#review;
  }

  get state(): PanelState {
    return this.#controller.state;
  }

  /** Of the audit that is shown, once it is done. */
  get report(): AuditReport | null {
    return this.#controller.report;
  }

  /** Arranges the side bar for a review, or as it is otherwise; kept over a reload. */
  arrange(reviewing: boolean): void {
    this.#context.set('reviewing', reviewing);
    void this.#parts.memento.update(reviewingKey, reviewing);
  }

  /** The name that a line of the Audits view was given. */
  nameOf(id: string): string | undefined {
    return this.#names()[id];
  }

  /** @param name empty: none any more */
  async rename(id: string, name: string): Promise<void> {
    const { [id]: _, ...others } = this.#names();
    await this.#parts.memento.update(this.#keyOf(namesKey), name === '' ? others : { ...others, [id]: name });
  }

  #names(): Readonly<Record<string, string>> {
    return namesSchema.parse(this.#parts.memento.get(this.#keyOf(namesKey)));
  }

  get awake(): boolean {
    return this.#awake;
  }

  get context(): ContextKeys {
    return this.#context;
  }

  /** The folder that keeps the records, and whose settings hold; where it is the only one, the one that is audited. */
  get folder(): vscode.WorkspaceFolder | undefined {
    return chosenFolder(localFolders(), this.#parts.memento.get<string>(folderKey));
  }

  get folders(): readonly vscode.WorkspaceFolder[] {
    return localFolders();
  }

  /** All folders that are audited together, each by its distinct name. */
  get #named(): readonly OpenFolder<vscode.Uri>[] {
    const { folders } = this;
    return namedFolders(folders.map(({ name, uri }) => ({ name, folder: uri.fsPath }))).map(({ name }, at) => ({
      name,
      uri: folders[at]?.uri ?? vscode.Uri.file('/'),
    }));
  }

  /** The path by which a document is known; null where it is in no folder of the workspace. */
  pathOf(uri: vscode.Uri): string | null {
    return pathIn(this.#named, uri);
  }

  /** Where the document of a path is; null where no folder has its name. */
  uriOf(path: string): vscode.Uri | null {
    const place = folderOf(this.#named, path);
    return place === null ? null : vscode.Uri.joinPath(place.uri, ...place.path.split('/'));
  }

  /** For the engine: the folder that keeps the records, and all of them where there are several. */
  get where(): Where | null {
    const { folder } = this;
    if (folder === undefined) return null;
    const named = this.#named;
    if (named.length === 1) return { folder: folder.uri.fsPath };
    return { folder: folder.uri.fsPath, folders: named.map(({ name, uri }) => ({ name, folder: uri.fsPath })) };
  }

  /** Wakes where this folder was used before: it has audits, or an index. */
  async start(): Promise<void> {
    const { folder } = this;
    if (folder === undefined) return;
    const index = this.indexLocation(folder);
    const traces = [vscode.Uri.joinPath(folder.uri, '.linchpin'), ...(isAddress(index) ? [] : [vscode.Uri.file(index)])];
    const used = await Promise.all(traces.map((trace) => exists(trace)));
    // A shared index was set by somebody who means to use it.
    if (isAddress(index) || used.includes(true)) await this.wake();
  }

  /** From now on the engine may be asked. */
  async wake(): Promise<void> {
    if (this.#awake) return;
    this.#awake = true;
    await this.#begin();
  }

  async chooseFolder(folder: vscode.WorkspaceFolder): Promise<void> {
    await this.#parts.memento.update(folderKey, folder.uri.toString());
    await this.foldersChanged();
  }

  /** Takes up another folder where the one that was audited is not the one any more. */
  async foldersChanged(): Promise<void> {
    if (this.#folders === this.#identity()) return;
    this.#controller.dispose();
    this.#review.dispose();
    this.#controller = this.#control();
    this.#review = this.#reviewing();
    this.#changed.fire();
    this.#indexChanged.fire();
    this.#reviewChanged.fire();
    if (!this.#awake) return;
    await this.#begin();
    this.#foldersChanged.fire();
  }

  /** Documents were marked: lists, hovers and what is shown look again. */
  marked(): void {
    this.#indexChanged.fire();
    this.#auditsChanged.fire();
    void this.#controller.refreshRoles();
    void this.#review.refresh();
  }

  /** Settings, keys, models or trust have changed. */
  async refreshStatus(): Promise<void> {
    if (this.#awake) await this.#controller.refreshStatus();
  }

  async #begin(): Promise<void> {
    const { folder } = this;
    // A folder that is not trusted has no say in who the user is.
    if (folder !== undefined && vscode.workspace.isTrusted) await learnGitName(folder.uri.fsPath);
    this.#auditsChanged.fire();
    await this.#controller.start(this.#parts.memento.get<string>(this.#keyOf(lastAuditKey)));
    const memory = memorySchema.safeParse(this.#parts.memento.get(this.#keyOf(reviewKey)));
    if (memory.success) await this.#review.start(memory.data);
  }

  #reviewing(): SessionController {
    const { folder } = this;
    const key = this.#keyOf(reviewKey);
    let kept = '';
    return new SessionController(this.#parts.engine, {
      where: this.where,
      reviewer: () => readConfiguration(folder?.uri).reviewer,
      options: () => this.#options(folder),
      consent: (roles) => this.#parts.consent.given(() => readConfiguration(folder?.uri), roles),
      remember: (memory) => {
        const now = JSON.stringify(memory ?? null);
        if (now === kept) return;
        kept = now;
        void this.#parts.memento.update(key, memory);
        if (memory === undefined) this.arrange(false);
      },
      changed: () => {
        this.#reviewChanged.fire();
      },
    });
  }

  #control(): Controller {
    const { folder } = this;
    this.#folders = this.#identity();
    const lastAudit = this.#keyOf(lastAuditKey);
    const leftOut = this.#keyOf(leftOutKey);
    const kept = leftOutSchema.array().safeParse(this.#parts.memento.get(leftOut));
    return new Controller(this.#parts.engine, {
      folder: folder === undefined ? null : { name: this.folders.map(({ name }) => name).join(', '), path: folder.uri.fsPath },
      where: this.where,
      folders: this.folders.length,
      trusted: () => vscode.workspace.isTrusted,
      settings: () => {
        const { audit, reviewer, offline } = readConfiguration(folder?.uri);
        return { audit, reviewer, offline };
      },
      options: () => this.#options(folder),
      consent: (roles) => this.#parts.consent.given(() => readConfiguration(folder?.uri), roles),
      remember: (auditId) => void this.#parts.memento.update(lastAudit, auditId),
      leftOut: kept.success ? kept.data : [],
      keepLeftOut: (groups) => {
        const short = groups.map((group) => ({ ...group, paths: group.paths.slice(0, mostPathsKept) }));
        void this.#parts.memento.update(leftOut, short);
      },
      stateChanged: () => {
        const { workspace, audit } = this.state;
        this.#context.set('indexed', workspace.index.state === 'ready');
        this.#context.set('hasAudit', audit?.phase === 'done');
        this.#changed.fire();
      },
      auditsChanged: () => {
        this.#auditsChanged.fire();
      },
      indexChanged: () => {
        this.#indexChanged.fire();
      },
    });
  }

  async #options(folder: vscode.WorkspaceFolder | undefined): Promise<FolderOptions> {
    const configuration = readConfiguration(folder?.uri);
    const { index, models } = configuration;
    return {
      ...(this.where ?? { folder: '' }),
      include: index.include,
      exclude: index.exclude,
      maxFileBytes: index.maxFileBytes,
      encodeLimit: index.encodeLimit,
      pauseOnBattery: index.pauseOnBattery,
      models: { ...models, server: { ...models.server, apiKey: await this.#parts.keys.get(models.server.url) } },
      ...(folder === undefined
        ? {}
        : { indexLocation: this.indexLocation(folder), indexOrigins: this.#parts.consent.indexOrigins(configuration) }),
    };
  }

  /** Where the index of a folder is kept: an absolute path, or an address. */
  indexLocation(folder: vscode.WorkspaceFolder): string {
    return indexLocation({
      setting: readConfiguration(folder.uri).index.location,
      storage: this.#parts.storage?.fsPath ?? '',
      // A folder that comes or goes changes the index of the workspace, as a folder within a folder does.
      folder: (this.folders.length > 1 ? (vscode.workspace.workspaceFile ?? folder.uri) : folder.uri).toString(),
      shared: vscode.workspace.workspaceFile !== undefined,
    });
  }

  #identity(): string {
    return JSON.stringify([this.folder?.uri.toString(), this.#named.map(({ name, uri }) => [name, uri.toString()])]);
  }

  #keyOf(what: string): string {
    return `${what} ${this.folder?.uri.toString() ?? ''}`;
  }
}

function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter((entry) => entry.uri.scheme === 'file');
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
