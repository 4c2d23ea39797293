import jstat from 'jstat';

/**
 * The largest number of wrong items in a population that a sample of a size fixed beforehand does not rule out: the largest M with
 * P(X <= wrong | population, M, looked) > 1 - confidence, X hypergeometric (sampling without replacement).
 * @param confidence (0, 1)
 * @returns an integer in [wrong, population - (looked - wrong)]; counts the wrong ones that were found
 */
export function upperErrors({ population, looked, wrong, confidence }: Sampled): number {
  const alpha = 1 - confidence;
  let low = wrong;
  let high = population - (looked - wrong);
  // P falls as M grows.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (jstat.jStat.hypgeom.cdf(wrong, population, middle, looked) > alpha) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Sampled {
  /** Items that could have been drawn. */
  readonly population: number;
  readonly looked: number;
  readonly wrong: number;
  readonly confidence: number;
}
