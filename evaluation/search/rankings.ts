import { DenseIndex } from '../../src/index/dense-index.ts';
import { fuse } from '../../src/index/fusion.ts';
import { keyOf, textKeyOf } from '../../src/index/rank.ts';
import type { SentenceVectors } from '../../src/index/sentence-vectors.ts';
import type { IndexStore } from '../../src/index/store.ts';
import type { IndexedPassage, SearchHit } from '../../src/index/types.ts';
import type { Embedder } from '../../src/models/ports.ts';

export interface Asked {
  readonly text: string;
  readonly isGold: (passage: IndexedPassage) => boolean;
}

/** Where each ranking has the first passage that answers: 0 is the first place. */
export interface Found {
  readonly ranks: ReadonlyMap<Ranking, number>;
}

const weights = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
type Other = 'static' | 'BM25' | 'sentences alone' | 'z-scores, sentences twice' | 'the product';
export type Ranking = Other | `${(typeof weights)[number]} sentences`;
const cuts = [1, 5, 6, 20, 40] as const;
/** More than a folder has. */
const all = 1_000_000;

/** Every passage is scored, under each formula; `the product` is what its own search gives. Questions without a gold passage are left out. */
export async function rankingsOf(
  store: IndexStore,
  vectors: SentenceVectors,
  embedder: Embedder,
  encoder: Embedder,
  asked: readonly Asked[],
): Promise<Found[]> {
  const texts = asked.map(({ text }) => text);
  const [own, encoded] = [await embedder.embed(texts, 'query', { seed: 0 }), await encoder.embed(texts, 'query', { seed: 0 })];
  const product = new DenseIndex(store, vectors, encoder, (cosine) => embedder.similarity.toReference(cosine));
  const found: Found[] = [];
  for (const [at, { text, isGold }] of asked.entries()) {
    const query = { text, vector: own[at] ?? new Float32Array(embedder.dimensions) };
    const [hits = []] = await store.search([query], { limit: all });
    const gold = hits.map(({ passage, copies }) => [passage, ...copies].some(isGold));
    if (!gold.includes(true)) continue;
    const scores = vectors.scores(encoded[at] ?? new Float32Array(encoder.dimensions), { toReference: (each) => each, isWhole: true });
    const cosines = hits.map(({ passage }) => scores.cosineOf(keyOf(textKeyOf(passage))) ?? 0);
    const [searched = []] = await product.search([query], { limit: 40 });
    const place = searched.findIndex(({ passage, copies }) => [passage, ...copies].some(isGold));
    found.push({
      ranks: new Map<Ranking, number>([
        ...[...rankings(hits, cosines)].map(([name, values]): [Ranking, number] => [name, firstGold(values, gold)]),
        ['the product', place < 0 ? Infinity : place],
      ]),
    });
  }
  return found;
}

function* rankings(hits: readonly SearchHit[], cosines: readonly number[]): Generator<[Ranking, number[]]> {
  const best = hits.reduce((most, { bm25 }) => Math.max(most, bm25), 0);
  yield ['static', hits.map(({ score }) => score)];
  yield ['BM25', hits.map(({ bm25 }) => bm25)];
  yield ['sentences alone', [...cosines]];
  for (const weight of weights) yield [`${weight} sentences`, hits.map(({ bm25 }, at) => fuse(cosines[at] ?? 0, bm25, best, weight))];
  const [meaning, words] = [standard(cosines), standard(hits.map(({ bm25 }) => bm25))];
  yield ['z-scores, sentences twice', meaning.map((value, at) => 2 * value + (words[at] ?? 0))];
}

function standard(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)) || 1;
  return values.map((value) => (value - mean) / deviation);
}

function firstGold(values: readonly number[], gold: readonly boolean[]): number {
  return values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => b.value - a.value || a.at - b.at)
    .findIndex(({ at }) => gold[at] === true);
}

/** Share of questions with a passage that answers among the first so many, and the mean reciprocal rank. */
export function searchTable(found: readonly Found[]): string {
  const mean = (values: readonly number[]): string =>
    (values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)).toFixed(3);
  const names = [...(found[0]?.ranks.keys() ?? [])];
  return [
    `| ranking | ${cuts.map((cut) => (cut === 1 ? 'first' : `in ${cut}`)).join(' | ')} | MRR |`,
    `|---|${cuts.map(() => '---|').join('')}---|`,
    ...names.map((name) => {
      const ranks = found.map(({ ranks }) => ranks.get(name) ?? Infinity);
      const shares = cuts.map((cut) => mean(ranks.map((rank) => (rank < cut ? 1 : 0))));
      return `| ${name} | ${shares.join(' | ')} | ${mean(ranks.map((rank) => 1 / (rank + 1)))} |`;
    }),
  ].join('\n');
}
