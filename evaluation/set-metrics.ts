export interface SetScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** 1 when the sets are equal. */
  readonly exact: number;
}

/** Predicted against gold, as sets. Two empty sets agree. */
export function setScores(predicted: ReadonlySet<string>, gold: ReadonlySet<string>): SetScores {
  if (predicted.size === 0 && gold.size === 0) return { precision: 1, recall: 1, f1: 1, exact: 1 };
  let common = 0;
  for (const entry of predicted) if (gold.has(entry)) common += 1;
  const precision = predicted.size === 0 ? 0 : common / predicted.size;
  const recall = gold.size === 0 ? 0 : common / gold.size;
  const f1 = common === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1, exact: common === predicted.size && common === gold.size ? 1 : 0 };
}

/** The scores against the alternative gold set that fits best by F1; ties go to the first. */
export function bestSetScores(predicted: ReadonlySet<string>, alternatives: readonly ReadonlySet<string>[]): SetScores {
  let best: SetScores = { precision: 0, recall: 0, f1: 0, exact: 0 };
  for (const gold of alternatives) {
    const scores = setScores(predicted, gold);
    if (scores.f1 > best.f1) best = scores;
  }
  return best;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Does a predicted span stand for a gold one: more than half of the shorter of the two is shared? */
export function sameSpan(predicted: Range, gold: Range): boolean {
  const shared = Math.min(predicted.end, gold.end) - Math.max(predicted.start, gold.start);
  return shared * 2 > Math.min(predicted.end - predicted.start, gold.end - gold.start);
}

/** How good an answer must be to count as one (CER figure 5: F1 of 60). */
export const goodEnough = 0.6;
const mostSpans = 10;

/** Minimality@k (CER figure 5): 1 when what was said is good enough and rests on at most k shown spans, and on one at least. */
export function minimalityAt(k: number, score: number, size: number): number {
  return score >= goodEnough && size > 0 && size <= k ? 1 : 0;
}

/** The mean of Minimality@k over k = 1 to 10, [0, 1]. */
export function minimalityArea(score: number, size: number): number {
  return score >= goodEnough && size > 0 ? Math.max(0, mostSpans + 1 - size) / mostSpans : 0;
}
