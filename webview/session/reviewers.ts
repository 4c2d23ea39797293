import { t } from '../../src/base/language.ts';
import { jointWords } from '../../src/contract/claim-words.ts';
import type { ClaimReview } from '../../src/contract/session.ts';

/** Who decided what, on one line; empty where nobody has. */
export function reviewersLine({ by, adjudicated }: ClaimReview): string {
  return [
    ...by.map(
      ({ reviewer, verdict, outdated }) =>
        `${reviewer}: ${jointWords(verdict)}${outdated ? ` (${t('on an earlier result; does not count')})` : ''}`,
    ),
    ...(adjudicated === null ? [] : [t('settled by {0}: {1}', adjudicated.reviewer, jointWords(adjudicated.verdict))]),
  ].join(' · ');
}
