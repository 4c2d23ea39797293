import * as vscode from 'vscode';

import type { Session } from './session.ts';

/** Documents change in bursts; one look after each is enough. */
const quietMs = 500;

/** Has the session look at the index again when documents may have changed: on what the editor does to files, and on coming back to the window. */
export class StalenessWatch implements vscode.Disposable {
  readonly #session: Session;
  readonly #disposables: vscode.Disposable[];
  #timer: NodeJS.Timeout | null = null;

  constructor(session: Session) {
    this.#session = session;
    const look = (): void => {
      this.#schedule();
    };
    this.#disposables = [
      vscode.workspace.onDidSaveTextDocument(look),
      vscode.workspace.onDidCreateFiles(look),
      vscode.workspace.onDidDeleteFiles(look),
      vscode.workspace.onDidRenameFiles(look),
      vscode.window.onDidChangeWindowState((state) => {
        if (state.focused) look();
      }),
    ];
  }

  dispose(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #schedule(): void {
    if (this.#session.state.workspace.index.state !== 'ready') return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#session.refreshStatus();
    }, quietMs);
  }
}
