import * as vscode from 'vscode';

const waitingKey = 'linchpin.sampleWaiting';
const walkthrough = 'linchpin.linchpin#start';

/** The sample workspace: a copy of its own for each user, so that what they decide there stays. */
export class Sample implements vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #place: vscode.Uri;
  readonly #memento: vscode.Memento;

  /** @param storage the extension's own, of all windows */
  constructor(extension: vscode.Uri, storage: vscode.Uri, memento: vscode.Memento) {
    this.#extension = extension;
    this.#place = vscode.Uri.joinPath(storage, 'sample');
    this.#memento = memento;
    void this.#goOn();
  }

  dispose(): void {
    // Nothing is held.
  }

  /** Copies the sample where there is no copy yet, and opens it: in this window where it is empty. */
  async open(): Promise<void> {
    const there = await vscode.workspace.fs.stat(this.#place).then(
      () => true,
      () => false,
    );
    if (!there) await vscode.workspace.fs.copy(vscode.Uri.joinPath(this.#extension, 'sample'), this.#place);
    await this.#memento.update(waitingKey, true);
    const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
    await vscode.commands.executeCommand('vscode.openFolder', this.#place, { forceNewWindow });
  }

  /** In the window that has opened the sample the walkthrough goes on. */
  async #goOn(): Promise<void> {
    const isSample = (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => uri.toString() === this.#place.toString());
    if (!isSample || this.#memento.get(waitingKey) !== true) return;
    await this.#memento.update(waitingKey, undefined);
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough, false);
  }
}
