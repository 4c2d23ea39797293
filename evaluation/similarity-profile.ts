import { createRandom } from '../src/base/random.ts';
import type { Embedder, Generator } from '../src/models/ports.ts';
import { type AuditItem, parseSentenceRef } from './item.ts';

/** Kinds of pairs whose cosine means something. */
export type PairKind = 'unrelated sentences' | 'question and its passage' | 'question and its probe' | 'sentence less one word';

export interface Quantiles {
  readonly kind: PairKind;
  readonly n: number;
  /** At 5, 10, 50, 90 and 95 %. */
  readonly at: readonly number[];
}

export const shares = [0.05, 0.1, 0.5, 0.9, 0.95] as const;

/**
 * Quantiles of an embedder's cosine for pairs that mean something: the papers give their thresholds for another embedder, and this tells
 * where the same pairs lie for this one.
 */
export async function measureSimilarity(
  items: readonly AuditItem[],
  embedder: Embedder,
  generator: Generator,
  seed = 1,
): Promise<Quantiles[]> {
  const random = createRandom(seed);
  const sentences = items
    .flatMap((item) => item.documents.flatMap((document) => document.sentences.map(({ start, end }) => document.text.slice(start, end))))
    .filter((text) => text.split(' ').length >= 6);
  const pick = (): string => sentences[random.integer(sentences.length)] ?? '';
  const unrelated = Array.from({ length: 1000 }, (): [string, string] => [pick(), pick()]).filter(([a, b]) => a !== b);
  const shortened = Array.from({ length: 500 }, (): [string, string] => {
    const text = pick();
    const words = text.split(' ');
    const dropped = random.integer(words.length);
    return [text, words.filter((_word, index) => index !== dropped).join(' ')];
  });
  const passages = items.flatMap((item): [string, string][] =>
    (item.goldSets[0] ?? []).flatMap((ref) => {
      const { path, sentence } = parseSentenceRef(ref);
      const document = item.documents.find((entry) => entry.path === path);
      const place = document?.sentences[sentence];
      return document === undefined || place === undefined ? [] : [[item.question, document.text.slice(place.start, place.end)]];
    }),
  );
  const probes: [string, string][] = [];
  for (const item of items) {
    const found = await generator.probes(
      {
        question: item.question,
        entities: { person: [], place: [], organisation: [], other: item.documents.map((document) => document.title) },
        perKind: 2,
      },
      { seed },
    );
    probes.push(...found.map((probe): [string, string] => [item.question, probe.query]));
  }
  return await Promise.all(
    (
      [
        ['unrelated sentences', unrelated],
        ['question and its passage', passages],
        ['question and its probe', probes],
        ['sentence less one word', shortened],
      ] as const
    ).map(async ([kind, pairs]) => ({ kind, n: pairs.length, at: quantiles(await cosines(pairs, embedder, seed)) })),
  );
}

async function cosines(pairs: readonly (readonly [string, string])[], embedder: Embedder, seed: number): Promise<number[]> {
  const vectors = await embedder.embed(pairs.flat(), 'passage', { seed });
  return pairs.map((_pair, index) => {
    const [a, b] = [vectors[2 * index], vectors[2 * index + 1]];
    return a === undefined || b === undefined ? 0 : a.reduce((sum, value, d) => sum + value * (b[d] ?? 0), 0);
  });
}

function quantiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return shares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

export function similarityTable(measured: readonly Quantiles[]): string {
  return [
    '| pairs | n | 5 % | 10 % | median | 90 % | 95 % |',
    '|---|---|---|---|---|---|---|',
    ...measured.map(({ kind, n, at }) => `| ${kind} | ${n} | ${at.map((value) => value.toFixed(3)).join(' | ')} |`),
  ].join('\n');
}
