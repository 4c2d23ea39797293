import { count, type Mask } from './mask.ts';
import type { Quality } from './quality.ts';

/** Spans that were read together, and the chance of the answer that came of it. */
export interface ReadingOfSet {
  readonly set: Mask;
  /** [0, 1]. */
  readonly chance: number;
}

/**
 * Sufficiency by reading (docs/methods.md): F(q, S) is the chance of the answer as it is read from S alone. What is read from a part of S can be
 * read from S, so F(S) is the largest chance of the readings within S, 0 where there is none. F never falls as S grows.
 */
export function readingQuality(size: number, readings: readonly ReadingOfSet[], kMax: number): Quality {
  const sorted = [...readings].sort((a, b) => b.chance - a.chance);
  const value = (mask: Mask): number => {
    for (const { set, chance } of sorted) if ((set & ~mask) === 0) return chance;
    return 0;
  };
  const terms: Quality['terms'] = (mask) => {
    const chance = value(mask);
    return { entail: 0, coverage: 0, contradiction: 0, length: count(mask) / kMax, raw: chance, calibrated: chance };
  };
  return {
    size,
    value,
    terms,
    // What takes a span's place was read too: it is one of the pool, or it gives another answer.
    termsWith: (mask) => terms(mask),
    bound: (chosen, open) => value(chosen | open),
  };
}
