import { statusWords } from './print-answer.ts';
import { decimal, plural, shown, t } from '../base/language.ts';
import { placeName } from '../contract/locator.ts';
import type { CheckedAnswer } from '../minimise/verify-answer.ts';
import type { CitationState } from '../minimise/verify-citations.ts';
import type { VerifiedReport } from '../minimise/verify-report.ts';

const words: Record<CitationState, () => string> = {
  holds: () => t('holds'),
  moved: () => t('stands elsewhere now'),
  changed: () => t('does not say this now'),
  forged: () => t('forged: the document was never changed, and says something else there'),
  'document-missing': () => t('document is gone, or outside the folder'),
};

function answerWords({ state, read }: CheckedAnswer): string {
  switch (state) {
    case 'none':
      return t('there is none');
    case 'verdict':
      return t('is the status of the claim');
    case 'quoted':
      return t('stands in what it cites');
    case 'read-again':
      return t('read again from what it cites: the same');
    case 'not-quoted':
      return t('does not stand word by word in what it cites; --reread has it read again from there');
    case 'differs':
      return read === null ? t('is not what the cited sentences say') : t('read again from what it cites, it is another: {0}', read);
  }
}

/** The check of a stored report for a person at a terminal. */
export function printVerified(verified: VerifiedReport): string {
  const lines = [
    verified.holds ? t('The report holds.') : t('The report does not hold.'),
    `  ${verified.hashMatches ? t('hash: matches, so the report is as it was when the hash was made') : t('hash: does not match: the report was changed')}`,
    `  ${t('answer: {0}', answerWords(verified.answer))}`,
    `  ${t('quality recomputed: {0}', decimal(verified.terms.calibrated, 4))}`,
    ...verified.problems.map((problem) => `  ${t('problem: {0}', shown(problem))}`),
  ];
  for (const { citation, state, minimal, heldByCopy } of verified.citations) {
    if (!minimal && state === 'holds') continue;
    lines.push(
      `  ${(minimal ? t('minimal') : t('other')).padEnd(7)}  ${placeName(citation)}  ${words[state]()}${heldByCopy && state !== 'holds' ? `, ${t('held by a copy')}` : ''}`,
    );
  }
  lines.push(
    `  ${plural(verified.citations.length, '{0} quote was cut from its document again.', '{0} quotes were cut from their documents again.')}`,
    `  ${t('as the documents are now: {0}. {1}', statusWords(verified.standing.status), shown(verified.standing.reason))}`,
    `  ${t('The hash is no signature: it does not tell who wrote the report. The scores in it are taken as they are; that a model gave them is not shown.')}`,
  );
  return `${lines.join('\n')}\n`;
}
