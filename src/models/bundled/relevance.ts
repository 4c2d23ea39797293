import { setImmediate as nextTurn } from 'node:timers/promises';

import { throwIfCancelled } from '../../base/error.ts';
import { stem } from '../../text/stem.ts';
import { isStopword } from '../../text/stopwords.ts';
import { tokenize } from '../../text/tokens.ts';
import type { RelevanceInput, RelevanceScorer } from '../ports.ts';
import type { StaticEncoder } from './encoder.ts';

const batch = 200;

/** What relevance is computed from, each for one pair alone: copies of a document, or other candidates, change nothing. */
export interface RelevanceFeatures {
  /** Share of the query's word weight found in the text, [0, 1]. */
  readonly coverage: number;
  /** The same with the headings read too. */
  readonly headedCoverage: number;
  /** Share of the query's pairs of neighbouring words that are neighbours here, [0, 1]. */
  readonly adjacency: number;
  readonly cosine: number;
  readonly headedCosine: number;
  /** log of the number of words, [0, 1]. */
  readonly length: number;
}

/** Logistic weights on the features. */
const weights = { bias: -3.4, coverage: 2.6, headedCoverage: 2.4, adjacency: 1.2, cosine: 1.6, headedCosine: 1.4, length: 0 } as const;

interface Query {
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  readonly pairs: ReadonlySet<string>;
  readonly vector: Float32Array;
}

/** Relevance by weighted word overlap and meaning, without regard to the other candidates. */
export function createBundledRelevance(encoder: StaticEncoder): RelevanceScorer {
  return {
    identity: { id: 'linchpin/relevance', provider: 'bundled', version: '1', local: true },
    async score(query, inputs, { signal }) {
      const asked = readQuery(query, encoder);
      const scores: number[] = [];
      for (const input of inputs) {
        if (scores.length > 0 && scores.length % batch === 0) {
          await nextTurn();
          throwIfCancelled(signal);
        }
        scores.push(sigmoidOf(relevanceFeatures(asked, input, encoder)));
      }
      return scores;
    },
  };
}

function sigmoidOf(features: RelevanceFeatures): number {
  const sum = weights.bias + weights.coverage * features.coverage + weights.headedCoverage * features.headedCoverage + weights.adjacency * features.adjacency + weights.cosine * features.cosine + weights.headedCosine * features.headedCosine + weights.length * features.length;
  return 1 / (1 + Math.exp(-sum));
}

function readQuery(query: string, encoder: StaticEncoder): Query {
  const terms = new Map<string, number>();
  const stems: string[] = [];
  for (const token of tokenize(query)) {
    if (isStopword(token.lower)) continue;
    const root = stem(token.lower);
    stems.push(root);
    terms.set(root, Math.max(terms.get(root) ?? 0, encoder.weight(token.lower)));
  }
  return {
    weights: terms,
    total: [...terms.values()].reduce((sum, weight) => sum + weight, 0),
    pairs: new Set(stems.slice(1).map((root, index) => `${stems[index] ?? ''} ${root}`)),
    vector: encoder.encode(query),
  };
}

function relevanceFeatures(query: Query, { text, heading }: RelevanceInput, encoder: StaticEncoder): RelevanceFeatures {
  const stems = tokenize(text).filter((token) => !isStopword(token.lower)).map((token) => stem(token.lower));
  const own = new Set(stems);
  const headed = new Set([...own, ...tokenize(heading).map((token) => stem(token.lower))]);
  const pairs = new Set(stems.slice(1).map((root, index) => `${stems[index] ?? ''} ${root}`));
  let shared = 0;
  for (const pair of query.pairs) if (pairs.has(pair)) shared += 1;
  return {
    coverage: coverageOf(query, own),
    headedCoverage: coverageOf(query, headed),
    adjacency: query.pairs.size === 0 ? 0 : shared / query.pairs.size,
    cosine: dot(query.vector, encoder.encode(text)),
    headedCosine: heading === '' ? dot(query.vector, encoder.encode(text)) : dot(query.vector, encoder.encode(`${heading} ${text}`)),
    length: Math.min(1, Math.log(1 + stems.length) / 5),
  };
}

function coverageOf(query: Query, stems: ReadonlySet<string>): number {
  if (query.total === 0) return 0;
  let found = 0;
  for (const [root, weight] of query.weights) if (stems.has(root)) found += weight;
  return found / query.total;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d += 1) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
