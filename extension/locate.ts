import * as vscode from 'vscode';

import type { Citation } from '../src/contract/citation.ts';
import { anchor } from './anchor.ts';
import { editorEncoding } from './encodings.ts';
import { revealCited } from './viewers/reveal.ts';

/** Where a citation stands in an open document; null when its words are gone. */
export function locate(document: vscode.TextDocument, citation: Citation): vscode.Range | null {
  const place = anchor(document.getText(), document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n', citation);
  return place === null ? null : new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
}

/** Which part of the window a document opens in. */
export interface Where {
  readonly viewColumn: vscode.ViewColumn;
  readonly preserveFocus?: boolean;
}

/**
 * Opens a citation's document with the cited words selected.
 * @param uri of the document
 * @param encodingOf WHATWG name of the encoding that the document was read with; asked where the words are not found as the editor reads it
 * @returns false where the words are gone
 */
export async function openCitation(
  uri: vscode.Uri,
  citation: Citation,
  where: Where,
  encodingOf: () => Promise<string | null>,
): Promise<boolean> {
  if (citation.locator !== undefined) {
    await revealCited(uri, citation, where);
    return true;
  }
  let document = await vscode.workspace.openTextDocument(uri);
  let range = locate(document, citation);
  if (range === null) {
    const encoding = editorEncoding(await encodingOf());
    if (encoding !== null && encoding !== document.encoding && !document.isDirty) {
      document = await vscode.workspace.openTextDocument(uri, { encoding });
      range = locate(document, citation);
    }
  }
  // With its selection from the start: set afterwards, the document is to be seen without it for a moment.
  const editor = await vscode.window.showTextDocument(document, {
    preview: true,
    ...where,
    ...(range === null ? {} : { selection: range }),
  });
  if (range === null) return false;
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
}
