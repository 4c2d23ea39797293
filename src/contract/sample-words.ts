import { percent, plural, t, whole } from '../base/language.ts';
import { findingOf, findingWords } from './claim-words.ts';
import type { SampleState, StratumName } from './sample.ts';

/** What a sample tells at this moment, in one or two sentences. */
export function sampleWords({ confidence, unseen, wrongAtMost, looked, wrong, reached, further, tolerable }: SampleState): string {
  const seen = plural(
    looked,
    '{0} claim of the sample was looked at, {1} of them wrong.',
    '{0} claims of the sample were looked at, {1} of them wrong.',
    whole(wrong),
  );
  const bound =
    unseen === 0
      ? t('No claim is left that nobody looked at.')
      : t(
          'With {0} confidence at most {1} of the {2} claims that nobody looked at are wrong.',
          percent(confidence),
          whole(wrongAtMost),
          whole(unseen),
        );
  const next = reached
    ? t('That is within the {0} that are tolerated.', percent(tolerable))
    : further === null
      ? t('More are wrong than the {0} that are tolerated: look at all of them.', percent(tolerable))
      : plural(
          further,
          '{0} more, right, reaches the {1} that are tolerated.',
          '{0} more, all of them right, reach the {1} that are tolerated.',
          percent(tolerable),
        );
  return `${bound} ${next} ${seen}`;
}

/** A stratum's name for people. */
export function stratumWords(name: StratumName): string {
  switch (name) {
    case 'all':
      return t('all claims');
    case 'none':
      return t('no chance given');
    case '0-0.7':
    case '0.7-0.9':
    case '0.9-1':
      return t('chance {0}', name);
    case 'uncertain':
    case 'not-enough-evidence':
      return t('Left open');
    default:
      return findingWords(findingOf(name, undefined)).headline;
  }
}
