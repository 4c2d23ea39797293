import * as vscode from 'vscode';

import type { Session } from '../session.ts';

/** Logs and documents change in bursts, a pull among them. */
const quietMs = 700;

/** Looks at the session again when other reviewers' decisions come in, by a pull for example, or when documents were indexed anew. */
export class ReviewWatch implements vscode.Disposable {
  readonly #session: Session;
  readonly #subscriptions: vscode.Disposable[];
  #watched = '';
  #watcher: vscode.FileSystemWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(session: Session) {
    this.#session = session;
    this.#subscriptions = [
      session.onDidChangeReview(() => {
        this.#watch();
      }),
      session.onDidChangeIndex(() => {
        this.#soon();
      }),
    ];
    this.#watch();
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watcher?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Nothing is watched before there is a session. */
  #watch(): void {
    const { folder, review } = this.#session;
    const watched = review.session === null ? '' : (folder?.uri.toString() ?? '');
    if (watched === this.#watched) return;
    this.#watched = watched;
    this.#watcher?.dispose();
    this.#watcher = null;
    if (watched === '' || folder === undefined) return;
    this.#watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '.linchpin/{reviews,sessions}/*'));
    for (const event of [this.#watcher.onDidCreate, this.#watcher.onDidChange, this.#watcher.onDidDelete])
      event(() => {
        this.#soon();
      });
  }

  #soon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // A check tells of its claims itself.
      if (!this.#session.review.isChecking) void this.#session.review.refresh().catch(() => undefined);
    }, quietMs);
  }
}
