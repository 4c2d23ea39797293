import * as vscode from 'vscode';

import { writeWhole } from '../src/base/whole-file.ts';

/** Writes what the user exports: on this machine whole or not at all, elsewhere as the editor does. @throws LinchpinError `disk-full`, `usage`, and what the editor throws */
export async function writeTo(target: vscode.Uri, text: string | Uint8Array): Promise<void> {
  if (target.scheme === 'file') await writeWhole(target.fsPath, text);
  else await vscode.workspace.fs.writeFile(target, typeof text === 'string' ? new TextEncoder().encode(text) : text);
}
