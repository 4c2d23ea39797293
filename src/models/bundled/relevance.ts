import { dot } from '../../base/dot.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { throwIfCancelled } from '../../base/error.ts';
import { extractMentions } from '../../text/mentions.ts';
import { stem } from '../../text/stem.ts';
import { isStopword } from '../../text/stopwords.ts';
import { contentStems, tokenize } from '../../text/tokens.ts';
import type { RelevanceInput, RelevanceScorer } from '../ports.ts';
import { unreadableModel, weightsVersion } from '../../inference/weights.ts';
import { encoderFiles, type StaticEncoder } from './encoder.ts';
import { analyseQuestion } from '../../text/question.ts';
import { rarityFile, type WordRarity } from './word-rarity.ts';

const batch = 200;
/** Content words of a usual sentence. */
const commonLength = 14;

/** What relevance is computed from, each for one pair alone: copies of a document, or other candidates, change nothing. All in [-1, 1]. */
export const relevanceFeatureNames = [
  'coverage',
  'headedCoverage',
  'adjacency',
  'cosine',
  'headedCosine',
  'length',
  'names',
  'headedNames',
  'titleAsked',
  'titleWhole',
  'rarest',
  'numbers',
  'density',
  'isHeading',
  'typed',
  'bm25',
  'headedBm25',
  'squared',
  'headedSquared',
] as const;
type FeatureName = (typeof relevanceFeatureNames)[number];

interface Query {
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  /** Stems of words written with a capital or a digit, with their weights. */
  readonly names: ReadonlyMap<string, number>;
  readonly words: string;
  readonly kinds: readonly string[];
  readonly pairs: ReadonlySet<string>;
  readonly vector: Float32Array;
}

const weightsSchema = z.object({ features: z.array(z.string()), bias: z.number(), weights: z.array(z.number()) });

function weightsFile(models: string): string {
  return join(models, 'relevance', 'weights.json');
}

/** models/relevance has the card, training/relevance the recipe. @throws LinchpinError `model-unavailable`. */
function readWeights(models: string): z.infer<typeof weightsSchema> {
  try {
    const read = weightsSchema.parse(JSON.parse(readFileSync(weightsFile(models), 'utf8')));
    if (read.features.join() !== relevanceFeatureNames.join()) throw new RangeError('the weights were fitted to other features');
    return read;
  } catch (error) {
    throw unreadableModel('relevance scorer', error);
  }
}

/** Relevance by weighted word overlap and meaning, without regard to the other candidates. */
export function createBundledRelevance(models: string, encoder: StaticEncoder, rarity: WordRarity): RelevanceScorer {
  const { bias, weights } = readWeights(models);
  return {
    // It compares words by the embedder's vectors too.
    get identity() {
      const files = [weightsFile(models), rarityFile(models), ...encoderFiles(join(models, 'static-embedder'))];
      return { id: 'linchpin/relevance', provider: 'bundled' as const, version: weightsVersion('relevance scorer', files), local: true };
    },
    async score(query, inputs, { signal }) {
      const asked = readQuery(query, encoder, rarity);
      const scores: number[] = [];
      for (const input of inputs) {
        if (scores.length > 0 && scores.length % batch === 0) {
          await nextTurn();
          throwIfCancelled(signal);
        }
        const features = featuresOf(asked, input, encoder);
        const sum = relevanceFeatureNames.reduce((total, name, place) => total + (weights[place] ?? 0) * features[name], bias);
        scores.push(1 / (1 + Math.exp(-sum)));
      }
      return scores;
    },
  };
}

/** @returns one row of features for each input, in the order of `relevanceFeatureNames`: for scoring, and for the recipe that fits the weights */
export function relevanceFeatures(
  query: string,
  inputs: readonly RelevanceInput[],
  encoder: StaticEncoder,
  rarity: WordRarity,
): number[][] {
  const asked = readQuery(query, encoder, rarity);
  return inputs.map((input) => {
    const row = featuresOf(asked, input, encoder);
    return relevanceFeatureNames.map((name) => row[name]);
  });
}

function readQuery(query: string, encoder: StaticEncoder, rarity: WordRarity): Query {
  const terms = new Map<string, number>();
  const names = new Map<string, number>();
  const stems: string[] = [];
  tokenize(query).forEach((token, place) => {
    if (isStopword(token.lower)) return;
    const root = stem(token.lower);
    const weight = Math.max(terms.get(root) ?? 0, rarity(token.lower));
    stems.push(root);
    terms.set(root, weight);
    if ((place > 0 && /^\p{Lu}/u.test(token.text)) || /\d/.test(token.text)) names.set(root, weight);
  });
  return {
    weights: terms,
    total: sumOf(terms),
    names,
    words: ` ${tokenize(query)
      .map((token) => token.lower)
      .join(' ')} `,
    kinds: analyseQuestion(query).kinds,
    pairs: new Set(stems.slice(1).map((root, index) => `${stems[index] ?? ''} ${root}`)),
    vector: encoder.encode(query),
  };
}

/** What can be told of a text without the query: kept for the next question, as passages come up again and again. */
class InputText {
  readonly stems: readonly string[];
  readonly own: ReadonlySet<string>;
  readonly headed: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
  readonly titleStems: readonly string[];
  readonly titleWords: string;
  readonly vector: Float32Array;
  readonly headedVector: Float32Array;
  readonly #text: string;
  #kinds: ReadonlySet<string> | undefined;

  constructor({ text, heading }: RelevanceInput, encoder: StaticEncoder) {
    const title = (heading.split(' > ')[0] ?? '').replace(/\s*\([^)]*\)\s*$/, '');
    this.#text = text;
    this.stems = contentStems(text);
    this.own = new Set(this.stems);
    this.headed = new Set([...this.own, ...tokenize(heading).map((token) => stem(token.lower))]);
    this.pairs = new Set(this.stems.slice(1).map((root, index) => `${this.stems[index] ?? ''} ${root}`));
    this.titleStems = contentStems(title);
    this.titleWords = tokenize(title)
      .map((token) => token.lower)
      .join(' ');
    this.vector = encoder.vector(text);
    this.headedVector = heading === '' ? this.vector : encoder.vector(`${heading} ${text}`);
  }

  /** Kinds of mention in it: looked for only where a kind is asked for. */
  get kinds(): ReadonlySet<string> {
    return (this.#kinds ??= new Set(extractMentions(this.#text).map(({ kind }) => kind)));
  }
}

const keptTexts = 10_000;
const texts = new WeakMap<StaticEncoder, LRUCache<string, InputText>>();

function readText(input: RelevanceInput, encoder: StaticEncoder): InputText {
  let known = texts.get(encoder);
  if (known === undefined) texts.set(encoder, (known = new LRUCache({ max: keptTexts })));
  const key = `${input.heading}\n\n${input.text}`;
  let read = known.get(key);
  if (read === undefined) known.set(key, (read = new InputText(input, encoder)));
  return read;
}

function featuresOf(query: Query, input: RelevanceInput, encoder: StaticEncoder): Record<FeatureName, number> {
  const read = readText(input, encoder);
  const { stems, own, headed, titleStems, titleWords } = read;
  let shared = 0;
  for (const pair of query.pairs) if (read.pairs.has(pair)) shared += 1;
  let matched = 0;
  let rarest = 0;
  for (const root of stems) {
    const weight = query.weights.get(root);
    if (weight === undefined) continue;
    matched += 1;
    rarest = Math.max(rarest, weight);
  }
  return {
    coverage: shareOf(query.weights, own),
    headedCoverage: shareOf(query.weights, headed),
    adjacency: query.pairs.size === 0 ? 0 : shared / query.pairs.size,
    cosine: dot(query.vector, read.vector),
    headedCosine: dot(query.vector, read.headedVector),
    length: Math.min(1, Math.log(1 + stems.length) / 5),
    names: shareOf(query.names, own),
    headedNames: shareOf(query.names, headed),
    titleAsked: titleStems.length === 0 ? 0 : titleStems.filter((root) => query.weights.has(root)).length / titleStems.length,
    titleWhole: titleWords !== '' && query.words.includes(` ${titleWords} `) ? 1 : 0,
    rarest: rarest / 9,
    numbers: /\d/.test(input.text) ? 1 : 0,
    density: stems.length === 0 ? 0 : matched / stems.length,
    isHeading: /[.!?:;]["”')\]]*\s*$/.test(input.text) ? 0 : 1,
    bm25: bm25Of(query, stems),
    headedBm25: bm25Of(query, [...titleStems, ...stems]),
    squared: squaredShareOf(query.weights, own),
    headedSquared: squaredShareOf(query.weights, headed),
    typed: query.kinds.length === 0 ? 0.5 : read.kinds.has(query.kinds[0] ?? '') ? 1 : 0,
  };
}

function shareOf(weights: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number {
  let found = 0;
  let total = 0;
  for (const [root, weight] of weights) {
    total += weight;
    if (stems.has(root)) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

/** BM25 with word weights for inverse document frequencies, over a sentence of common length; divided to be near [0, 1]. */
function bm25Of(query: Query, stems: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const root of stems) if (query.weights.has(root)) counts.set(root, (counts.get(root) ?? 0) + 1);
  let sum = 0;
  for (const [root, count] of counts)
    sum += ((query.weights.get(root) ?? 0) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * stems.length) / commonLength));
  return sum / 40;
}

/** Rare words count more than in proportion. */
function squaredShareOf(weights: ReadonlyMap<string, number>, stems: ReadonlySet<string>): number {
  let found = 0;
  let total = 0;
  for (const [root, weight] of weights) {
    total += weight * weight;
    if (stems.has(root)) found += weight * weight;
  }
  return total === 0 ? 0 : found / total;
}

function sumOf(weights: ReadonlyMap<string, number>): number {
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}
