import * as vscode from 'vscode';

import { cancelled, LinchpinError, toLinchpinError } from '../src/base/error.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { type FolderOptions, type IndexStatus, requests } from '../src/engine/protocol.ts';
import type { AuditEvent } from '../src/contract/event.ts';
import type { AuditState, PanelError, PanelReview, PanelState } from '../src/contract/panel.ts';
import type { IndexProgress } from '../src/contract/progress.ts';
import { hostOf, isLoopback } from '../src/models/choice.ts';
import { type AuditReport, type ModelRole, modelRoles } from '../src/contract/report.ts';
import { endedAudit, startedAudit, withEvent } from '../src/contract/stream.ts';
import type { Agreements, ApiKeys } from './api-keys.ts';
import { readConfiguration } from './configuration.ts';
import { contextKeys } from './names.ts';

const lastAuditKey = 'linchpin.lastAudit';

/**
 * What the window knows of its folder: the index, the audit that is shown, its reviews. It asks the engine, keeps the panel's state
 * and tells everyone when that changes. It computes nothing of an audit itself.
 */
export class Session implements vscode.Disposable {
  readonly #engine: EngineClient;
  readonly #memento: vscode.Memento;
  readonly #storage: vscode.Uri | undefined;
  readonly #keys: ApiKeys;
  readonly #agreements: Agreements;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #decided = new vscode.EventEmitter<void>();
  #state: PanelState;
  /** Of the audit that was shown last. */
  #report: AuditReport | undefined;
  #auditAbort: AbortController | null = null;
  #indexAbort: AbortController | null = null;
  /** Only the newest what-if counts. */
  #whatIfTurn = 0;
  #statusTurn = 0;

  /** The panel's state has changed. */
  readonly onDidChange = this.#changed.event;
  /** Audits or decisions have changed: lists, hovers and decorations look again. */
  readonly onDidDecide = this.#decided.event;

  constructor(engine: EngineClient, memento: vscode.Memento, storage: vscode.Uri | undefined, keys: ApiKeys, agreements: Agreements) {
    this.#engine = engine;
    this.#memento = memento;
    this.#storage = storage;
    this.#keys = keys;
    this.#agreements = agreements;
    this.#state = {
      workspace: {
        folder: this.folder?.name ?? null,
        trusted: vscode.workspace.isTrusted,
        index: { state: 'unknown' },
        models: null,
        offline: readConfiguration(this.folder?.uri).offline,
      },
      audit: null,
      notice: null,
    };
  }

  dispose(): void {
    this.#auditAbort?.abort();
    this.#indexAbort?.abort();
    this.#changed.dispose();
    this.#decided.dispose();
  }

  get state(): PanelState {
    return this.#state;
  }

  get folder(): vscode.WorkspaceFolder | undefined {
    return vscode.workspace.workspaceFolders?.find((entry) => entry.uri.scheme === 'file');
  }

  get report(): AuditReport | undefined {
    return this.#state.audit?.phase === 'done' ? this.#report : undefined;
  }

  get reviewer(): string {
    return readConfiguration(this.folder?.uri).reviewer;
  }

  /** Looks at the index, and shows the last audit again after a reload. */
  async start(): Promise<void> {
    await this.refreshStatus();
    const last = this.#memento.get<string>(lastAuditKey);
    if (last !== undefined && this.folder !== undefined) await this.open(last).catch(() => this.#memento.update(lastAuditKey, undefined));
  }

  /** Looks at the index again; while one is being made its own end does that. Only the newest look counts. */
  async refreshStatus(): Promise<void> {
    if (this.#indexAbort !== null) return;
    const turn = ++this.#statusTurn;
    const options = await this.folderOptions();
    if (this.#isStale(turn)) return;
    if (options === undefined) {
      this.#workspace({ folder: null, index: { state: 'unknown' } });
      return;
    }
    try {
      const status = await this.#engine.request(requests.status, { options });
      if (this.#isStale(turn)) return;
      this.#workspace({
        folder: this.folder?.name ?? null,
        trusted: vscode.workspace.isTrusted,
        index: indexState(status),
        models: status.models,
        offline: readConfiguration(this.folder?.uri).offline,
      });
    } catch (error) {
      if (!this.#isStale(turn)) this.#workspace({ index: { state: 'failed', error: panelError(error) } });
    }
  }

  /** Looks at everything again: the index, the saved audits, the decisions. */
  async refresh(): Promise<void> {
    await this.refreshStatus();
    await this.#reviewed();
  }

  /** @throws LinchpinError what the engine throws; the panel shows it too. */
  async index(rebuild: boolean, onProgress: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<void> {
    const options = await this.#optionsOrThrow();
    if (this.#indexAbort !== null) return;
    await this.#agree(['embedder']);
    const abort = new AbortController();
    this.#indexAbort = abort;
    const cancel = (): void => {
      abort.abort();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.#workspace({ index: { state: 'indexing', progress: null } });
    try {
      await this.#engine.index(
        options,
        rebuild,
        (progress) => {
          this.#workspace({ index: { state: 'indexing', progress } });
          onProgress(progress);
        },
        abort.signal,
      );
    } finally {
      this.#indexAbort = null;
      signal?.removeEventListener('abort', cancel);
      await this.refreshStatus();
      this.#decided.fire();
    }
  }

  cancel(what: 'audit' | 'index'): void {
    (what === 'audit' ? this.#auditAbort : this.#indexAbort)?.abort();
  }

  /** Asks and streams into the panel; a question that is still being answered is given up. Failures are shown, not thrown. */
  async ask(question: string, kind: 'question' | 'claim', exclude: readonly string[] = [], signal?: AbortSignal): Promise<void> {
    this.#auditAbort?.abort();
    const abort = new AbortController();
    this.#auditAbort = abort;
    signal?.addEventListener(
      'abort',
      () => {
        abort.abort();
      },
      { once: true },
    );
    this.#audit(startedAudit(question, kind));
    try {
      const options = await this.#optionsOrThrow();
      await this.#agree(modelRoles);
      const report = await this.#engine.ask(
        { options, question, kind, settings: readConfiguration(this.folder?.uri).audit, exclude: [...exclude] },
        (event) => {
          if (this.#auditAbort === abort) this.#fold(event);
        },
        abort.signal,
      );
      if (this.#auditAbort === abort) await this.#show(report);
    } catch (error) {
      if (this.#auditAbort !== abort || this.#state.audit === null) return;
      this.#audit(endedAudit(this.#state.audit, panelError(error)));
    } finally {
      if (this.#auditAbort === abort) this.#auditAbort = null;
    }
  }

  /** Shows a saved audit. @throws LinchpinError `report-invalid`. */
  async open(auditId: string): Promise<void> {
    const report = await this.#engine.request(requests.audit, { folder: this.#folderOrThrow(), auditId });
    await this.#show(report);
  }

  /** @throws LinchpinError `review-invalid`. */
  async decide(spanId: string, action: 'accept' | 'reject' | 'note', note?: string, auditId = this.report?.id): Promise<void> {
    if (auditId === undefined) return;
    await this.#engine.request(requests.decide, {
      folder: this.#folderOrThrow(),
      auditId,
      spanId,
      action,
      reviewer: this.reviewer,
      ...(note === undefined ? {} : { note }),
    });
    await this.#reviewed();
  }

  async undo(spanId: string, auditId = this.report?.id): Promise<void> {
    if (auditId === undefined) return;
    await this.#engine.request(requests.undo, { folder: this.#folderOrThrow(), auditId, spanId, reviewer: this.reviewer });
    await this.#reviewed();
  }

  async whatIf(removed: readonly string[]): Promise<void> {
    const turn = ++this.#whatIfTurn;
    const audit = this.#state.audit;
    const auditId = this.report?.id;
    if (audit === null || auditId === undefined) return;
    if (removed.length === 0) {
      this.#audit({ ...audit, whatIf: null });
      return;
    }
    this.#audit({ ...audit, whatIf: { state: 'busy', removed: [...removed] } });
    const outcome = await this.#engine
      .request(requests.whatIf, { folder: this.#folderOrThrow(), auditId, removed: [...removed] })
      .then((result) => ({ state: 'ready' as const, removed: [...removed], result }))
      .catch((error: unknown) => ({ state: 'failed' as const, removed: [...removed], error: panelError(error) }));
    if (turn === this.#whatIfTurn && this.report?.id === auditId && this.#state.audit !== null)
      this.#audit({ ...this.#state.audit, whatIf: outcome });
  }

  /** Asks what is answered without each piece of the shown evidence. */
  async answerAgain(): Promise<void> {
    const auditId = this.report?.id;
    const options = await this.#optionsOrThrow();
    const audit = this.#state.audit;
    if (audit === null || auditId === undefined) return;
    await this.#agree(['generator']);
    this.#audit({ ...audit, again: { state: 'busy' } });
    const again = await this.#engine
      .request(requests.answerAgain, { options, auditId })
      .then((answers) => ({ state: 'ready' as const, answers }))
      .catch((error: unknown) => ({ state: 'failed' as const, error: panelError(error) }));
    if (this.report?.id === auditId && this.#state.audit !== null) this.#audit({ ...this.#state.audit, again });
  }

  notice(error: unknown): void {
    this.#set({ ...this.#state, notice: panelError(error) });
  }

  async #show(report: AuditReport): Promise<void> {
    const reviews = await this.#reviews(report.id);
    this.#report = report;
    this.#audit({
      question: report.question,
      kind: report.kind,
      phase: 'done',
      stages: report.stages.map((stage) => ({ name: stage.name, state: stage.ran ? ('finished' as const) : ('skipped' as const) })),
      text: report.answer.text,
      report,
      reviews,
      whatIf: null,
      error: null,
    });
    await this.#memento.update(lastAuditKey, report.id);
    await this.#context(contextKeys.hasAudit, true);
    this.#decided.fire();
    void this.#calibrated();
  }

  async #reviewed(): Promise<void> {
    const report = this.report;
    if (report !== undefined && this.#state.audit !== null) this.#audit({ ...this.#state.audit, reviews: await this.#reviews(report.id) });
    this.#decided.fire();
    void this.#calibrated();
  }

  /** How reliable quality has been in this folder: shown beside the audit, and nothing waits for it. */
  async #calibrated(): Promise<void> {
    const { folder } = this;
    if (folder === undefined) return;
    const calibration = await this.#engine.request(requests.calibration, { folder: folder.uri.fsPath }).catch(() => null);
    this.#set({ ...this.#state, calibration });
  }

  async #reviews(auditId: string): Promise<Record<string, PanelReview>> {
    const { reviews } = await this.#engine.request(requests.reviews, { folder: this.#folderOrThrow(), auditId });
    const me = this.reviewer;
    return Object.fromEntries(
      reviews.map(({ spanId, verdict, by, notes }) => [
        spanId,
        {
          verdict,
          mine: by.find((entry) => entry.reviewer === me)?.verdict ?? ('undecided' as const),
          by: by.map((entry) => ({ reviewer: entry.reviewer, verdict: entry.verdict, at: entry.at })),
          notes: notes.map((entry) => ({ reviewer: entry.reviewer, text: entry.text, at: entry.at })),
        },
      ]),
    );
  }

  #fold(event: AuditEvent): void {
    const audit = this.#state.audit;
    if (audit === null) return;
    this.#audit(withEvent(audit, event));
  }

  /** Asks once for each host before text is sent there. @throws LinchpinError `cancelled` when the user does not agree. */
  async #agree(roles: readonly ModelRole[]): Promise<void> {
    const { models } = readConfiguration(this.folder?.uri);
    const { url } = models.server;
    if (models.offline || isLoopback(url) || !roles.some((role) => models[role].startsWith('server:'))) return;
    if (!(await this.#agreements.agreed(hostOf(url)))) throw cancelled();
  }

  async #optionsOrThrow(): Promise<FolderOptions> {
    const options = await this.folderOptions();
    if (options === undefined) throw noFolder();
    return options;
  }

  #isStale(turn: number): boolean {
    return turn !== this.#statusTurn || this.#indexAbort !== null;
  }

  #folderOrThrow(): string {
    const { folder } = this;
    if (folder === undefined) throw noFolder();
    return folder.uri.fsPath;
  }

  async folderOptions(): Promise<FolderOptions | undefined> {
    const { folder } = this;
    if (folder === undefined) return undefined;
    const { index, models } = readConfiguration(folder.uri);
    const apiKey = await this.#keys.get(models.server.url);
    const location =
      index.location !== '' ? index.location : this.#storage === undefined ? undefined : vscode.Uri.joinPath(this.#storage, 'index').fsPath;
    return {
      folder: folder.uri.fsPath,
      include: index.include,
      exclude: index.exclude,
      maxFileBytes: index.maxFileBytes,
      models: { ...models, server: { ...models.server, apiKey } },
      ...(location === undefined ? {} : { indexLocation: location }),
    };
  }

  #workspace(patch: Partial<PanelState['workspace']>): void {
    this.#set({ ...this.#state, workspace: { ...this.#state.workspace, ...patch } });
    void this.#context(contextKeys.indexed, this.#state.workspace.index.state === 'ready');
  }

  #audit(audit: AuditState): void {
    this.#set({ ...this.#state, audit, notice: null });
  }

  #set(state: PanelState): void {
    this.#state = state;
    this.#changed.fire();
  }

  async #context(key: string, value: unknown): Promise<void> {
    await vscode.commands.executeCommand('setContext', key, value);
  }
}

function indexState(status: IndexStatus): PanelState['workspace']['index'] {
  switch (status.state) {
    case 'missing':
      return { state: 'missing' };
    case 'unreadable':
      return {
        state: 'failed',
        error: { code: 'index-unreadable', message: 'The index cannot be read.', next: 'Run "Linchpin: Rebuild Index".' },
      };
    case 'ready':
      return {
        state: 'ready',
        documents: status.documents,
        indexedAt: status.indexedAt ?? '',
        outdated: status.outdated,
        store: status.store ?? 'lancedb',
      };
  }
}

function noFolder(): LinchpinError {
  return new LinchpinError('folder-missing', 'No folder is open.', 'Open the folder that holds your documents.');
}

export function panelError(error: unknown): PanelError {
  const { code, message, next } = toLinchpinError(error);
  return { code, message, next };
}
