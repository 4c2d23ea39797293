import { failureWords } from '../base/language.ts';
import type { Citation } from '../contract/citation.ts';
import { describeLocator } from '../contract/locator.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import { type Paint, statusStyles, statusWords } from './print-answer.ts';

/** Something is wrong with the claim as it stands, and no reviewer has said otherwise. */
export function isAgainst({ status, review }: SessionClaim): boolean {
  if (review.verdict !== 'undecided' && review.verdict !== 'split') return review.verdict === 'refuted' || review.verdict === 'conflicting';
  return status === 'refuted' || status === 'conflicting';
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * A claim for a person at a terminal: where it stands, what the check found and why, the parts that are denied or not said, the evidence.
 * @param blind what the check found is kept back until somebody has decided
 */
export function printClaim(
  claim: SessionClaim,
  { path, blind, paint }: { readonly path: string; readonly blind: boolean; readonly paint: Paint },
): string {
  const { place, text, statement, status, state, error, reason, atoms, evidence, counterEvidence, fix, stale, review } = claim;
  const line = claim.anchor.state === 'lost' ? place.line : claim.anchor.line;
  const isHidden = blind && review.by.length === 0;
  const verdict = isHidden
    ? paint('dim', 'To be decided first')
    : state === 'failed'
      ? paint('red', 'Could not be checked')
      : status === null
        ? paint('dim', 'Not checked')
        : paint(statusStyles[status], status === 'uncertain' ? statusWords['not-enough-evidence'] : statusWords[status]);
  const lines = [`${paint('cyan', `${path}:${line}`)}  ${verdict}`, `    ${paint('bold', oneLine(text))}`];
  if (oneLine(text) !== statement) lines.push(paint('dim', `    checked as: ${statement}`));
  if (error !== null) lines.push(`    ${failureWords(error)}`);
  if (!isHidden && status !== null) {
    lines.push(`    ${reason}${stale ? ' A document that it rests on has changed since.' : ''}`);
    const open = status === 'supported' ? [] : atoms.filter((atom) => atom.state !== 'said');
    lines.push(
      ...open.map(
        (atom) => `      ${atom.state === 'denied' ? '!' : '?'} ${oneLine(atom.text)}  ${atom.state === 'denied' ? 'denied' : 'not said'}`,
      ),
    );
    // Beside an open claim the nearest sentences would look like its evidence.
    const isOpen = status === 'not-enough-evidence' || status === 'uncertain';
    lines.push(...evidence.slice(0, isOpen ? 1 : undefined).flatMap((cited) => quoted(cited, isOpen ? 'nearest' : 'evidence', paint)));
    lines.push(...counterEvidence.flatMap((cited) => quoted(cited, 'other side', paint)));
    if (fix !== null) lines.push(`    fix       "${fix.before}" could be "${fix.after}"`);
  }
  lines.push(...decided(claim));
  return `${lines.join('\n')}\n\n`;
}

function quoted(citation: Citation, what: string, paint: Paint): string[] {
  const { path, line, locator, quote } = citation;
  const place = locator === undefined ? `${path}:${line}` : `${path}, ${describeLocator(locator)}`;
  return [`    ${what.padEnd(9)} ${paint('cyan', place)}`, `              "${oneLine(quote)}"`];
}

function decided({ review }: SessionClaim): string[] {
  const { by, adjudicated, notes } = review;
  return [
    ...by.map(({ reviewer, verdict, outdated }) => `    decided   ${verdict} by ${reviewer}${outdated ? ', on an earlier result' : ''}`),
    ...(adjudicated === null ? [] : [`    settled   ${adjudicated.verdict} by ${adjudicated.reviewer}`]),
    ...notes.map(({ reviewer, text }) => `    note      ${reviewer}: ${oneLine(text)}`),
  ];
}

/** The session in a few lines. */
export function printSession(session: Session, { paint }: { readonly paint: Paint }): string {
  const { id, path, claims, total, decided: settled, signOffs, agreement, documentChanged, blind } = session;
  const count = (...statuses: SessionClaim['status'][]): number => claims.filter(({ status }) => statuses.includes(status)).length;
  const parts = blind
    ? []
    : [
        `${count('supported')} supported`,
        paint('red', `${count('refuted')} refuted`),
        `${count('conflicting')} conflicting`,
        `${count('not-enough-evidence', 'uncertain')} not covered`,
      ];
  const failed = claims.filter(({ state }) => state === 'failed').length;
  if (failed > 0) parts.push(`${failed} could not be checked`);
  const value = agreement?.value;
  return [
    `${paint('bold', path)}  ${[total === 1 ? '1 claim' : `${total} claims`, ...parts, `${settled} decided`].join(', ')}`,
    ...(documentChanged ? ['The document has changed since its claims were found.'] : []),
    ...(value === null || value === undefined
      ? []
      : [`Reviewers agree with ${agreement?.measure === 'cohen-kappa' ? "Cohen's kappa" : "Krippendorff's alpha"} ${value.toFixed(2)}.`]),
    ...signOffs.flatMap(({ reviewer, at, statement, changedSince }) => [
      `Signed by ${reviewer} at ${at}: ${oneLine(statement)}`,
      ...changedSince.map((change) => paint('yellow', `  Since then: ${change}`)),
    ]),
    `Session .linchpin/sessions/${id}.json`,
    '',
  ].join('\n');
}
