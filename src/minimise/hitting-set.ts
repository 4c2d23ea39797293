import { bit, bySize, count, indices, isSubset, type Mask } from './mask.ts';

export interface HittingSets {
  readonly sets: readonly Mask[];
  /** false: there may be more of this size. */
  readonly complete: boolean;
}

/**
 * The smallest set that meets every member of `toHit` and contains no member of `forbidden`; ties go to the earlier spans.
 * null: there is none. Iterative deepening: with no more than `atLeast` elements first, then one more.
 */
export function smallestHittingSet(size: number, toHit: readonly Mask[], forbidden: readonly Mask[] = [], atLeast = 0): Mask | null {
  for (let limit = atLeast; limit <= size; limit += 1) {
    const [found] = search(toHit, forbidden, limit, 1);
    if (found !== undefined) return found;
  }
  return null;
}

/** All hitting sets of the smallest size, at most `most` of them, in order. */
export function smallestHittingSets(size: number, toHit: readonly Mask[], most: number): HittingSets {
  for (let limit = 0; limit <= size; limit += 1) {
    const found = search(toHit, [], limit, most + 1);
    if (found.length > 0) return { sets: found.slice(0, most), complete: found.length <= most };
  }
  return { sets: [], complete: true };
}

function search(toHit: readonly Mask[], forbidden: readonly Mask[], limit: number, most: number): Mask[] {
  const found = new Set<Mask>();
  const extend = (chosen: Mask, banned: Mask, left: number): void => {
    if (found.size >= most || forbidden.some((set) => isSubset(set, chosen))) return;
    const open = toHit.filter((set) => (set & chosen) === 0).map((set) => set & ~banned);
    if (open.length === 0) {
      found.add(chosen);
      return;
    }
    if (left === 0 || disjoint(open) > left) return;
    // Branch on the set with the fewest ways to meet it. Every way tried is banned afterwards, so that no set is met twice.
    const narrowest = open.reduce((best, set) => (count(set) < count(best) ? set : best));
    let tried = banned;
    for (const index of indices(narrowest)) {
      extend(chosen | bit(index), tried, left - 1);
      tried |= bit(index);
    }
  };
  extend(0, 0, limit);
  return [...found].sort(bySize);
}

/** Pairwise disjoint members, chosen greedily: at least so many elements are still needed. */
function disjoint(sets: readonly Mask[]): number {
  let used: Mask = 0;
  let number = 0;
  for (const set of [...sets].sort((a, b) => count(a) - count(b))) {
    if ((set & used) !== 0) continue;
    used |= set;
    number += 1;
  }
  return number;
}
