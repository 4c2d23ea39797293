import * as vscode from 'vscode';

import { failureWords, t } from '../src/base/language.ts';
import type { DamagedFile } from '../src/contract/panel.ts';
import type { Session } from './session.ts';

/** Tells once of each file of ours that cannot be read, or not whole; the panel goes on telling while it is so. */
export class DamageWatch implements vscode.Disposable {
  readonly #session: Session;
  readonly #subscription: vscode.Disposable;
  readonly #told = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
    this.#subscription = session.onDidChange(() => {
      for (const file of session.state.damaged) void this.#tell(file);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #tell(file: DamagedFile): Promise<void> {
    const { message } = file;
    if (this.#told.has(message)) return;
    this.#told.add(message);
    const open = t('Open File');
    if ((await vscode.window.showWarningMessage(failureWords(file), open)) === open) await openDamaged(this.#session, file);
  }
}

/** Opens the file at the first line that cannot be read. */
export async function openDamaged(session: Session, { path, line }: DamagedFile): Promise<void> {
  const { folder } = session;
  if (folder === undefined) return;
  const at = new vscode.Position((line ?? 1) - 1, 0);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, ...path.split('/')), { selection: new vscode.Range(at, at) });
}
