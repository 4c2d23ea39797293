import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { type ExportFormat, fileEndings, isTextFormat, type TextFormat } from '../src/contract/export-formats.ts';
import { exportFormatSchema } from '../src/contract/panel.ts';
import type { AuditReport } from '../src/contract/report.ts';
import type { Session } from '../src/contract/session.ts';
import { answerWithFootnotes, answerWithPlaces, markdownAnswer } from '../src/export/footnotes.ts';
import { exportedReport, exportedSession } from '../src/export/formats.ts';
import type { ExportedReviews } from '../src/export/outline.ts';
import { writeTo } from './write-to.ts';

/** Puts the answer with its sources in place of the selection of the active editor: footnotes in Markdown, places in brackets elsewhere. */
export async function insertAnswer(report: AuditReport, pathOf: (uri: vscode.Uri) => string | null): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage(t('Open the document that the answer is to go into, and put the caret there.'));
    return;
  }
  const { document } = editor;
  const { text, definitions } =
    document.languageId === 'markdown'
      ? answerWithFootnotes(report, pathOf(document.uri), document.getText())
      : { text: answerWithPlaces(report), definitions: [] };
  const end = document.lineAt(document.lineCount - 1).range.end;
  const before = document.lineCount > 1 && document.lineAt(document.lineCount - 1).isEmptyOrWhitespace ? '\n' : '\n\n';
  const notes = definitions.length === 0 ? '' : `${before}${definitions.join('\n\n')}\n`;
  const done = await editor.edit((edit) => {
    // Both at one place are put in the order in which they are told.
    if (editor.selection.end.isEqual(end)) edit.replace(editor.selection, `${text}${notes}`);
    else {
      edit.replace(editor.selection, text);
      if (notes !== '') edit.insert(end, notes);
    }
  });
  if (done) return;
  const copy = t('Copy Answer');
  const choice = await vscode.window.showWarningMessage(
    t('The answer could not be inserted: {0} cannot be edited.', vscode.workspace.asRelativePath(document.uri)),
    copy,
  );
  if (choice === copy) await vscode.env.clipboard.writeText(`${text}${notes}`);
}

/** Puts the answer with its citations on the clipboard. @param form `markdown` or `text`; asked for where it is none */
export async function copyAnswer(report: AuditReport, form: unknown): Promise<void> {
  const forms = [
    { form: 'markdown', label: 'Markdown', detail: t('With footnotes that name document, page or line, and the quote') },
    { form: 'text', label: t('Plain text'), detail: t('With the places in brackets') },
  ];
  const chosen =
    forms.find((each) => each.form === form) ??
    (await vscode.window.showQuickPick(forms, { title: t('Copy the answer with its citations as') }));
  if (chosen === undefined) return;
  await vscode.env.clipboard.writeText(chosen.form === 'markdown' ? markdownAnswer(report) : answerWithPlaces(report));
  vscode.window.setStatusBarMessage(t('The answer was copied with its citations.'), 4000);
}

const languages: Record<TextFormat, string> = {
  markdown: 'markdown',
  html: 'html',
  json: 'json',
  sarif: 'json',
  'claim-review': 'json',
};

/** Has the engine write the forms that are no text: that takes longer than the host may. Base64. */
export type Print = (format: Exclude<ExportFormat, TextFormat>) => Promise<string>;

/**
 * Opens the report as a new document; what is for other programs is saved, and opened in them.
 * @param format asked for where it is none
 */
export async function exportReport(report: AuditReport, format: unknown, reviews: ExportedReviews, print: Print): Promise<void> {
  const chosen = await formatOf(format);
  if (chosen === undefined) return;
  if (isTextFormat(chosen)) await show(exportedReport(report, chosen, reviews), chosen, report.id);
  else await saveAndOpen(Buffer.from(await print(chosen), 'base64'), chosen, report.id);
}

/** As `exportReport`, of a fact-check review session. */
export async function exportSession(session: Session, format: unknown, print: Print): Promise<void> {
  const chosen = await formatOf(format);
  if (chosen === undefined) return;
  if (isTextFormat(chosen)) await show(exportedSession(session, chosen), chosen, session.id);
  else await saveAndOpen(Buffer.from(await print(chosen), 'base64'), chosen, session.id);
}

async function formatOf(format: unknown): Promise<ExportFormat | undefined> {
  const given = exportFormatSchema.safeParse(format);
  return given.success ? given.data : await chooseFormat();
}

async function show(content: string, format: TextFormat, name: string): Promise<void> {
  if (format === 'html') await saveAndOpen(content, format, name);
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: languages[format], content }));
}

async function saveAndOpen(content: string | Uint8Array, format: 'html' | 'docx' | 'pdf', id: string): Promise<void> {
  const name = `${id}${fileEndings[format]}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [format.toUpperCase()]: [format] },
  });
  if (target === undefined) return;
  await writeTo(target, content);
  const open = format === 'html' ? t('Open in Browser') : t('Open');
  const choice = await vscode.window.showInformationMessage(t('Saved to {0}.', vscode.workspace.asRelativePath(target)), open);
  if (choice === open) await vscode.env.openExternal(target);
}

async function chooseFormat(): Promise<ExportFormat | undefined> {
  const choices: (vscode.QuickPickItem & { format: ExportFormat })[] = [
    {
      format: 'docx',
      label: 'Word',
      detail: t('For a client: answer or claims, verdicts, quotes with their pages, decisions and signatures, to edit and comment on'),
    },
    { format: 'pdf', label: 'PDF', detail: t('For a client: the same, to print and to keep') },
    {
      format: 'html',
      label: 'HTML',
      detail: t('To read, print and send: one page that opens anywhere, with every quote and place'),
    },
    { format: 'markdown', label: 'Markdown', detail: t('To read and hand on: the answer and its evidence, with places') },
    { format: 'json', label: 'JSON', detail: t('To work on: the whole report') },
    { format: 'sarif', label: 'SARIF', detail: t('For viewers of findings and code scanning') },
    { format: 'claim-review', label: 'ClaimReview', detail: t('For search engines and archives of fact checks: JSON-LD') },
  ];
  return (await vscode.window.showQuickPick(choices, { title: t('Export Report') }))?.format;
}
