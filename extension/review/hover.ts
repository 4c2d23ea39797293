import * as vscode from 'vscode';

import { shown, t } from '../../src/base/language.ts';
import { visible, visibleLine } from '../../src/base/visible.ts';
import { jointWords, openTones, toneIcons, toneWords, verdictChanceWords } from '../../src/contract/claim-words.ts';
import { citedFromWords } from '../../src/contract/document-role.ts';
import type { ClaimAtom } from '../../src/contract/atoms.ts';
import { placeName } from '../../src/contract/locator.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import { revisionOf } from '../../src/contract/session-predict.ts';
import { fixRange } from '../../src/panel/session-cite.ts';
import { commands } from '../names.ts';
import { eolOf } from './edits.ts';
import type { ClaimPlaces, PlacedClaim } from './places.ts';

/** Pieces of evidence a hover shows of each side; the rest is on the session's page. */
const mostShown = 2;
const mostQuoted = 400;

/** On a claim: its verdict in words, what of it is said, the evidence, and the decision right there. */
export class ClaimHover implements vscode.HoverProvider {
  readonly #places: ClaimPlaces;

  constructor(places: ClaimPlaces) {
    this.#places = places;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | null {
    const placed = this.#places.at(document, position);
    if (placed === null) return null;
    const canFix = placed.claim.fix !== null && fixRange(placed.claim, document.getText(placed.range), eolOf(document)) !== null;
    return new vscode.Hover(hoverText(placed, canFix), placed.range);
  }
}

/** Words of documents, models and reviewers are data: they are set as text, never as Markdown. */
function hoverText({ claim, tone, edited }: PlacedClaim, canFix: boolean): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = {
    enabledCommands: [
      commands.agreeWithVerdict,
      commands.changeVerdict,
      commands.notAClaim,
      commands.noteOnClaim,
      commands.undoVerdict,
      commands.openEvidence,
      commands.applyFix,
      commands.openReviewWide,
    ],
  };
  const link = (label: string, command: string, more: Readonly<Record<string, unknown>> = {}): string =>
    `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([{ claimId: claim.id, revision: revisionOf(claim), ...more }]))})`;
  text.appendMarkdown(`$(${toneIcons[tone]}) **${toneWords(tone)}**`);
  if (claim.chance !== null) text.appendMarkdown(` · ${verdictChanceWords(claim.chance)}`);
  if (edited) text.appendMarkdown(`\n\n$(edit) ${t('The claim has been edited since it was checked.')}`);
  if (claim.stale) text.appendMarkdown(`\n\n$(history) ${t('A document that this rests on has changed since.')}`);
  const failure = claim.error?.message ?? '';
  // The problem that stands above this hover has told why.
  const isProblem = !edited && (tone === 'refuted' || tone === 'conflicting');
  if ((claim.reason !== '' && !isProblem) || failure !== '') {
    text.appendMarkdown('\n\n');
    text.appendText(visible(shown(failure === '' ? claim.reason : failure)));
  }
  appendAtoms(text, claim.atoms);
  appendSide(text, claim, tone, 'evidence', link);
  appendSide(text, claim, tone, 'counterEvidence', link);
  appendReview(text, claim);
  if (canFix && claim.fix !== null) {
    text.appendMarkdown(`\n\n$(lightbulb) ${link(t('Replace'), commands.applyFix)} `);
    text.appendText(visible(t('“{0}” by “{1}”', claim.fix.before, claim.fix.after)));
  }
  const decide = [
    ...(claim.status === null ? [] : [link(`$(check) ${t('Agree')}`, commands.agreeWithVerdict)]),
    link(`$(edit) ${t('Decide…')}`, commands.changeVerdict),
    link(`$(circle-slash) ${t('Not a claim')}`, commands.notAClaim),
    link(`$(note) ${t('Note')}`, commands.noteOnClaim),
    ...(claim.review.by.length === 0 ? [] : [link(`$(discard) ${t('Undo')}`, commands.undoVerdict)]),
    link(`$(open-preview) ${t('Session')}`, commands.openReviewWide),
  ];
  text.appendMarkdown(`\n\n---\n\n${decide.join(' · ')}`);
  return text;
}

const atomMarks: Readonly<Record<ClaimAtom['state'], string>> = { said: '$(check)', denied: '$(close)', unsaid: '$(question)' };

function appendAtoms(text: vscode.MarkdownString, atoms: readonly ClaimAtom[]): void {
  if (atoms.length === 0) return;
  text.appendMarkdown('\n\n');
  for (const [position, atom] of atoms.entries()) {
    text.appendMarkdown(`${position === 0 ? '' : ' · '}${atomMarks[atom.state]} `);
    text.appendText(
      visible(
        `${atom.text.replaceAll(/\s+/g, ' ')}${atom.state === 'said' ? '' : ` (${atom.state === 'denied' ? t('denied') : t('not said')})`}`,
      ),
    );
  }
}

function appendSide(
  text: vscode.MarkdownString,
  claim: SessionClaim,
  tone: PlacedClaim['tone'],
  side: 'evidence' | 'counterEvidence',
  link: (label: string, command: string, more: Readonly<Record<string, unknown>>) => string,
): void {
  const entries = claim[side];
  if (entries.length === 0) return;
  if (side === 'evidence' && openTones.includes(tone))
    text.appendMarkdown(`\n\n${claim.open === 'nothing' ? t('Nearest sentences, about something else') : t('Sentences to read')}:`);
  if (side === 'counterEvidence') text.appendMarkdown(`\n\n${t('On the other side:')}`);
  for (const [index, citation] of entries.slice(0, mostShown).entries()) {
    const words = citation.quote.replaceAll(/\s+/g, ' ').trim();
    const from = citedFromWords(citation.documentRole);
    text.appendMarkdown('\n\n');
    text.appendText(visible(`“${words.length > mostQuoted ? `${words.slice(0, mostQuoted)}…` : words}”`));
    text.appendMarkdown(
      ` ${link(`$(go-to-file) ${escaped(placeName(citation))}`, commands.openEvidence, { side, index })}${from === '' ? '' : ` · ${from}`}`,
    );
  }
  if (entries.length > mostShown) text.appendMarkdown(`\n\n${t('and {0} more', entries.length - mostShown)}`);
}

/** Words inside a link: no Markdown and no icon in them. */
function escaped(words: string): string {
  return visibleLine(words).replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

function appendReview(text: vscode.MarkdownString, { review }: SessionClaim): void {
  if (review.verdict === 'undecided' && review.notes.length === 0) return;
  text.appendMarkdown('\n\n$(person) ');
  text.appendText(
    visible(
      review.by.length === 0
        ? jointWords(review.verdict)
        : [
            ...review.by.map(
              ({ reviewer, verdict, outdated }) =>
                `${reviewer}: ${jointWords(verdict)}${outdated ? ` (${t('on an earlier result; does not count')})` : ''}`,
            ),
            ...(review.adjudicated === null
              ? []
              : [t('settled by {0}: {1}', review.adjudicated.reviewer, jointWords(review.adjudicated.verdict))]),
          ].join('; '),
    ),
  );
  for (const { reviewer, text: note } of review.notes.slice(-3)) {
    text.appendMarkdown('\n\n$(note) ');
    text.appendText(visible(`${reviewer}: ${note}`));
  }
}
