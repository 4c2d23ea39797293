import * as vscode from 'vscode';
import { z } from 'zod';

import { LinchpinError } from '../src/base/error.ts';
import { t } from '../src/base/language.ts';
import type { AuditsTree } from './audits-tree.ts';
import { commands } from './names.ts';
import type { Session } from './session.ts';

/** A line of the Audits view, as the editor hands it to a command. */
const lineArgument = z.union([z.object({ auditId: z.string() }), z.object({ sessionId: z.string() })]);

/** What is done to lines of the Audits view: delete, rename, filter. */
export class AuditList implements vscode.Disposable {
  readonly #session: Session;
  readonly #tree: AuditsTree;
  readonly #disposables: vscode.Disposable[];

  constructor(session: Session, tree: AuditsTree, guard: (work: () => Promise<void>) => Promise<void>) {
    this.#session = session;
    this.#tree = tree;
    const register = (id: string, work: (argument: unknown) => Promise<void>): vscode.Disposable =>
      vscode.commands.registerCommand(id, (argument: unknown) => guard(() => work(argument)));
    this.#disposables = [
      register(commands.deleteAudit, (argument) => this.#delete(argument)),
      register(commands.renameAudit, (argument) => this.#rename(argument)),
      register(commands.filterAudits, () => this.#filter()),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** Moves the files away; decisions stay in their logs. */
  async #delete(argument: unknown): Promise<void> {
    const line = lineArgument.safeParse(argument);
    const { folder, review, controller } = this.#session;
    if (!line.success || folder === undefined) return;
    const files: string[] = [];
    if ('auditId' in line.data) files.push(`audits/${line.data.auditId}.json`);
    else {
      const { sessionId } = line.data;
      if (review.isChecking && review.session?.id === sessionId)
        throw new LinchpinError('review-invalid', 'This session is being checked.', 'Cancel the check first.');
      const own = (await controller.audits()).filter((audit) => audit.sessionId === sessionId);
      files.push(`sessions/${sessionId}.json`, ...own.map(({ id }) => `audits/${id}.json`));
    }
    const move = t('Move to Trash');
    const choice = await vscode.window.showWarningMessage(
      'auditId' in line.data ? t('Delete this audit?') : t('Delete this review session with the checks of its claims?'),
      {
        modal: true,
        detail: t(
          '{0} files are moved to .linchpin/trash, where you can get them back. What reviewers decided stays in their logs.',
          files.length,
        ),
      },
      move,
    );
    if (choice !== move) return;
    const home = vscode.Uri.joinPath(folder.uri, '.linchpin');
    for (const file of files)
      await vscode.workspace.fs.rename(vscode.Uri.joinPath(home, file), vscode.Uri.joinPath(home, 'trash', file), { overwrite: true });
    if ('sessionId' in line.data && review.session?.id === line.data.sessionId) review.close();
    this.#tree.refresh();
  }

  async #rename(argument: unknown): Promise<void> {
    const line = lineArgument.safeParse(argument);
    if (!line.success) return;
    const id = 'auditId' in line.data ? line.data.auditId : line.data.sessionId;
    const name = await vscode.window.showInputBox({
      title: t('Name in the Audits View'),
      prompt: t('Only for this list; the question and the document stay as they are. Leave it empty to take the name away.'),
      value: this.#session.nameOf(id) ?? '',
    });
    if (name === undefined) return;
    await this.#session.rename(id, name.trim());
    this.#tree.refresh();
  }

  async #filter(): Promise<void> {
    const words = await vscode.window.showInputBox({
      title: t('Filter the Audits'),
      prompt: t('Words of the question, the answer or the document. Leave it empty to list all.'),
      value: this.#tree.filter,
    });
    if (words !== undefined) this.#tree.filter = words;
  }
}
