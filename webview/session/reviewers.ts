import { decimal, t } from '../../src/base/language.ts';
import { jointWords } from '../../src/contract/claim-words.ts';
import type { Agreement, ClaimReview } from '../../src/contract/session.ts';

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

/** How far reviewers agree beyond chance, with its interval where there is one. */
export function agreementWords({ measure, value, interval, claims }: Agreement): string {
  const name = measure === 'cohen-kappa' ? 'Cohen’s κ' : 'Krippendorff’s α';
  if (value === null) return t('Agreement beyond chance cannot be told from {0} claims that at least two decided.', claims);
  if (interval === null)
    return t('Reviewers agree beyond chance: {0} {1} on {2} claims that at least two decided.', name, decimal(value), claims);
  const [low, high] = interval;
  return t(
    'Reviewers agree beyond chance: {0} {1} (95 % interval {2} to {3}) on {4} claims that at least two decided.',
    ...[name, decimal(value), decimal(low), decimal(high), claims],
  );
}
