import { type CorpusStatistics, countWords, type WordCounts } from './rank.ts';

/** A passage as the statistics see it. */
export interface CountedPassage {
  readonly id: string;
  readonly textKey: string;
  /** With repetitions. */
  readonly stems: readonly string[];
}

/**
 * The statistics after passages have come and gone: they are those of `StatisticsBuilder` over all passages, at the price of those that
 * changed.
 * @param before passages that share a text with what came or went, what went included
 * @param after the same when it is done, what came included
 */
export function changedStatistics(
  statistics: CorpusStatistics,
  before: readonly CountedPassage[],
  after: readonly CountedPassage[],
): CorpusStatistics {
  const frequency = new Map(statistics.documentFrequency);
  let { rows, totalLength } = statistics;
  const count = ({ length, counts }: WordCounts, by: 1 | -1): void => {
    rows += by;
    totalLength += by * length;
    for (const stem of counts.keys()) {
      const now = (frequency.get(stem) ?? 0) + by;
      if (now > 0) frequency.set(stem, now);
      else frequency.delete(stem);
    }
  };
  const [old, fresh] = [standing(before), standing(after)];
  for (const [textKey, passage] of old)
    if (fresh.get(textKey)?.id !== passage.id || !isSame(fresh.get(textKey), passage)) count(countWords(passage.stems), -1);
  for (const [textKey, passage] of fresh)
    if (old.get(textKey)?.id !== passage.id || !isSame(old.get(textKey), passage)) count(countWords(passage.stems), 1);
  return { rows, totalLength, documentFrequency: frequency };
}

/** Of copies the first by id counts. */
function standing(passages: readonly CountedPassage[]): Map<string, CountedPassage> {
  const first = new Map<string, CountedPassage>();
  for (const passage of passages) {
    const other = first.get(passage.textKey);
    if (other === undefined || passage.id < other.id) first.set(passage.textKey, passage);
  }
  return first;
}

/** One place may read otherwise now: its title is counted, and is no part of the text's key. */
function isSame(a: CountedPassage | undefined, b: CountedPassage): boolean {
  return a !== undefined && a.stems.length === b.stems.length && a.stems.every((stem, at) => stem === b.stems[at]);
}
