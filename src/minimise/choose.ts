import { bySize, count, indices, type Mask } from './mask.ts';
import type { SetFunction } from './set-function.ts';

/** What makes one minimal set a better one to show than another. */
export interface Preference {
  /** relevance(question, span) by index, [0, 1]. */
  readonly relevance: readonly number[];
  /** Document of each span. */
  readonly source: readonly string[];
}

/**
 * Which of the minimal sets an auditor is shown: the one that she would check first. Those with epsilon to spare come before those at
 * the very threshold (CER eq. 22); then by quality plus the mean relevance of the spans, less a little for every further span and
 * every further document to open. Ties go to the smaller, then to the earlier.
 */
export function choose(quality: SetFunction, minimal: readonly Mask[], preference: Preference, safe: number): Mask {
  const score = (set: Mask): number => {
    const members = indices(set);
    const relevance = members.reduce((sum, index) => sum + (preference.relevance[index] ?? 0), 0) / Math.max(1, members.length);
    const sources = new Set(members.map((index) => preference.source[index])).size;
    return (quality.value(set) >= safe ? 1 : 0) + quality.value(set) + relevance - 0.05 * count(set) - 0.02 * sources;
  };
  const [first] = [...minimal].sort((a, b) => score(b) - score(a) || bySize(a, b));
  return first ?? 0;
}
