import { statusWords } from './print-answer.ts';
import { lined } from './terminal.ts';
import { decimal, plural, shown, t } from '../base/language.ts';
import { placeName } from '../contract/locator.ts';
import type { CheckedAnswer } from '../minimise/verify-answer.ts';
import type { CitationState } from '../minimise/verify-citations.ts';
import type { VerificationResult, VerifiedReport } from '../audit/verification/verification.ts';

const words: Record<CitationState, () => string> = {
  holds: () => t('holds'),
  moved: () => t('stands elsewhere now'),
  changed: () => t('does not say this now'),
  forged: () => t('forged: the document was never changed, and says something else there'),
  'document-missing': () => t('document is gone, or outside the folder'),
};

function answerWords({ state, read }: CheckedAnswer): string {
  switch (state) {
    case 'recomputed':
      return t('follows from what was read');
    case 'none':
      return t('there is none');
    case 'verdict':
      return t('is the status of the claim');
    case 'quoted':
      return t('stands in what it cites');
    case 'read-again':
      return t('read again: the same');
    case 'not-quoted':
      return t('does not stand word by word in what it cites; --reread has it read again from there');
    case 'differs':
      return read === null ? t('is not what the cited sentences say') : t('read again from what it cites, it is another: {0}', read);
  }
}

const results: Record<VerificationResult, () => string> = {
  proven: () => t('Proven: the answer was read again from these documents, and is the same.'),
  consistent: () => t('Consistent: the answer follows from the documents and from what the report says that the judge read.'),
  unproven: () => t('Not proven: nothing contradicts the report, and its answer could not be had again.'),
  contradicted: () => t('The report does not hold.'),
};

/** The check of a stored report for a person at a terminal. */
export function printVerified(verified: VerifiedReport): string {
  const lines = [
    results[verified.result](),
    `  ${verified.hashMatches ? t('hash: matches, so the report is as it was when the hash was made') : t('hash: does not match: the report was changed')}`,
    `  ${t('answer: {0}', answerWords(verified.answer))}`,
    `  ${t('quality recomputed: {0}', decimal(verified.terms.calibrated, 4))}`,
    ...verified.problems.map((problem) => `  ${t('problem: {0}', shown(problem))}`),
    ...verified.obstacles.map((obstacle) => `  ${t('not recomputed: {0}', shown(obstacle))}`),
  ];
  for (const { citation, state, minimal, heldByCopy } of verified.citations) {
    if (!minimal && state === 'holds') continue;
    lines.push(
      `  ${(minimal ? t('minimal') : t('other')).padEnd(7)}  ${placeName(citation)}  ${words[state]()}${heldByCopy && state !== 'holds' ? `, ${t('held by a copy')}` : ''}`,
    );
  }
  lines.push(
    `  ${plural(verified.citations.length, '{0} quote was cut from its document again.', '{0} quotes were cut from their documents again.')}`,
  );
  if (verified.result === 'proven' || verified.result === 'consistent')
    lines.push(
      `  ${t('recomputed: the answer with its marks, claims, numbers and roles of the evidence, conflicts, headings, rows and places')}`,
    );
  if (verified.reread !== null)
    lines.push(
      `  ${plural(verified.reread, '{0} pair of texts was read again by the judge.', '{0} pairs of texts were read again by the judge.')}`,
    );
  lines.push(
    `  ${t('as the documents are now: {0}. {1}', statusWords(verified.standing.status), shown(verified.standing.reason))}`,
    ...(verified.asStated.length === 0 ? [] : [`  ${t('as stated by the report, not checked:')}`]),
    ...verified.asStated.map(({ what }) => `    - ${shown(what)}`),
    `  ${t('The hash is no signature: it does not tell who wrote the report.')}`,
  );
  return `${lined(lines)}\n`;
}
