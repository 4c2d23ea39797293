import * as vscode from 'vscode';

import { LinchpinError } from '../../src/base/error.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import { citationEdits, fixRange } from '../../src/panel/session-cite.ts';
import type { ClaimPlaces } from './places.ts';

export function eolOf(document: vscode.TextDocument): '\n' | '\r\n' {
  return document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
}

/** Puts the evidence's words in place of the claim's. Undone like any edit; nothing is saved. @throws LinchpinError `document-changed` */
export async function applyFix(document: vscode.TextDocument, places: ClaimPlaces, claim: SessionClaim): Promise<void> {
  const range = places.find(document, claim);
  const at = range === null ? null : fixRange(claim, document.getText(range), eolOf(document));
  if (range === null || at === null || claim.fix === null) throw reworded();
  const start = document.offsetAt(range.start);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start + at.start), document.positionAt(start + at.end)), claim.fix.after);
  await apply(edit);
}

/** Puts a citation of the claim's evidence behind it. @throws LinchpinError `document-changed` */
export async function citeEvidence(document: vscode.TextDocument, places: ClaimPlaces, claim: SessionClaim, index: number): Promise<void> {
  const range = places.find(document, claim);
  const citation = claim.evidence[index];
  if (range === null || citation === undefined) throw reworded();
  const edit = new vscode.WorkspaceEdit();
  const text = document.getText();
  for (const { offset, text: put } of citationEdits(
    text,
    document.offsetAt(range.end),
    citation,
    document.languageId === 'markdown',
    eolOf(document),
  ))
    edit.insert(document.uri, document.positionAt(offset), put);
  await apply(edit);
}

async function apply(edit: vscode.WorkspaceEdit): Promise<void> {
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new LinchpinError('document-changed', 'The document could not be edited.', 'Check that it is not read-only.');
}

function reworded(): LinchpinError {
  return new LinchpinError(
    'document-changed',
    'The claim no longer reads as it was checked.',
    'Save the document and fact-check it again.',
  );
}
