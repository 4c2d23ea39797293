import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

import { sha256 } from './hash.ts';

/** A seeded generator: the same seed gives the same sequence on every machine. All sampling of an audit draws from one. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound). `bound` must be a positive integer. */
  integer(bound: number): number;
  /** An independent generator for a named purpose: adding one consumer does not shift the draws of another. */
  fork(purpose: string): Random;
}

/** A 32-bit seed derived from anything that can be written down, for example question, index version and settings. */
export function deriveSeed(...parts: readonly string[]): number {
  return Number.parseInt(sha256(parts.join('\u0000')).slice(0, 8), 16) | 0;
}

/** `seed` is read as a 32-bit integer. */
export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed | 0);
  const next = (): number => uniformFloat64(generator);
  // The generator's first outputs still show the seed: neighbouring seeds would begin alike.
  for (let warm = 0; warm < 32; warm += 1) next();
  return {
    next,
    integer: (bound) => Math.floor(next() * bound),
    fork: (purpose) => createRandom(deriveSeed(String(seed | 0), purpose)),
  };
}
