import * as vscode from 'vscode';

import { type ExportFormat, exportFormatSchema } from '../src/contract/panel.ts';
import type { AuditReport } from '../src/contract/report.ts';
import { answerWithCitations, reportMarkdown } from './export-report.ts';

/** Puts the answer with its sources in place of the selection of the active editor. */
export async function insertAnswer(report: AuditReport): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open the document that the answer is to go into, and put the caret there.'));
    return;
  }
  const done = await editor.edit((edit) => {
    edit.replace(editor.selection, answerWithCitations(report));
  });
  if (done) return;
  const copy = vscode.l10n.t('Copy Answer');
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t('The answer could not be inserted: {0} cannot be edited.', vscode.workspace.asRelativePath(editor.document.uri)),
    copy,
  );
  if (choice === copy) await vscode.env.clipboard.writeText(answerWithCitations(report));
}

/** Opens the report as a new document. @param format asked for where it is none */
export async function exportReport(report: AuditReport, format: unknown): Promise<void> {
  const given = exportFormatSchema.safeParse(format);
  const chosen = given.success ? given.data : await chooseFormat();
  if (chosen === undefined) return;
  const json = chosen === 'json';
  const document = await vscode.workspace.openTextDocument({
    language: json ? 'json' : 'markdown',
    content: json ? `${JSON.stringify(report, null, 2)}\n` : reportMarkdown(report),
  });
  await vscode.window.showTextDocument(document);
}

async function chooseFormat(): Promise<ExportFormat | undefined> {
  const choices: (vscode.QuickPickItem & { format: ExportFormat })[] = [
    { format: 'markdown', label: 'Markdown', detail: vscode.l10n.t('To read and hand on: the answer and its evidence, with places') },
    { format: 'json', label: 'JSON', detail: vscode.l10n.t('To work on: the whole report') },
  ];
  return (await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Export Report') }))?.format;
}
