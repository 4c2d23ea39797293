import * as vscode from 'vscode';

import { shown, t } from '../../src/base/language.ts';
import { visibleLine } from '../../src/base/visible.ts';
import { jointWords, type Tone, toneIcons, toneOf, toneWords, verdictBy, verdictWords } from '../../src/contract/claim-words.ts';
import { citedFromWords } from '../../src/contract/document-role.ts';
import { placeName } from '../../src/contract/locator.ts';
import { seenLine } from '../../src/contract/seen-quote.ts';
import type { Session as ReviewSession, SessionClaim } from '../../src/contract/session.ts';
import { isOpen, type QueueFilter, sectionOf, visibleClaim } from '../../src/panel/session-queue.ts';
import { commands } from '../names.ts';

/** A line of the queue: a claim, a piece of its evidence, or a section of the document. */
export type QueueNode =
  | { readonly type: 'section'; readonly name: string }
  | { readonly type: 'claim'; readonly claimId: string }
  | { readonly type: 'evidence'; readonly claimId: string; readonly side: 'evidence' | 'counterEvidence'; readonly index: number };

const colours: Readonly<Record<Tone, string>> = {
  waiting: 'disabledForeground',
  checking: 'progressBar.background',
  failed: 'errorForeground',
  hidden: 'disabledForeground',
  stale: 'editorWarning.foreground',
  supported: 'testing.iconPassed',
  refuted: 'testing.iconFailed',
  conflicting: 'editorWarning.foreground',
  uncovered: 'descriptionForeground',
  part: 'descriptionForeground',
  nothing: 'descriptionForeground',
  open: 'descriptionForeground',
  withdrawn: 'editorWarning.foreground',
  split: 'editorWarning.foreground',
  dismissed: 'disabledForeground',
};

/** Of a claim that is decided: filled, and not a tick where it was refuted. */
const decidedIcons: Readonly<Record<Tone, string>> = {
  ...toneIcons,
  supported: 'pass-filled',
  refuted: 'circle-filled',
  conflicting: 'circle-filled',
  open: 'circle-filled',
};

const filters: Readonly<Record<QueueFilter, () => string>> = {
  all: () => t('All claims'),
  open: () => t('Still to decide'),
  refuted: () => verdictWords('refuted').name,
  conflicting: () => verdictWords('conflicting').name,
  supported: () => verdictWords('supported').name,
  uncovered: () => t('Left open, in part or whole'),
  stale: () => t('Evidence has changed'),
};

export function filterWords(filter: QueueFilter): string {
  return filters[filter]();
}

const longest = 160;

/** The line of a claim. */
export function claimItem(session: ReviewSession, claim: SessionClaim, reviewer: string): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const visible = visibleClaim(session, claim, reviewer);
  const tone = toneOf(session, claim, reviewer);
  const mine = verdictBy(claim, reviewer);
  const words = claim.text.replaceAll(/\s+/g, ' ').trim();
  const line = words.length > longest ? `${words.slice(0, longest)}…` : words;
  const item = new vscode.TreeItem(visibleLine(line), visible.evidence.length + visible.counterEvidence.length === 0 ? None : Collapsed);
  const decision = decisionWords(visible, mine);
  // The verdict first: in a narrow view the end of a line is not seen.
  item.label = decision ?? toneWords(tone);
  item.id = `${session.id} ${claim.id}`;
  item.description = [
    ...(decision === null || tone === 'split' ? [] : [t('decided')]),
    ...(visible.review.notes.length === 0 ? [] : [`✎ ${visible.review.notes.length}`]),
    line,
  ].join(' · ');
  item.iconPath = new vscode.ThemeIcon(
    decision === null || tone === 'split' ? toneIcons[tone] : decidedIcons[tone],
    new vscode.ThemeColor(colours[tone]),
  );
  item.contextValue = session.signed ? 'claimSigned' : 'claim';
  item.command = { command: commands.openClaim, title: t('Show in Document'), arguments: [{ claimId: claim.id }] };
  const spoken = [words, decision === null ? toneWords(tone) : t('decided: {0}', decision), shown(visible.reason)];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  item.tooltip = [
    words,
    '',
    toneWords(tone),
    ...(visible.reason === '' ? [] : [shown(visible.reason)]),
    ...(claim.headingPath.length === 0 ? [] : ['', claim.headingPath.join(' › ')]),
  ].join('\n');
  return item;
}

/** The line of a section, with how far it is. */
export function sectionItem(name: string, claims: readonly SessionClaim[], reviewer: string): vscode.TreeItem {
  const own = claims.filter((claim) => sectionOf(claim) === name);
  const item = new vscode.TreeItem(name === '' ? t('Without a heading') : visibleLine(name), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `section ${name}`;
  item.description = t('{0} of {1} decided', own.filter((claim) => !isOpen(claim, reviewer)).length, own.length);
  item.iconPath = new vscode.ThemeIcon('symbol-string');
  item.contextValue = 'section';
  return item;
}

/** What was decided, in a word or two; null where nothing. */
function decisionWords({ review }: SessionClaim, mine: ReturnType<typeof verdictBy>): string | null {
  if (review.verdict === 'undecided') return null;
  if (review.verdict === 'split') return jointWords('split');
  const others = review.by.filter(({ outdated }) => !outdated).length - (mine === null ? 0 : 1);
  return `${jointWords(review.verdict)}${others === 0 ? '' : mine === null ? ` (${review.by.flatMap(({ reviewer, outdated }) => (outdated ? [] : [reviewer])).join(', ')})` : ` (+${others})`}`;
}

/** The line of a piece of evidence. */
export function evidenceItem(
  session: ReviewSession,
  claim: SessionClaim,
  reviewer: string,
  { side, index }: Extract<QueueNode, { type: 'evidence' }>,
): vscode.TreeItem {
  const citation = visibleClaim(session, claim, reviewer)[side][index];
  if (citation === undefined) return new vscode.TreeItem('');
  const item = new vscode.TreeItem(visibleLine(`“${seenLine(citation)}”`));
  item.id = `${session.id} ${claim.id} ${side} ${index}`;
  const from = citedFromWords(citation.documentRole);
  item.description = `${placeName(citation)}${from === '' ? '' : ` · ${from}`}`;
  item.iconPath = new vscode.ThemeIcon(side === 'evidence' ? 'quote' : 'versions');
  item.contextValue = 'claimEvidence';
  item.tooltip = `${placeName(citation)}\n${citation.quote}`;
  item.command = {
    command: commands.openEvidence,
    title: t('Open Evidence'),
    arguments: [{ claimId: claim.id, side, index }],
  };
  return item;
}
