import type { Mask } from './mask.ts';

/** Calibrated quality of every set of a pool, [0, 1]. It need not be monotone: a span may contradict what the others support. */
export interface SetFunction {
  /** Spans in the pool. */
  readonly size: number;
  value(mask: Mask): number;
  /** At least value(S) for every S with chosen <= S <= chosen + open. */
  bound(chosen: Mask, open: Mask): number;
}

export interface CountedSetFunction extends SetFunction {
  /** Distinct sets evaluated so far. */
  readonly evaluations: number;
}

/** Remembers what was evaluated, so that evaluations count distinct sets. */
export function memoise(inner: SetFunction): CountedSetFunction {
  const known = new Map<Mask, number>();
  return {
    size: inner.size,
    get evaluations() {
      return known.size;
    },
    value(mask) {
      const seen = known.get(mask);
      if (seen !== undefined) return seen;
      const value = inner.value(mask);
      known.set(mask, value);
      return value;
    },
    bound: (chosen, open) => inner.bound(chosen, open),
  };
}
