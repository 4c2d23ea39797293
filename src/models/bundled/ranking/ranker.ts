import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { sha256 } from '../../../base/hash.ts';
import { type Models, type RankingPassage, rankingSignNames, type SentenceRank, type SentenceRanker } from '../../ports.ts';
import { unreadableModel } from '../assets.ts';
import type { StaticEncoder } from '../encoder.ts';
import type { WordRarity } from '../word-rarity.ts';
import { plainFeatureNames, plainFeatures } from './features.ts';
import { type Linear, linearSchema, probabilities } from './linear.ts';
import { matchFeatureNames, matchFeatures, matchLikeliest, type MatchedSentence } from './matching.ts';
import { networkFeatureNames, networkFeatures } from './networks.ts';
import { type RankingQuery, readQuery } from './query.ts';
import type { WordLore } from './word-match.ts';

/** Passages whose sentences the networks read: those with the best sentence by the plain features. */
export const passagesRead = 14;
/** What is left of the chance of a sentence that no network has read. */
const unread = 0.1;

export const rankingWeightsSchema = z.object({
  features: z.array(z.string()),
  networkFeatures: z.array(z.string()),
  plain: linearSchema,
  full: linearSchema,
  matchFeatures: z.array(z.string()),
  matched: linearSchema,
});
export type RankingWeights = z.infer<typeof rankingWeightsSchema>;

/** models/sentence-ranking has the card, training/sentence-ranking the recipe. @throws LinchpinError `model-unavailable`. */
export function openRanker(
  models: string,
  encoder: StaticEncoder,
  rarity: WordRarity,
  lore: () => WordLore,
  networks: () => Pick<Models, 'sentenceChoice' | 'spanReader' | 'questionMatch'>,
  file = join(models, 'sentence-ranking', 'weights.json'),
): SentenceRanker {
  let text: string;
  let weights: RankingWeights;
  try {
    text = readFileSync(file, 'utf8');
    weights = rankingWeightsSchema.parse(JSON.parse(text));
    if (
      weights.features.join() !== plainFeatureNames.join() ||
      weights.networkFeatures.join() !== networkFeatureNames.join() ||
      weights.matchFeatures.join() !== matchFeatureNames.join()
    )
      throw new RangeError('the weights were fitted to other features');
  } catch (error) {
    throw unreadableModel('sentence ranker', error);
  }
  return {
    identity: { id: 'linchpin/sentence-ranking', provider: 'bundled', version: sha256(text).slice(0, 12), local: true },
    async rank(question, passages, call) {
      const query = readQuery(question, encoder, rarity);
      const plain = plainFeatures(query, passages, encoder, lore());
      const first = byPassage(plain, probabilities(weights.plain, plain.flat()));
      const read = worthReading(passages, first);
      const network = await networkFeatures(question, read, networks(), call);
      const chances = fullChances(weights.full, passages, plain, network);
      const matched = await matchLikeliest(question, passages, chances, networks().questionMatch, call);
      return ranked(weights.matched, chances, matched, plain, network, first);
    },
  };
}

/** The rows of the full model: the plain features, what the networks say, and what both say together. */
export function fullFeatures(plain: Float32Array, network: Float32Array, order: number): Float32Array {
  const [score = 0, , , , span = 0, answerable = 0] = network;
  return Float32Array.of(...plain, ...network, score * Math.exp(-0.03 * order), span * answerable);
}

/** Passages in order, null for those that are not worth a network's time. */
export function worthReading(passages: readonly RankingPassage[], chances: readonly (readonly number[])[]): (RankingPassage | null)[] {
  const best = chances.map((row) => Math.max(0, ...row));
  const chosen = new Set(
    best
      .map((value, index) => ({ value, index }))
      .sort((a, b) => b.value - a.value || a.index - b.index)
      .slice(0, passagesRead)
      .map(({ index }) => index),
  );
  return passages.map((passage, index) => (chosen.has(index) ? passage : null));
}

/** Plain features of a question's sentences with the first stage's chances, for the recipe. */
export function firstStage(
  weights: Linear,
  query: RankingQuery,
  passages: readonly RankingPassage[],
  encoder: StaticEncoder,
  lore: WordLore,
): { plain: Float32Array[][]; chances: number[][] } {
  const plain = plainFeatures(query, passages, encoder, lore);
  return { plain, chances: byPassage(plain, probabilities(weights, plain.flat())) };
}

/** Of each passage's sentences; null where no network read it. */
export function fullChances(
  weights: Linear,
  passages: readonly RankingPassage[],
  plain: readonly (readonly Float32Array[])[],
  network: readonly (readonly Float32Array[])[],
): (number[] | null)[] {
  return passages.map((_passage, order) => {
    const said = network[order] ?? [];
    if (said.length === 0) return null;
    return probabilities(
      weights,
      said.map((row, place) => fullFeatures(plain[order]?.[place] ?? row, row, order)),
    );
  });
}

/** The likeliest by what the pairs say too; the others stay behind them, in their order. */
function ranked(
  weights: Linear,
  chances: readonly (readonly number[] | null)[],
  matched: readonly MatchedSentence[],
  plain: readonly (readonly Float32Array[])[],
  network: readonly (readonly Float32Array[])[],
  first: readonly (readonly number[])[],
): SentenceRank[][] {
  const features = matchFeatures(matched);
  const sure = probabilities(weights, features);
  const least = Math.max(1e-6, Math.min(1, ...sure));
  const byPlace = new Map(matched.map(({ order, place }, at) => [`${String(order)} ${String(place)}`, at]));
  const lowest = Math.min(...matched.map(({ match }) => match));
  const others = chances.flatMap((row, order) => (row ?? []).filter((_chance, place) => !byPlace.has(`${String(order)} ${String(place)}`)));
  // Strictly behind: the best of the others would else be level with the least of those that were read.
  const scale = (0.99 * least) / Math.max(least, ...others);
  return plain.map((rows, order) =>
    rows.map((row, place): SentenceRank => {
      const chance = chances[order]?.[place];
      const said = network[order]?.[place];
      if (chance === undefined || said === undefined) return { chance: unread * Math.min(least, first[order]?.[place] ?? 0), signs: null };
      const at = byPlace.get(`${String(order)} ${String(place)}`);
      if (at === undefined) return { chance: chance * scale, signs: signsOf(row, said, [lowest, 0]) };
      const feature = features[at];
      return { chance: sure[at] ?? 0, signs: signsOf(row, said, [feature?.[matchAt] ?? lowest, feature?.[shareAt] ?? 0]) };
    }),
  );
}

const matchAt = matchFeatureNames.indexOf('match');
const shareAt = matchFeatureNames.indexOf('matchShare');
const names: readonly string[] = [...plainFeatureNames, ...networkFeatureNames, 'match', 'matchShare'];
const signPlaces = rankingSignNames.map((name) => names.indexOf(name));

function signsOf(plain: Float32Array, network: Float32Array, match: readonly number[]): Float32Array {
  const all = [...plain, ...network, ...match];
  return Float32Array.from(signPlaces, (place) => all[place] ?? 0);
}

function byPassage(rows: readonly (readonly unknown[])[], values: readonly number[]): number[][] {
  let at = 0;
  return rows.map((row) => row.map(() => values[at++] ?? 0));
}
