import { createRandom } from '../../src/base/random.ts';
import { indices, isSubset, type Mask } from '../../src/minimise/mask.ts';
import type { GoldPool } from './pools.ts';

/** A set of a pool, and whether it holds a whole gold set. */
export interface SampledSet {
  readonly set: Mask;
  readonly enough: boolean;
  /** Sets of either kind in equal parts, whatever their number. */
  readonly weight: number;
}

/**
 * Sets that hold a gold set and sets that do not: gold sets with up to two further spans, and the hard ones among those that fail: a
 * gold set short of one span, with others in its place, and sets of the most relevant spans. What F is calibrated on and measured by.
 */
export function sampleSets(pool: GoldPool, seed: number, prior = 1): SampledSet[] {
  const random = createRandom(seed);
  const size = pool.scored.pool.length;
  const near = Math.min(size, 12);
  const some = (from: Mask, extra: number): Mask => {
    let set = from;
    for (let added = 0; added < extra; added += 1) set |= 1 << random.integer(random.next() < 0.7 ? near : size);
    return set;
  };
  const isEnough = (set: Mask): boolean => pool.gold.some((gold) => isSubset(gold, set));
  const enough = new Set<Mask>();
  const short = new Set<Mask>();
  if (size === 0) return [];
  for (const gold of pool.gold) {
    for (let draw = 0; draw < 8; draw += 1) enough.add(some(gold, draw === 0 ? 0 : random.integer(3)));
    const members = indices(gold);
    for (let draw = 0; draw < 8; draw += 1) {
      const left = members[random.integer(members.length)] ?? 0;
      short.add(some(gold & ~(1 << left), random.integer(3)));
    }
  }
  for (let draw = 0; draw < 10; draw += 1) short.add(some(1 << random.integer(near), random.integer(4)));
  const sides = [[...enough].filter(isEnough), [...short].filter((set) => set !== 0 && !isEnough(set))];
  return sides.flatMap((sets, side) => sets.map((set) => ({ set, enough: side === 0, weight: (side === 0 ? prior : 1) / sets.length })));
}
