import * as vscode from 'vscode';

import { isAddress } from '../src/base/address.ts';
import { readConfiguration } from './configuration.ts';
import { mayBeDocument, watchGlobs } from './document-paths.ts';
import { settings } from './names.ts';
import type { Session } from './session.ts';

/** Documents change in bursts: what changed is taken up after each, and while one goes on as often as this. */
const quietMs = 100;
const longestMs = 1500;
/** More changes at once are those of another branch or a folder that was copied: the whole folder is looked at. */
const mostPaths = 200;

/**
 * Takes up documents that came, changed or went. The editor watches the files; nothing but what changed is looked at. Where documents are
 * not taken up by themselves the session looks whether the index is out of date, at most once until it is.
 */
export class DocumentWatch implements vscode.Disposable {
  readonly #session: Session;
  readonly #subscriptions: vscode.Disposable[];
  #watchers: vscode.Disposable[] = [];
  #watched = '';
  #timer: NodeJS.Timeout | null = null;
  #since = 0;
  #paths = new Set<string>();
  #isAll = false;
  #working = false;

  constructor(session: Session) {
    this.#session = session;
    this.#subscriptions = [
      session.onDidChange(() => {
        this.#watch();
      }),
      session.onDidChangeFolders(() => {
        const { index } = session.state.workspace;
        if (index.state === 'ready' && index.outdated) this.#note('', true);
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(`linchpin.${settings.include}`)) this.#watch();
      }),
    ];
    this.#watch();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const disposable of [...this.#watchers, ...this.#subscriptions]) disposable.dispose();
  }

  /** Watches what is to be watched now; nothing as long as there is no index that could go out of date. */
  #watch(): void {
    const { folders, state } = this.#session;
    const isReady = state.workspace.index.state === 'ready';
    const watching = isReady ? folders.map((folder) => ({ folder, globs: watchGlobs(readConfiguration(folder.uri).index.include) })) : [];
    const watched = watching.map(({ folder, globs }) => [folder.uri.toString(), ...globs].join('\n')).join('\n');
    if (watched === this.#watched) return;
    this.#watched = watched;
    for (const watcher of this.#watchers) watcher.dispose();
    this.#watchers = watching.flatMap(({ folder, globs }) =>
      globs.flatMap((glob) => {
        const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, glob));
        return [
          watcher,
          watcher.onDidCreate((uri) => {
            this.#seen(uri, 'came');
          }),
          watcher.onDidChange((uri) => {
            this.#seen(uri, 'changed');
          }),
          watcher.onDidDelete((uri) => {
            this.#seen(uri, 'went');
          }),
        ];
      }),
    );
  }

  #seen(uri: vscode.Uri, change: 'came' | 'changed' | 'went'): void {
    const { index } = this.#session.state.workspace;
    if (index.state !== 'ready' && !this.#working) return;
    const path = this.#session.pathOf(uri);
    if (path === null) return;
    // Other rules leave out other documents.
    const isRule = path.split('/').at(-1) === '.gitignore';
    if (isRule || mayBeDocument(path, change, this.#session.controller.documentKinds)) this.#note(path, isRule);
  }

  #note(path: string, isAll: boolean): void {
    this.#isAll ||= isAll;
    this.#paths.add(path);
    const now = performance.now();
    if (this.#timer === null) this.#since = now;
    else clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        void this.#take();
      },
      Math.max(0, Math.min(quietMs, this.#since + longestMs - now)),
    );
  }

  /** One after the other: what changes meanwhile is taken up next. */
  async #take(): Promise<void> {
    const { folder, state, controller } = this.#session;
    if (this.#working || this.#paths.size === 0 || folder === undefined) return;
    const paths = [...this.#paths];
    const isAll = this.#isAll || paths.length > mostPaths;
    this.#paths.clear();
    this.#isAll = false;
    this.#working = true;
    try {
      const { index, models } = state.workspace;
      const { automatic, location } = readConfiguration(folder.uri).index;
      // What one changes in a copy of the documents is no news for all who share an index.
      const isAutomatic = automatic && !isAddress(location) && models?.embedder?.local === true;
      if (isAutomatic && isAll) await controller.index(false, () => undefined).catch(() => this.#session.refreshStatus());
      else if (isAutomatic) await controller.update(paths);
      else if (index.state === 'ready' && !index.outdated) await this.#session.refreshStatus();
    } finally {
      this.#working = false;
    }
    if (this.#timer === null) await this.#take();
  }
}
