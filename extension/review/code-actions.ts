import * as vscode from 'vscode';

import { t } from '../../src/base/language.ts';
import { commands } from '../names.ts';
import { eolOf } from './edits.ts';
import { fixRange } from '../../src/panel/session-cite.ts';
import type { ClaimPlaces, PlacedClaim } from './places.ts';

/** Light bulbs on claims: the fix, the citation, and what can be decided. */
export class ClaimActions implements vscode.CodeActionProvider {
  readonly #places: ClaimPlaces;

  constructor(places: ClaimPlaces) {
    this.#places = places;
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range, context: vscode.CodeActionContext): vscode.CodeAction[] {
    return this.#places
      .in(document)
      .filter((placed) => placed.range.intersection(range) !== undefined && placed.tone !== 'dismissed')
      .slice(0, 3)
      .flatMap((placed) => actionsFor(document, placed, context.diagnostics));
  }
}

function actionsFor(
  document: vscode.TextDocument,
  { claim, tone, range }: PlacedClaim,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const concerned = diagnostics.filter((entry) => entry.source === 'Linchpin' && entry.range.isEqual(range));
  const action = (title: string, command: string, more: Readonly<Record<string, unknown>> = {}): vscode.CodeAction => {
    const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    made.command = { command, title, arguments: [{ claimId: claim.id, ...more }] };
    made.diagnostics = concerned;
    return made;
  };
  const { fix } = claim;
  const actions: vscode.CodeAction[] = [];
  if (fix !== null && fixRange(claim, document.getText(range), eolOf(document)) !== null) {
    const replace = action(t('Replace “{0}” by “{1}”, as {2} says', fix.before, fix.after, fix.because.path), commands.applyFix);
    replace.isPreferred = true;
    actions.push(replace);
  }
  if (tone === 'supported' && claim.evidence.length > 0)
    actions.push(action(t('Cite evidence: {0}', claim.evidence[0]?.path ?? ''), commands.citeEvidence));
  if (claim.evidence.length > 0) actions.push(action(t('Open evidence'), commands.openEvidence));
  actions.push(action(t('Decide…'), commands.changeVerdict), action(t('Not a claim'), commands.notAClaim));
  return actions;
}
