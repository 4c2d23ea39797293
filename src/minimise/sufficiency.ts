import { bit, indices, isSubset, type Mask } from './mask.ts';
import type { CountedSetFunction } from './set-function.ts';

export type Found = { readonly state: 'found'; readonly set: Mask } | { readonly state: 'none' } | { readonly state: 'unknown' };

/**
 * Does a set hold a sufficient subset? This, and not F itself, is what the enumeration works on. F is not monotone, but
 * "holds a sufficient subset" always is, and the smallest sets that have it are exactly the sufficient sets of which no
 * proper subset suffices. So the methods for monotone functions are exact here, whatever F does.
 */
export class Sufficiency {
  readonly quality: CountedSetFunction;
  readonly threshold: number;
  readonly #limit: number;
  #steps = 0;
  /** Sufficient sets met so far, and sets known to hold none: both answer later questions at once. */
  readonly #sufficient: Mask[] = [];
  readonly #barren: Mask[] = [];

  /** `limit`: steps of search, each of which asks for F at most once, after which answers become `unknown`. */
  constructor(quality: CountedSetFunction, threshold: number, limit: number) {
    this.quality = quality;
    this.threshold = threshold;
    this.#limit = limit;
  }

  get spent(): boolean {
    return this.#steps >= this.#limit;
  }

  isSufficient(set: Mask): boolean {
    return this.quality.value(set) >= this.threshold;
  }

  /** Some sufficient subset of `within`, itself sufficient but not always minimal. The empty set is a set like any other. */
  find(within: Mask): Found {
    const known = this.#sufficient.find((set) => isSubset(set, within));
    if (known !== undefined) return { state: 'found', set: known };
    if (this.#barren.some((set) => isSubset(within, set))) return { state: 'none' };
    const found = this.#search(within);
    if (found === 'unknown') return { state: 'unknown' };
    if (found === null) {
      this.#barren.push(within);
      return { state: 'none' };
    }
    this.#sufficient.push(found);
    return { state: 'found', set: found };
  }

  /**
   * Takes a sufficient set down to one of which no proper subset is sufficient: a span stays only if what is left without it
   * holds no sufficient set. `exact` is false when the budget ended first: then no single span can go, but a smaller set
   * inside is not ruled out.
   */
  shrink(set: Mask): { readonly set: Mask; readonly exact: boolean } {
    let exact = true;
    let kept = set;
    for (const index of indices(set).reverse()) {
      if ((kept & bit(index)) === 0) continue;
      const found = this.find(kept & ~bit(index));
      if (found.state === 'found') kept = found.set;
      if (found.state === 'unknown') exact = false;
    }
    return { set: exact ? kept : this.#dropSingles(kept), exact };
  }

  #dropSingles(set: Mask): Mask {
    const index = indices(set).findLast((member) => this.isSufficient(set & ~bit(member)));
    return index === undefined ? set : this.#dropSingles(set & ~bit(index));
  }

  #search(within: Mask): Mask | 'unknown' | null {
    if (this.isSufficient(within)) return within;
    if (this.quality.bound(0, within) < this.threshold) return null;
    return this.#climb(within) ?? this.#branch(0, within, true);
  }

  /** Takes out the span whose loss helps most while one does: finds a witness at once in most pools. */
  #climb(within: Mask): Mask | null {
    let current = within;
    for (;;) {
      const value = this.quality.value(current);
      if (value >= this.threshold) return current;
      let next: Mask | null = null;
      let best = value;
      for (const index of indices(current)) {
        this.#steps += 1;
        const reduced = this.quality.value(current & ~bit(index));
        if (reduced > best) {
          best = reduced;
          next = current & ~bit(index);
        }
      }
      if (next === null) return null;
      current = next;
    }
  }

  /** Branch and bound over all sets between `chosen` and `chosen + open`: complete. `evaluated`: the largest of them is known to fail. */
  #branch(chosen: Mask, open: Mask, evaluated: boolean): Mask | 'unknown' | null {
    if (this.spent) return 'unknown';
    this.#steps += 1;
    if (!evaluated && this.isSufficient(chosen | open)) return chosen | open;
    if (open === 0 || this.quality.bound(chosen, open) < this.threshold) return null;
    const last = bit(31 - Math.clz32(open));
    const left = this.#branch(chosen, open & ~last, false);
    return left ?? this.#branch(chosen | last, open & ~last, true);
  }
}
