import type { Mask } from './mask.ts';
import { indices, bit } from './mask.ts';
import type { SetFunction } from './set-function.ts';

/** CER eq. 7: weight of deletion against replacement. */
export const deletionWeight = 0.7;
/** CER sec. 3.2: hard negatives are looked for among so many nearest spans. */
export const nearestForReplacement = 50;

/** CER eq. 5: F(S) - F(S without d), [-1, 1]. */
export function deletionEffect(quality: SetFunction, set: Mask, index: number): number {
  return quality.value(set) - quality.value(set & ~bit(index));
}

/** CER eq. 7. Where there is no replacement, the deletion effect alone. */
export function contribution(deletion: number, replacement: number | null): number {
  return replacement === null ? deletion : deletionWeight * deletion + (1 - deletionWeight) * replacement;
}

/** CER eq. 4: each one's share of the positive deletion effects. All 0 where none is positive. */
export function necessities(deletions: readonly number[]): number[] {
  const positive = deletions.map((effect) => Math.max(0, effect));
  const sum = positive.reduce((total, effect) => total + effect, 0);
  return positive.map((effect) => (sum > 0 ? effect / sum : 0));
}

/** docs/methods.md 2.5: F(i, j) - F(i) - F(j) + F(none). Above 0 the two need each other; below 0 one makes the other unnecessary. */
export function interaction(quality: SetFunction, a: number, b: number): number {
  return quality.value(bit(a) | bit(b)) - quality.value(bit(a)) - quality.value(bit(b)) + quality.value(0);
}

export interface Interaction {
  readonly a: number;
  readonly b: number;
  readonly value: number;
  readonly kind: 'complementary' | 'redundant' | 'conflicting' | 'independent';
}

/** Under this size an interaction is noise of the calibration. */
const negligible = 0.02;

/** All pairs of a set. A pair is conflicting where both together are worth less than the better one alone. */
export function interactions(quality: SetFunction, set: Mask): Interaction[] {
  const members = indices(set);
  return members.flatMap((a, place) =>
    members.slice(place + 1).map((b) => {
      const value = interaction(quality, a, b);
      const together = quality.value(bit(a) | bit(b));
      const better = Math.max(quality.value(bit(a)), quality.value(bit(b)));
      const kind =
        together < better - negligible
          ? 'conflicting'
          : value > negligible
            ? 'complementary'
            : value < -negligible
              ? 'redundant'
              : 'independent';
      return { a, b, value, kind } as const;
    }),
  );
}

export interface HardNegative<T> {
  readonly candidate: T;
  /** Reference scale. */
  readonly similarity: number;
  /** Of the span that it is to replace, [0, 1]. */
  readonly contradiction: number;
}

/**
 * CER sec. 3.2: of the 50 nearest spans outside the set, the one with the largest similarity x contradiction; ties to the earlier.
 * null where nothing is both near and contradicting.
 */
export function hardestNegative<T>(nearest: readonly HardNegative<T>[]): HardNegative<T> | null {
  let best: HardNegative<T> | null = null;
  let highest = 0;
  for (const negative of nearest) {
    const score = Math.max(0, negative.similarity) * negative.contradiction;
    if (score > highest) {
      best = negative;
      highest = score;
    }
  }
  return best;
}
