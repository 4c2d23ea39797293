// How well the shown sets agree with gold sets. node --import tsx training/quality/measure.ts [SET ...]
import { analyse } from '../../src/minimise/analyse.ts';
import { count, type Mask } from '../../src/minimise/mask.ts';
import { preferenceOf } from '../../src/minimise/pool.ts';
import { qualityOf } from '../../src/minimise/quality.ts';
import { tokenize } from '../../src/text/tokens.ts';
import type { QualityFit } from '../../src/report/evidence.ts';
import { type GoldPool, poolsOf } from './pools.ts';

export interface Measured {
  readonly n: number;
  readonly f1: number;
  readonly exact: number;
  readonly size: number;
  readonly sufficient: number;
  readonly complete: number;
  readonly evaluations: number;
  readonly ms: number;
}

/** F1 against the best-matching gold set; gold outside the pool counts as missed. */
export function bestF1(shown: Mask, pool: GoldPool): number {
  return Math.max(0, ...pool.goldParts.map((part, index) => (2 * count(shown & part)) / Math.max(1, count(shown) + (pool.goldSizes[index] ?? 0))));
}

export function measure(pools: readonly GoldPool[], fit: QualityFit | null, threshold = 0.75, epsilon = 0.05): Measured {
  const sums = { f1: 0, exact: 0, size: 0, sufficient: 0, complete: 0, evaluations: 0 };
  const started = performance.now();
  for (const pool of pools) {
    const { scored } = pool;
    const quality = qualityOf(scored.pool, fit === null ? scored.stored : { ...scored.stored, fit });
    const tokens = scored.chosen.map((candidate) => tokenize(candidate.text).length);
    const preference = preferenceOf(scored.pool, scored.reading);
    const result = analyse(quality, tokens, preference, { threshold, epsilon });
    sums.f1 += bestF1(result.set, pool);
    sums.exact += pool.gold.includes(result.set) ? 1 : 0;
    sums.size += count(result.set);
    sums.sufficient += result.sufficient ? 1 : 0;
    sums.complete += result.complete ? 1 : 0;
    sums.evaluations += result.evaluations;
  }
  const n = pools.length;
  return { n, f1: sums.f1 / n, exact: sums.exact / n, size: sums.size / n, sufficient: sums.sufficient / n, complete: sums.complete / n, evaluations: sums.evaluations / n, ms: (performance.now() - started) / n };
}

export function print(label: string, values: object): void {
  console.log(label, Object.entries(values).map(([key, value]) => `${key}=${typeof value === 'number' ? Number(value.toFixed(3)) : String(value)}`).join(' '));
}

if (import.meta.filename === process.argv[1]) {
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : ['hotpotqa/dev', 'wice/dev']) print(name, measure(await poolsOf(name, 1000), null));
}
