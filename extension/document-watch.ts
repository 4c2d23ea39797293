import * as vscode from 'vscode';

import { readConfiguration } from './configuration.ts';
import { mayBeDocument, watchGlobs } from './document-paths.ts';
import { settings } from './names.ts';
import type { Session } from './session.ts';

/** Documents change in bursts; one look after each is enough. */
const quietMs = 500;

/**
 * Has the session look at the index again when a document came, changed or went. The editor watches the files; the folder is walked at
 * most once for each time that the index goes out of date, and not at all while it is known to be.
 */
export class DocumentWatch implements vscode.Disposable {
  readonly #session: Session;
  readonly #subscriptions: vscode.Disposable[];
  #watchers: vscode.Disposable[] = [];
  #watched = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.#subscriptions = [
      session.onDidChange(() => {
        this.#watch();
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
    const { folder, state } = this.#session;
    const { index } = state.workspace;
    const globs = folder === undefined || index.state !== 'ready' ? [] : watchGlobs(readConfiguration(folder.uri).index.include);
    const watched = folder === undefined ? '' : [folder.uri.toString(), ...globs].join('\n');
    if (watched === this.#watched) return;
    this.#watched = watched;
    for (const watcher of this.#watchers) watcher.dispose();
    this.#watchers = globs.flatMap((glob) => {
      if (folder === undefined) return [];
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
    });
  }

  #seen(uri: vscode.Uri, change: 'came' | 'changed' | 'went'): void {
    const { index } = this.#session.state.workspace;
    if (index.state !== 'ready' || index.outdated) return;
    if (!mayBeDocument(vscode.workspace.asRelativePath(uri, false).replaceAll('\\', '/'), change, this.#session.controller.documentKinds))
      return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#session.refreshStatus();
    }, quietMs);
  }
}
