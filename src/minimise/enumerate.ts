import { smallestHittingSet } from './hitting-set.ts';
import { bit, bySize, count, fullMask, type Mask } from './mask.ts';
import type { Sufficiency } from './sufficiency.ts';

export interface Enumeration {
  /** Sufficient sets of which no proper subset is sufficient; smallest first. */
  readonly sets: readonly Mask[];
  /** false: the budget ended first, and there may be more. */
  readonly complete: boolean;
}

/**
 * All minimal sufficient sets (docs/methods.md 2.5), by map solving: the map says what is still unexplored. Its smallest unexplored set is
 * either sufficient, and then minimal, and all its supersets are blocked; or it is grown to a largest set that holds no sufficient
 * one, and all subsets of that are blocked, by asking the next candidates to reach outside it. Taking the smallest first finds
 * small sets first, which is what a reader wants when the budget ends early.
 *
 * `most`: at most so many sets.
 */
export function enumerateMinimal(oracle: Sufficiency, most: number): Enumeration {
  const { size } = oracle.quality;
  const everything = fullMask(size);
  const outside: Mask[] = [];
  const sets: Mask[] = [];
  const finish = (complete: boolean): Enumeration => ({ sets: [...sets].sort(bySize), complete });
  let smallest = 0;
  for (;;) {
    // Every round adds a block, so that the smallest unexplored set never gets smaller.
    const seed = smallestHittingSet(size, outside, sets, smallest);
    if (seed === null) return finish(true);
    smallest = count(seed);
    if (sets.length >= most || oracle.spent) return finish(false);
    const found = oracle.find(seed);
    if (found.state === 'unknown') return finish(false);
    if (found.state === 'found') {
      const { set, exact } = oracle.shrink(found.set);
      if (!exact) return finish(false);
      sets.push(set);
    } else {
      outside.push(everything & ~grow(oracle, seed, everything));
    }
  }
}

/** Adds spans while no sufficient set appears. Where the budget ends, spans are left out: the block is then smaller, never wrong. */
function grow(oracle: Sufficiency, seed: Mask, everything: Mask): Mask {
  let grown = seed;
  for (let rest = everything & ~seed; rest !== 0; rest &= rest - 1) {
    const next = grown | bit(31 - Math.clz32(rest & -rest));
    if (oracle.find(next).state === 'none') grown = next;
  }
  return grown;
}
