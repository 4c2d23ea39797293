import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { visible } from '../src/base/visible.ts';
import type { Citation } from '../src/contract/citation.ts';
import { findFootnotes, footnoteAt } from '../src/export/footnotes.ts';
import { oneLine, statusWords } from '../src/export/words.ts';
import { locate } from './locate.ts';
import { commands } from './names.ts';
import type { Session } from './session.ts';

const markdown: vscode.DocumentSelector = { language: 'markdown', scheme: 'file' };

/** Footnotes of inserted answers in Markdown: links that lead to their audits, hovers that say what they cite and whether it still stands. */
export class Footnotes implements vscode.Disposable, vscode.HoverProvider, vscode.DocumentLinkProvider {
  readonly #session: Session;
  readonly #disposables: vscode.Disposable[];

  constructor(session: Session) {
    this.#session = session;
    this.#disposables = [
      vscode.languages.registerHoverProvider(markdown, this),
      vscode.languages.registerDocumentLinkProvider(markdown, this),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return findFootnotes(document.getText()).map(({ auditId, start, end }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const link = new vscode.DocumentLink(range, commandUri(commands.openAudit, { auditId }));
      link.tooltip = t('Show Audit');
      return link;
    });
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | null> {
    const { folder } = this.#session;
    if (folder === undefined || !this.#session.awake) return null;
    const { controller } = this.#session;
    const found = await footnoteAt(document.getText(), document.offsetAt(position), (id) => controller.saved(id));
    if (found === null) return null;
    const { report, citation } = found;
    const uri = this.#session.uriOf(citation.path);
    const stands = uri === null ? false : await stillStands(uri, citation);
    // Documents and questions are data: they are shown as text, never as Markdown.
    const text = new vscode.MarkdownString(undefined, true);
    text.isTrusted = { enabledCommands: [commands.openAudit, commands.ask, commands.auditAgain] };
    text
      .appendMarkdown('$(bookmark) **')
      .appendText(visible(oneLine(report.question)))
      .appendMarkdown('**\n\n');
    text.appendText(visible(`${statusWords(report.answer.status, report.kind, report.answer.open)} · ${citation.path}\n`));
    text.appendMarkdown('\n\n> ').appendText(visible(oneLine(citation.quote)));
    if (stands === false) text.appendMarkdown(`\n\n$(warning) ${t('The document no longer says this.')}`);
    text.appendMarkdown(
      `\n\n[$(open-preview) ${t('Show Audit')}](${commandUri(commands.openAudit, { auditId: report.id }).toString()}) · [$(refresh) ${t('Audit Again')}](${commandUri(commands.auditAgain, { auditId: report.id }).toString()})`,
    );
    return new vscode.Hover(text, new vscode.Range(document.positionAt(found.start), document.positionAt(found.end)));
  }
}

/** Whether the words stand in the document as it is now; null for what is not text: the editor cannot tell. */
async function stillStands(uri: vscode.Uri, citation: Citation): Promise<boolean | null> {
  if (citation.locator !== undefined) return null;
  return await vscode.workspace.openTextDocument(uri).then(
    (document) => locate(document, citation) !== null,
    () => false,
  );
}

function commandUri(command: string, argument: object): vscode.Uri {
  return vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([argument]))}`);
}
