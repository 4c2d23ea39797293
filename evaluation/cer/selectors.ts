import { createRandom } from '../../src/base/random.ts';
import { analyse } from '../../src/minimise/analyse.ts';
import { ablationAttribution, ablationSufficient, ablationTopK } from '../baselines/ablation.ts';
import { mmr } from '../baselines/mmr.ts';
import { topK } from '../baselines/top-k.ts';
import { bit, count, fullMask, indices, type Mask, toMask } from '../../src/minimise/mask.ts';
import { preferenceOf } from '../../src/minimise/pool.ts';
import { type Quality, qualityOf } from '../../src/minimise/quality.ts';
import { shippedReranker } from '../../src/minimise/reranker/shipped.ts';
import { type GainEstimator, greedySearch, prune, type SearchSettings, searchDefaults } from '../../src/minimise/search.ts';
import { memoise } from '../../src/minimise/set-function.ts';
import { Sufficiency } from '../../src/minimise/sufficiency.ts';
import type { QualityFit } from '../../src/contract/evidence.ts';
import { contentStems, tokenize } from '../../src/text/tokens.ts';
import type { GoldPool } from './pools.ts';

export interface Selected {
  readonly set: Mask;
  /** Distinct evaluations of F. */
  readonly evaluations: number;
}
export type Selector = (pool: GoldPool) => Selected;

export const threshold = searchDefaults.threshold;
const budget = 5000;

/** F of the pool by its stored scores. @param fit in the place of the stored one */
export function qualityIn({ scored }: GoldPool, fit?: QualityFit): Quality {
  return qualityOf(scored.pool, fit === undefined ? scored.stored : { ...scored.stored, fit });
}

export function tokensIn({ scored }: GoldPool): number[] {
  return scored.chosen.map((candidate) => tokenize(candidate.text).length);
}

/** Pool indices, the one to show first at the front. */
export type Ranking = (pool: GoldPool) => { readonly order: readonly number[]; readonly evaluations: number };

const relevance = ({ scored }: GoldPool): number[] => scored.pool.map((candidate) => candidate.relevance);

function overlapIn({ scored }: GoldPool): (a: number, b: number) => number {
  const stems = scored.chosen.map((candidate) => new Set(contentStems(candidate.text)));
  return (a, b) => {
    const shared = [...(stems[a] ?? [])].filter((word) => stems[b]?.has(word)).length;
    return shared / Math.max(1, Math.min(stems[a]?.size ?? 0, stems[b]?.size ?? 0));
  };
}

const worth = ({ scored }: GoldPool): number[] => scored.pool.map((_, index) => shippedReranker().gain(scored.reading, index, []));

function attributed(ablations: number): Ranking {
  return (pool) => {
    const { weights, evaluations } = ablationAttribution(qualityIn(pool), ablations, createRandom(1));
    return { order: topK(weights, weights.length), evaluations };
  };
}

/** What others show, as orders that can be cut anywhere. */
export const rankings: Readonly<Record<string, Ranking>> = {
  relevance: (pool) => ({ order: topK(relevance(pool), pool.scored.pool.length), evaluations: 0 }),
  MMR: (pool) => ({ order: mmr(relevance(pool), overlapIn(pool), pool.scored.pool.length), evaluations: 0 }),
  'ablation 32': attributed(32),
  'ablation 64': attributed(64),
  reranker: (pool) => ({ order: topK(worth(pool), pool.scored.pool.length), evaluations: 0 }),
};

function first(name: string, k: number): Selector {
  return (pool) => {
    const ranked = rankings[name]?.(pool) ?? { order: [], evaluations: 0 };
    return { set: toMask(ranked.order.slice(0, k)), evaluations: ranked.evaluations };
  };
}

/** Grows a ranking until F is at the threshold. null where it never is. */
export function grown(ranking: Ranking, pool: GoldPool): Selected | null {
  const quality = qualityIn(pool);
  const { order, evaluations } = ranking(pool);
  let set: Mask = 0;
  for (const [place, index] of order.entries()) {
    set |= bit(index);
    if (quality.value(set) >= threshold) return { set, evaluations: evaluations + place + 1 };
  }
  return null;
}

/** What the product shows. */
export const ours: Selector = (pool) => {
  const { set, evaluations } = analyse(qualityIn(pool), tokensIn(pool), preferenceOf(pool.scored.pool, pool.scored.reading), {
    threshold,
    epsilon: searchDefaults.epsilon,
  });
  return { set, evaluations };
};

/** The paper's algorithm 1 with its reranker: gain and uncertainty by ten dropout passes. */
function learnedGain(pool: GoldPool): GainEstimator {
  const { scored } = pool;
  const known = new Map<string, { gain: number; uncertainty: number }>();
  return (chosen, index) => {
    const key = `${chosen} ${index}`;
    const found = known.get(key) ?? { ...shippedReranker().estimate(scored.reading, index, indices(chosen), 1) };
    known.set(key, found);
    return found;
  };
}

/** @param estimate null: the exact gain, as F is cheap here */
function algorithm1(estimate: ((pool: GoldPool) => GainEstimator) | null, settings: Partial<SearchSettings> = {}, pruned = true): Selector {
  return (pool) => {
    const quality = memoise(qualityIn(pool));
    const gain =
      estimate?.(pool) ??
      ((chosen: Mask, index: number) => ({ gain: quality.value(chosen | bit(index)) - quality.value(chosen), uncertainty: 0 }));
    const whole = { ...searchDefaults, ...settings };
    const { set, added, sufficient } = greedySearch(quality, tokensIn(pool), gain, whole);
    if (!sufficient || !pruned) return { set: pruned ? set : toMask(added), evaluations: quality.evaluations };
    return { set: prune(quality, set, added, whole.threshold), evaluations: quality.evaluations };
  };
}

export const selectors: Readonly<Record<string, Selector>> = {
  'relevance top-2': first('relevance', 2),
  'relevance top-5': first('relevance', 5),
  'MMR 2': first('MMR', 2),
  'ablation 32, top-2': (pool) => ablated(ablationTopK(qualityIn(pool), 32, 2, createRandom(1))),
  'ablation 64, top-2': (pool) => ablated(ablationTopK(qualityIn(pool), 64, 2, createRandom(1))),
  'ablation 32, until sufficient': (pool) => ablated(ablationSufficient(qualityIn(pool), 32, threshold, createRandom(1))),
  'ablation 64, until sufficient': (pool) => ablated(ablationSufficient(qualityIn(pool), 64, threshold, createRandom(1))),
  'reranker top-2': first('reranker', 2),
  'algorithm 1': algorithm1(null),
  ours,
};

/** Ours, less one part each (the paper's table 4), and algorithm 1 as the paper has it, less its parts. */
export const ablations: Readonly<Record<string, Selector>> = {
  ours,
  'without joint readings': (pool) => ours({ ...pool, scored: { ...pool.scored, stored: { ...pool.scored.stored, joint: [] } } }),
  "without the reranker's preference": (pool) => {
    const { set, evaluations } = analyse(
      qualityIn(pool),
      tokensIn(pool),
      { worth: (index) => pool.scored.pool[index]?.relevance ?? 0, source: pool.scored.pool.map((candidate) => candidate.citation.path) },
      { threshold, epsilon: searchDefaults.epsilon },
    );
    return { set, evaluations };
  },
  'without enumeration (algorithm 1, shrunk)': (pool) => {
    const { set, evaluations } = algorithm1(null)(pool);
    const quality = memoise(qualityIn(pool));
    const oracle = new Sufficiency(quality, threshold, budget);
    return { set: oracle.isSufficient(set) ? oracle.shrink(set).set : set, evaluations: evaluations + quality.evaluations };
  },
  'uncalibrated F (nothing reaches 0.75)': (pool) => {
    const { stored } = pool.scored;
    return ours({
      ...pool,
      scored: { ...pool.scored, stored: { ...stored, fit: { ...stored.fit, shift: 0, temperature: 1, isotonic: null } } },
    });
  },
  'algorithm 1, gain by the reranker': algorithm1(learnedGain),
  'algorithm 1, gain by the reranker, no uncertainty': algorithm1(learnedGain, { uncertaintyWeight: 0 }),
  'algorithm 1, gain by the reranker, no pruning': algorithm1(learnedGain, {}, false),
  'relevance until sufficient (no counterfactual)': (pool) =>
    grown((given) => rankings['relevance']?.(given) ?? { order: [], evaluations: 0 }, pool) ?? {
      set: fullMask(pool.scored.pool.length),
      evaluations: pool.scored.pool.length,
    },
};

function ablated({ set, evaluations }: { readonly set: readonly number[]; readonly evaluations: number }): Selected {
  return { set: toMask(set), evaluations };
}

/** The mean drop of F when one span of the set is taken away, as a share of F; null for the empty set. */
export function deletionSensitivity(pool: GoldPool, set: Mask): number | null {
  const quality = qualityIn(pool);
  const whole = quality.value(set);
  if (count(set) === 0 || whole === 0) return null;
  return indices(set).reduce((sum, index) => sum + (whole - quality.value(set & ~bit(index))) / whole, 0) / count(set);
}
