import { bit, bySize, count, indices, type Mask } from './mask.ts';
import type { SetFunction } from './set-function.ts';

/** What makes one minimal set a better one to show than another. */
export interface Preference {
  /** What a span adds to the others of its set: the reranker's gain, or relevance where it is not at hand. About [0, 1]. */
  worth(index: number, others: Mask): number;
  /** Document of each span. */
  readonly source: readonly string[];
}

/** Set by hand. On HotpotQA and FEVEROUS train half and twice the weight of quality give the same agreement to within 0.005. */
export const choiceWeights = { quality: 0.5, worth: 1, span: 0.02, source: 0.01 } as const;

/**
 * Which of the minimal sets an auditor is shown: the one that she would check first. By the mean worth of its spans and by its
 * quality, less a little for every further span and every further document to open. Ties go to the smaller, then to the earlier.
 */
export function choose(quality: SetFunction, minimal: readonly Mask[], preference: Preference): Mask {
  const scored = minimal.map((set) => {
    const members = indices(set);
    const worth = members.reduce((sum, index) => sum + preference.worth(index, set & ~bit(index)), 0) / Math.max(1, members.length);
    const sources = new Set(members.map((index) => preference.source[index])).size;
    const score =
      choiceWeights.quality * quality.value(set) +
      choiceWeights.worth * worth -
      choiceWeights.span * count(set) -
      choiceWeights.source * sources;
    return { set, score };
  });
  const [first] = scored.sort((a, b) => b.score - a.score || bySize(a.set, b.set));
  return first?.set ?? 0;
}

/** A span is worth a reader's time from this worth on, beside those before it. Set on WiCE dev (94 claims): fixed numbers of spans, and 0.3 and 0.5, give less. */
const leastWorth = 0.4;
const mostShown = 5;

/**
 * What is shown when nothing suffices: the span that is worth most, and those that are worth enough beside it, each because of those before
 * it (CER eq. 8-10). The quality alone would take what repeats the statement's words.
 */
export function worthShowing(size: number, { worth }: Pick<Preference, 'worth'>): Mask {
  let chosen: Mask = 0;
  for (let shown = 0; shown < Math.min(mostShown, size); shown += 1) {
    let winner = -1;
    let highest = shown === 0 ? -Infinity : leastWorth;
    for (let index = 0; index < size; index += 1) {
      if ((chosen & bit(index)) !== 0) continue;
      const own = worth(index, chosen);
      if (own <= highest) continue;
      highest = own;
      winner = index;
    }
    if (winner < 0) break;
    chosen |= bit(winner);
  }
  return chosen;
}
