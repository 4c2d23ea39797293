// How well the shown sets agree with gold sets. node --import tsx training/quality/measure.ts [SET[:ITEMS] ...]
import { analyse } from '../../src/minimise/analyse.ts';
import { ablationSufficient, ablationTopK } from '../../src/minimise/baselines/ablation.ts';
import { mmr } from '../../src/minimise/baselines/mmr.ts';
import { topK } from '../../src/minimise/baselines/top-k.ts';
import { count, fullMask, type Mask, toMask } from '../../src/minimise/mask.ts';
import { preferenceOf } from '../../src/minimise/pool.ts';
import { qualityOf } from '../../src/minimise/quality.ts';
import { shippedReranker } from '../../src/minimise/reranker/shipped.ts';
import { memoise } from '../../src/minimise/set-function.ts';
import { Sufficiency } from '../../src/minimise/sufficiency.ts';
import { createRandom } from '../../src/base/random.ts';
import { contentStems, tokenize } from '../../src/text/tokens.ts';
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

/** Share of pools that would still be called sufficient with all gold sentences taken out. */
export function fooled(pools: readonly GoldPool[], threshold = 0.75): number {
  const wrong = pools.filter((pool) => {
    const quality = qualityOf(pool.scored.pool, pool.scored.stored);
    const gold = pool.goldParts.reduce((all, part) => all | part, 0);
    return new Sufficiency(memoise(quality), threshold, 5000).find(fullMask(quality.size) & ~gold).state !== 'none';
  });
  return wrong.length / pools.length;
}

/** What others show, on the same scores: best-match F1, spans, and evaluations of F. */
export function baselines(pools: readonly GoldPool[], threshold = 0.75): Record<string, { f1: number; size: number; evaluations: number }> {
  const arms: Record<string, (pool: GoldPool) => { set: readonly number[]; evaluations: number }> = {};
  const relevanceOf = (pool: GoldPool): number[] => pool.scored.pool.map((candidate) => candidate.relevance);
  const overlap = (pool: GoldPool) => {
    const stems = pool.scored.chosen.map((candidate) => new Set(contentStems(candidate.text)));
    return (a: number, b: number): number => {
      const shared = [...(stems[a] ?? [])].filter((word) => stems[b]?.has(word)).length;
      return shared / Math.max(1, Math.min(stems[a]?.size ?? 0, stems[b]?.size ?? 0));
    };
  };
  for (const k of [2, 5]) {
    arms[`relevance top-${k}`] = (pool) => ({ set: topK(relevanceOf(pool), k), evaluations: 0 });
    arms[`reranker top-${k}`] = (pool) => ({ set: topK(pool.scored.pool.map((_, index) => shippedReranker().gain(pool.scored.reading, index, [])), k), evaluations: 0 });
  }
  arms['mmr 2'] = (pool) => ({ set: mmr(relevanceOf(pool), overlap(pool), 2), evaluations: 0 });
  for (const ablations of [32, 64]) {
    arms[`ablation ${ablations}, top-2`] = (pool) => ablationTopK(qualityOf(pool.scored.pool, pool.scored.stored), ablations, 2, createRandom(1));
    arms[`ablation ${ablations}, sufficient`] = (pool) => ablationSufficient(qualityOf(pool.scored.pool, pool.scored.stored), ablations, threshold, createRandom(1));
  }
  return Object.fromEntries(
    Object.entries(arms).map(([name, arm]) => {
      const results = pools.map((pool) => ({ pool, ...arm(pool) }));
      const mean = (value: (row: (typeof results)[number]) => number): number => results.reduce((sum, row) => sum + value(row), 0) / results.length;
      return [name, { f1: mean(({ pool, set }) => bestF1(toMask(set), pool)), size: mean(({ set }) => set.length), evaluations: mean(({ evaluations }) => evaluations) }];
    }),
  );
}

if (import.meta.filename === process.argv[1]) {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : ['hotpotqa/dev', 'wice/dev']) {
    const [set = '', limit] = name.split(':');
    const pools = await poolsOf(set, Number(limit ?? 1000));
    print(`${set} ours`, { ...measure(pools, null), sufficientWithoutGold: fooled(pools) });
    for (const [arm, values] of Object.entries(baselines(pools))) print(`${set} ${arm}`, values);
  }
}
