import { type ClaimFinding, findingOf, jointWords, sessionHeadline } from '../contract/claim-words.ts';
import { decimal, failureWords, plural, shown, t } from '../base/language.ts';
import { basisLines } from '../contract/basis.ts';
import { citedFromWords } from '../contract/document-role.ts';
import { placeName } from '../contract/locator.ts';
import { sampleWords } from '../contract/sample-words.ts';
import { rowWords } from '../contract/row-words.ts';
import type { CitedEvidence, Session, SessionClaim } from '../contract/session.ts';
import { keyWords } from '../contract/sign-words.ts';
import { type Paint, statusStyles } from './print-answer.ts';
import { lined } from './terminal.ts';
import { seenLine } from '../contract/seen-quote.ts';

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
    ? paint('dim', t('To be decided first'))
    : state === 'failed'
      ? paint('red', t('Could not be checked'))
      : status === null
        ? paint('dim', t('Not checked'))
        : paint(statusStyles[status], sessionHeadline(claim, status));
  const lines = [`${paint('cyan', placeName({ ...place, path, line }))}  ${verdict}`, `    ${paint('bold', oneLine(text))}`];
  if (oneLine(text) !== statement) lines.push(paint('dim', `    ${t('checked as: {0}', statement)}`));
  if (error !== null) lines.push(`    ${failureWords(error)}`);
  if (!isHidden && status !== null) {
    lines.push(`    ${shown(reason)}${stale ? ` ${t('A document that this rests on has changed since.')}` : ''}`);
    const open = status === 'supported' ? [] : atoms.filter((atom) => atom.state !== 'said');
    lines.push(
      ...open.map(
        (atom) =>
          `      ${atom.state === 'denied' ? '!' : '?'} ${oneLine(atom.text)}  ${atom.state === 'denied' ? t('denied') : t('not said')}`,
      ),
    );
    // Beside an open claim sentences are to be read, and are no evidence.
    const isOpen = status === 'not-enough-evidence' || status === 'uncertain';
    lines.push(
      ...evidence
        .slice(0, claim.open === 'nothing' ? 1 : undefined)
        .flatMap((cited) => quoted(cited, isOpen ? (claim.open === 'nothing' ? t('nearest') : t('read')) : t('evidence'), paint)),
    );
    lines.push(...counterEvidence.flatMap((cited) => quoted(cited, t('other side'), paint)));
    if (fix !== null) lines.push(`    ${t('fix').padEnd(9)} ${t('"{0}" could be "{1}"', oneLine(fix.before), oneLine(fix.after))}`);
  }
  lines.push(...decided(claim));
  return `${lined(lines)}\n\n`;
}

function quoted(citation: CitedEvidence, what: string, paint: Paint): string[] {
  const { row, documentRole } = citation;
  return [
    `    ${what.padEnd(9)} ${paint('cyan', placeName(citation))}${documentRole === undefined ? '' : `  ${citedFromWords(documentRole)}`}`,
    `              "${seenLine(citation)}"`,
    ...(row === undefined ? [] : [`              ${paint('dim', rowWords(row))}`]),
  ];
}

function decided({ review }: SessionClaim): string[] {
  const { by, adjudicated, notes } = review;
  return [
    ...by.map(
      ({ reviewer, verdict, outdated }) =>
        `    ${t('decided: {0}', jointWords(verdict))}, ${reviewer}${outdated ? ` (${t('on an earlier result; does not count')})` : ''}`,
    ),
    ...(adjudicated === null ? [] : [`    ${t('settled by {0}: {1}', adjudicated.reviewer, jointWords(adjudicated.verdict))}`]),
    ...notes.map(({ reviewer, text }) => `    ${t('Note by {0}: {1}', reviewer, oneLine(text))}`),
  ];
}

/** The session in a few lines. @param file where it is kept, as a person at this terminal names it */
export function printSession(session: Session, { paint, file }: { readonly paint: Paint; readonly file: string }): string {
  const { path, claims, total, decided: settled, signOffs, agreement, documentChanged, blind, sample } = session;
  const count = (finding: ClaimFinding): number =>
    claims.filter(({ status, open }) => status !== null && findingOf(status, open) === finding).length;
  const parts = blind
    ? []
    : [
        t('{0} supported', count('supported')),
        paint('red', t('{0} refuted', count('refuted'))),
        t('{0} with sources that disagree', count('conflicting')),
        t('{0} undecided', count('undecided')),
        t('{0} said only in part', count('part')),
        t('{0} with nothing found', count('nothing')),
      ];
  const failed = claims.filter(({ state }) => state === 'failed').length;
  if (failed > 0) parts.push(t('{0} could not be checked', failed));
  const value = agreement?.value;
  return lined([
    `${paint('bold', path)}  ${[plural(total, '{0} claim', '{0} claims'), ...parts, t('{0} decided', settled)].join(', ')}`,
    ...(session.basis === undefined ? [] : basisLines(session.basis)),
    ...(documentChanged ? [t('The document has changed since its claims were found.')] : []),
    ...(value === null || value === undefined
      ? []
      : [
          t(
            'Reviewers agree with {0} {1}.',
            agreement?.measure === 'cohen-kappa' ? t("Cohen's kappa") : t("Krippendorff's alpha"),
            decimal(value),
          ),
        ]),
    ...(sample === undefined ? [] : [sampleWords(sample)]),
    ...signOffs.flatMap(({ reviewer, at, statement, changedSince, ...how }) => [
      t('Signed by {0} at {1}: {2}', reviewer, at, oneLine(statement)),
      `  ${keyWords(how)}`,
      ...changedSince.map((change) => paint('yellow', `  ${t('Since then: {0}', shown(change))}`)),
    ]),
    t('Session {0}', file),
    '',
  ]);
}
