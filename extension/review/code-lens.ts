import * as vscode from 'vscode';

import { t } from '../../src/base/language.ts';
import { isOpen } from '../../src/panel/session-queue.ts';
import { commands, views } from '../names.ts';
import type { Session } from '../session.ts';
import type { ClaimPlaces, PlacedClaim } from './places.ts';

/** Lines above a claim among which its heading is looked for. */
const mostLines = 400;

/** Above the document and above each section: how its claims stand. */
export class ClaimLenses implements vscode.CodeLensProvider {
  readonly #session: Session;
  readonly #places: ClaimPlaces;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(session: Session, places: ClaimPlaces) {
    this.#session = session;
    this.#places = places;
    this.onDidChangeCodeLenses = places.onDidChange;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const placed = this.#places.in(document);
    if (placed.length === 0) return [];
    const { reviewer, isChecking, isFrozen } = this.#session.review;
    const top = new vscode.Range(0, 0, 0, 0);
    const lenses = [
      new vscode.CodeLens(top, { title: summary(placed, reviewer), command: `${views.review}.focus` }),
      isChecking
        ? new vscode.CodeLens(top, { title: `$(loading~spin) ${t('Fact-checking')}`, command: commands.cancelFactCheck })
        : new vscode.CodeLens(top, {
            title: isFrozen ? `$(lock) ${t('Signed')}` : t('Sign off'),
            command: isFrozen ? `${views.review}.focus` : commands.signOff,
          }),
    ];
    for (const section of sections(document, placed)) {
      const first = section.claims.find(({ claim }) => isOpen(claim, reviewer)) ?? section.claims[0];
      if (first === undefined || section.line === 0) continue;
      lenses.push(
        new vscode.CodeLens(new vscode.Range(section.line, 0, section.line, 0), {
          title: summary(section.claims, reviewer),
          command: commands.openClaim,
          arguments: [{ claimId: first.claim.id }],
        }),
      );
    }
    return lenses;
  }
}

/** "7 claims · 1 refuted · 2 conflicting · 4 of 7 decided". */
function summary(placed: readonly PlacedClaim[], reviewer: string): string {
  const count = (tone: PlacedClaim['tone']): number => placed.filter((entry) => entry.tone === tone).length;
  const decided = placed.filter(({ claim }) => !isOpen(claim, reviewer)).length;
  const parts = [placed.length === 1 ? t('1 claim') : t('{0} claims', placed.length)];
  if (count('refuted') > 0) parts.push(t('{0} refuted', count('refuted')));
  if (count('conflicting') + count('split') > 0) parts.push(t('{0} conflicting', count('conflicting') + count('split')));
  if (count('stale') > 0) parts.push(t('{0} to check again', count('stale')));
  parts.push(t('{0} of {1} decided', decided, placed.length));
  return parts.join(' · ');
}

interface Section {
  readonly line: number;
  readonly claims: PlacedClaim[];
}

/** Claims by the heading that they stand under, where that is found above them. */
function sections(document: vscode.TextDocument, placed: readonly PlacedClaim[]): Section[] {
  const found = new Map<string, Section>();
  for (const entry of [...placed].sort((a, b) => a.range.start.compareTo(b.range.start))) {
    const key = entry.claim.headingPath.join('\n');
    const heading = entry.claim.headingPath.at(-1);
    const known = found.get(key);
    if (known !== undefined) known.claims.push(entry);
    else if (heading !== undefined) found.set(key, { line: headingLine(document, entry.range.start.line, heading), claims: [entry] });
  }
  return [...found.values()];
}

function headingLine(document: vscode.TextDocument, from: number, heading: string): number {
  const words = heading.trim();
  for (let line = from; line >= Math.max(0, from - mostLines); line -= 1) {
    const text = document.lineAt(line).text;
    if (
      text.length < words.length + 40 &&
      text.includes(words) &&
      text.replaceAll(/^[\s#=*\d.]+|[\s#=*]+$/g, '') === words.replaceAll(/^[\s#=*\d.]+|[\s#=*]+$/g, '')
    )
      return line;
  }
  return from;
}
