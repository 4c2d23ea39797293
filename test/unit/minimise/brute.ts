import { createRandom } from '../../../src/base/random.ts';
import { bySize, count, fullMask, indices, type Mask } from '../../../src/minimise/mask.ts';
import { createQuality, type Quality } from '../../../src/minimise/quality.ts';
import type { SetFunction } from '../../../src/minimise/set-function.ts';
import type { QualityFit } from '../../../src/contract/evidence.ts';

export const paperFit: QualityFit = {
  id: 'test',
  weights: { entail: 0.4, coverage: 0.3, contradiction: 0.2, length: 0.1 },
  shift: 0.35,
  temperature: 0.09,
  isotonic: null,
  kMax: 25,
};

/** By trying every subset of every set: independent of everything under test. */
export function bruteMinimal(f: SetFunction, threshold: number): Mask[] {
  const all = fullMask(f.size);
  const holds = new Uint8Array(all + 1);
  const found: Mask[] = [];
  for (let mask = 0; mask <= all; mask += 1) {
    const inside = indices(mask).some((index) => holds[mask & ~(1 << index)] === 1);
    if (!inside && f.value(mask) >= threshold) found.push(mask);
    holds[mask] = inside || f.value(mask) >= threshold ? 1 : 0;
  }
  return found.sort(bySize);
}

export function bruteBreaking(size: number, minimal: readonly Mask[]): Mask[] {
  let best: Mask[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask <= fullMask(size); mask += 1) {
    if (!minimal.every((set) => (set & mask) !== 0) || count(mask) > smallest) continue;
    if (count(mask) < smallest) best = [];
    smallest = count(mask);
    best.push(mask);
  }
  return best.sort(bySize);
}

/** A function without any structure: each set's value is drawn by itself, so that F falls as often as it rises. */
export function anyFunction(seed: number, size: number): SetFunction {
  const random = createRandom(seed);
  const density = 0.02 + 0.1 * random.next();
  const values = Array.from({ length: 1 << size }, () => (random.next() < density ? 0.75 + 0.25 * random.next() : 0.74 * random.next()));
  return tabulated(size, (mask) => values[mask] ?? 0);
}

/** Never falls: sufficient exactly above some of a few seed sets. */
export function monotoneFunction(seed: number, size: number): SetFunction {
  const random = createRandom(seed);
  const seeds = Array.from({ length: 1 + random.integer(6) }, () => 1 + random.integer((1 << size) - 1));
  return tabulated(size, (mask) => (seeds.some((set) => (set & mask) === set) ? 0.9 : 0.01 * count(mask)));
}

/** The real quality over random scores, contradictions and joint readings among them; of either stance, with and without required units. */
export function qualityFunction(seed: number, size: number): Quality {
  const random = createRandom(seed);
  const units = 3 + random.integer(6);
  return createQuality({
    spans: Array.from({ length: size }, () => {
      const entail = random.next() ** 2;
      const contradict = (1 - entail) * random.next() ** 3;
      let covers = 0;
      for (let unit = 0; unit < units; unit += 1) if (random.next() < 0.35) covers |= 1 << unit;
      return { entailment: { entail, neutral: 1 - entail - contradict, contradict }, covers };
    }),
    unitWeights: Array.from({ length: units }, () => 1 / units),
    required: seed % 4 === 1 ? 1 : 0,
    joint: Array.from({ length: 6 }, () => ({ set: 1 + random.integer((1 << size) - 1), entail: random.next() })).filter(
      ({ set }) => count(set) === 2 || count(set) === 3,
    ),
    stance: seed % 5 === 2 ? 'refute' : 'support',
    fit: paperFit,
  });
}

/** A set function given by its values alone, for a handful of spans: the bound is found by trying every set between. */
export function tabulated(size: number, value: (mask: Mask) => number): SetFunction {
  return {
    size,
    value,
    bound(chosen, open) {
      if (count(open) > 16) return Number.POSITIVE_INFINITY;
      let best = value(chosen);
      for (let part = open; part !== 0; part = (part - 1) & open) best = Math.max(best, value(chosen | part));
      return best;
    },
  };
}
