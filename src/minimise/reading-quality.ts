import type { QualityFit } from '../contract/evidence.ts';
import { calibrate } from './calibration.ts';
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
 * The folder's periodic audit may draw the curve from chance to quality anew, as it does for the paper's F.
 */
export function readingQuality(size: number, readings: readonly ReadingOfSet[], fit: QualityFit): Quality {
  const sorted = readings.map(({ set, chance }) => ({ set, chance: chanceUnder(chance, fit) })).sort((a, b) => b.chance - a.chance);
  const value = (mask: Mask): number => {
    for (const { set, chance } of sorted) if ((set & ~mask) === 0) return chance;
    return 0;
  };
  const rawOf = (mask: Mask): number => Math.max(0, ...readings.filter(({ set }) => (set & ~mask) === 0).map(({ chance }) => chance));
  const terms: Quality['terms'] = (mask) => {
    const chance = value(mask);
    return { entail: 0, coverage: 0, contradiction: 0, length: count(mask) / fit.kMax, raw: logit(rawOf(mask)), calibrated: chance };
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

/** What a chance means by a folder's curve, [0, 1]. */
export function chanceUnder(chance: number, fit: QualityFit): number {
  return calibrate(logit(chance), fit);
}

/** Chances are kept away from 0 and 1, where no curve could tell them apart. */
function logit(chance: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, chance));
  return Math.log(inside / (1 - inside));
}

/** What a reading's chance means until reviewers' decisions say otherwise: itself. */
export const readingFit: QualityFit = {
  id: 'reading',
  weights: { entail: 0, coverage: 0, contradiction: 0, length: 0 },
  shift: 0,
  temperature: 1,
  isotonic: null,
  kMax: 25,
};
