import * as vscode from 'vscode';

import type { Citation } from '../src/contract/citation.ts';
import { anchor } from './anchor.ts';

/** Where a citation stands in an open document; null when its words are gone. */
export function locate(document: vscode.TextDocument, citation: Citation): vscode.Range | null {
  const place = anchor(document.getText(), document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n', citation);
  return place === null ? null : new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
}

/** Opens a citation's document with the cited words selected. */
export async function openCitation(folder: vscode.Uri, citation: Citation, beside: boolean): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, ...citation.path.split('/')));
  const range = locate(document, citation);
  const viewColumn = beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  // With its selection from the start: set afterwards, the document is to be seen without it for a moment.
  const editor = await vscode.window.showTextDocument(document, {
    preview: true,
    viewColumn,
    ...(range === null ? {} : { selection: range }),
  });
  if (range === null) return false;
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}
