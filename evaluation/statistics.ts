import { createRandom } from '../src/base/random.ts';

export interface Estimate {
  readonly mean: number;
  /** Bootstrap 95 % interval (percentiles). */
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

const resamples = 2000;

/** Mean of per-item values with a bootstrap interval: items are drawn with replacement, from a fixed seed. */
export function estimate(values: readonly number[], seed = 17): Estimate {
  return estimateOf(
    values.length,
    (indices) => indices.reduce((sum, index) => sum + (values[index] ?? 0), 0) / Math.max(1, indices.length),
    seed,
  );
}

/** The same for a statistic that is no mean of items, such as balanced accuracy: it is computed anew on every resample. */
export function estimateOf(n: number, statistic: (indices: readonly number[]) => number, seed = 17): Estimate {
  const all = Array.from({ length: n }, (_, index) => index);
  if (n === 0) return { mean: Number.NaN, low: Number.NaN, high: Number.NaN, n };
  const random = createRandom(seed);
  const draws = Array.from({ length: resamples }, () => statistic(all.map(() => random.integer(n)))).sort((a, b) => a - b);
  return { mean: statistic(all), low: quantile(draws, 0.025), high: quantile(draws, 0.975), n };
}

export interface Paired {
  /** Mean of b - a. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided p of the paired permutation test: signs flipped at random. */
  readonly p: number;
  readonly n: number;
}

/** Compares two arms item by item. `a` and `b` are values for the same items in the same order. */
export function comparePaired(a: readonly number[], b: readonly number[], seed = 17): Paired {
  const differences = b.map((value, index) => value - (a[index] ?? 0));
  const { mean, low, high, n } = estimate(differences, seed);
  const random = createRandom(seed).fork('permutation');
  let extreme = 0;
  for (let round = 0; round < resamples; round += 1) {
    const flipped = differences.reduce((sum, value) => sum + (random.next() < 0.5 ? -value : value), 0) / Math.max(1, n);
    if (Math.abs(flipped) >= Math.abs(mean) - 1e-12) extreme += 1;
  }
  return { difference: mean, low, high, p: (extreme + 1) / (resamples + 1), n };
}

/** Linear interpolation between order statistics; `sorted` ascends. */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}
