import * as vscode from 'vscode';

import type { ContextKeys } from './context-keys.ts';

const waitingKey = 'linchpin.sampleWaiting';
/** Its second step: the first is done once the sample is open. */
const next = { category: 'linchpin.linchpin#start', step: 'linchpin.linchpin#index' };

/** The sample workspace: a copy of its own for each user, so that what they decide there stays. */
export class Sample implements vscode.Disposable {
  readonly #extension: vscode.Uri;
  readonly #place: vscode.Uri;
  readonly #memento: vscode.Memento;

  /** @param storage the extension's own, of all windows */
  constructor(extension: vscode.Uri, storage: vscode.Uri, memento: vscode.Memento, keys: ContextKeys) {
    this.#extension = extension;
    this.#place = vscode.Uri.joinPath(storage, 'sample');
    this.#memento = memento;
    void this.#goOn(keys);
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
  async #goOn(keys: ContextKeys): Promise<void> {
    const isSample = (vscode.workspace.workspaceFolders ?? []).some(({ uri }) => uri.toString() === this.#place.toString());
    if (isSample && this.#memento.get(waitingKey) === true) {
      await this.#memento.update(waitingKey, undefined);
      await vscode.commands.executeCommand('workbench.action.openWalkthrough', next, false);
    }
    // Afterwards: the walkthrough ticks a step off when it sees the key change.
    keys.set('isSample', isSample);
  }
}
