import { smallestHittingSets } from './hitting-set.ts';
import { count, fullMask, type Mask } from './mask.ts';
import type { Sufficiency } from './sufficiency.ts';

export interface Breaking {
  /** The smallest removals after which no sufficient set is left; at most `most`. */
  readonly sets: readonly Mask[];
  /** Their size: how many spans must be wrong before the answer falls. null: nothing is sufficient to begin with. */
  readonly robustness: number | null;
  /** false: the budget ended before it was shown that nothing smaller breaks the answer, or that these break it. */
  readonly proved: boolean;
  /** All minimal sets known now: those given, and those met on the way. */
  readonly minimal: readonly Mask[];
}

/**
 * The smallest breaking sets are the smallest hitting sets of the minimal sufficient sets (docs/methods.md 2.5). Not all of those need be
 * known: a hitting set of the known ones is tried, and if a sufficient set survives its removal, that set is learned and the next
 * one is tried. So the answer is exact even where the enumeration was cut short. An answer that needs no evidence cannot be broken.
 */
export function smallestBreaking(oracle: Sufficiency, minimal: readonly Mask[], most: number): Breaking {
  const { size } = oracle.quality;
  const everything = fullMask(size);
  const known = [...minimal];
  if (known.length === 0 || known.includes(0)) return { sets: [], robustness: null, proved: known.length > 0, minimal: known };
  for (;;) {
    const { sets } = smallestHittingSets(size, known, most);
    let learned = false;
    let proved = true;
    for (const set of sets) {
      const left = oracle.find(everything & ~set);
      if (left.state === 'unknown') proved = false;
      if (left.state !== 'found') continue;
      const shrunk = oracle.shrink(left.set);
      if (known.includes(shrunk.set)) continue;
      known.push(shrunk.set);
      learned = true;
      break;
    }
    if (!learned) {
      const [first] = sets;
      return { sets, robustness: first === undefined ? null : count(first), proved, minimal: known };
    }
  }
}
