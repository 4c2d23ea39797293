import * as vscode from 'vscode';

import { views } from './names.ts';
import type { Session } from './session.ts';

/** Puts the keyboard into the Audit view, which a review folds away. */
export async function showAudit(session: Session): Promise<void> {
  session.arrange(false);
  await vscode.commands.executeCommand(`${views.audit}.focus`);
}
