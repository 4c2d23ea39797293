import { plural, t, whole } from '../base/language.ts';
import type { SampleState } from '../contract/sample.ts';
import { sampleWords, stratumWords } from '../contract/sample-words.ts';
import type { Session } from '../contract/session.ts';
import { lined } from './terminal.ts';

/** A sample for a person at a terminal: what was drawn, how far the review of it is, the bound, and what to look at next. */
export function printSample(sample: SampleState, { claims, path, blind }: Pick<Session, 'claims' | 'path' | 'blind'>): string {
  const { strata, planned, population, next, changed, seed, reviewer, createdAt, wrongAtPlannedSize } = sample;
  const texts = new Map(claims.map(({ id, text, place }) => [id, `${path}:${whole(place.line)}  ${text.replaceAll(/\s+/g, ' ').trim()}`]));
  return lined([
    t('{0} of {1} claims were drawn by {2} at {3}, seed {4}.', whole(planned), whole(population), reviewer, createdAt, String(seed)),
    // In a blind session the verdicts that the strata are named by stay hidden.
    ...(blind
      ? []
      : strata.map((stratum) =>
          t(
            '  {0}: {1} of {2}, {3} looked at, {4} wrong',
            stratumWords(stratum.name),
            whole(stratum.planned),
            whole(stratum.population),
            whole(stratum.looked),
            whole(stratum.wrong),
          ),
        )),
    sampleWords(sample),
    ...(wrongAtPlannedSize === null ? [] : [t('By the planned claims alone, looked at once: at most {0}.', whole(wrongAtPlannedSize))]),
    ...(changed.length === 0
      ? []
      : [
          plural(
            changed.length,
            '{0} claim has gone, or its verdict came out otherwise since.',
            '{0} claims have gone, or their verdicts came out otherwise since.',
          ),
        ]),
    ...(next.length === 0 ? [] : [t('To look at next:'), ...next.map((id) => `  ${texts.get(id) ?? id}`)]),
    '',
  ]);
}
