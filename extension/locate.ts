import * as vscode from 'vscode';

import type { Citation } from '../src/report/citation.ts';

/**
 * Where a citation stands in a document as the editor holds it: without byte order mark, with one kind of line ends, perhaps edited.
 * By its words nearest to its offset; null when they are gone.
 */
export function locate(document: vscode.TextDocument, citation: Citation): vscode.Range | null {
  const text = document.getText();
  const quote = citation.quote.replaceAll(/\r\n|\r/g, '\n');
  const eol = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const wanted = quote.replaceAll('\n', eol);
  const at = nearest(text, wanted, citation.start);
  return at === null ? null : new vscode.Range(document.positionAt(at), document.positionAt(at + wanted.length));
}

function nearest(text: string, words: string, near: number): number | null {
  if (words === '') return null;
  if (text.startsWith(words, near)) return near;
  const before = text.lastIndexOf(words, near);
  const after = text.indexOf(words, near);
  if (before < 0 && after < 0) return null;
  if (before < 0) return after;
  if (after < 0) return before;
  return near - before <= after - near ? before : after;
}

/** Opens a citation's document with the cited words selected. */
export async function openCitation(folder: vscode.Uri, citation: Citation, beside: boolean): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, ...citation.path.split('/')));
  const range = locate(document, citation);
  const editor = await vscode.window.showTextDocument(document, { preview: true, viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active });
  if (range === null) return false;
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}
