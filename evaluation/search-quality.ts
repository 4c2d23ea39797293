import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { sha256 } from '../src/base/hash.ts';
import { parseDocument } from '../src/documents/document.ts';
import { fuse } from '../src/index/fusion.ts';
import { createMemoryIndex } from '../src/index/memory-store.ts';
import { searchText } from '../src/index/rank.ts';
import type { PassageIndex, SearchHit } from '../src/index/types.ts';
import type { Embedder } from '../src/models/ports.ts';
import { contentStems } from '../src/text/tokens.ts';
import { type AuditItem, type EvaluationDocument, isAudit, parseSentenceRef } from './item.ts';
import { sameSpan } from './set-metrics.ts';
import { evidenceInference } from './sets/evidence-inference.ts';
import { hotpotqaOpen } from './sets/hotpotqa.ts';
import { wice } from './sets/claims.ts';
import { estimate, type Estimate } from './statistics.ts';

/** A query with the passages that answer it, told by place. */
interface Search {
  readonly query: string;
  readonly isRelevant: (hit: SearchHit) => boolean;
  readonly relevant: number;
}

interface Task {
  readonly name: string;
  readonly index: PassageIndex;
  readonly searches: readonly Search[];
}

/** A way to order hits by what the product's own search gives for each: cosine, BM25, and a vector to compare with. */
export interface Ranker {
  readonly name: string;
  readonly scores: (hits: readonly SearchHit[], query: string) => number[];
}

const hashedDimensions = 1024;

/** Feature hashing: every stem is one of 1,024 places, with a sign. The baseline that knows no meaning. */
function hashed(text: string): Float32Array {
  const vector = new Float32Array(hashedDimensions);
  for (const stem of contentStems(text)) {
    const bits = Number.parseInt(sha256(stem).slice(0, 8), 16);
    const place = bits % hashedDimensions;
    vector[place] = (vector[place] ?? 0) + ((bits >>> 16) % 2 === 0 ? 1 : -1);
  }
  const norm = Math.hypot(...vector);
  return norm === 0 ? vector : vector.map((value) => value / norm);
}

const hashedPassages = new Map<string, Float32Array>();

function hashedCosine(query: Float32Array, { passage }: SearchHit): number {
  const text = searchText(passage);
  let vector = hashedPassages.get(text);
  if (vector === undefined) {
    vector = hashed(text);
    hashedPassages.set(text, vector);
  }
  return vector.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0);
}

/** Reciprocal ranks with the usual constant. */
function reciprocal(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => b.value - a.value || a.index - b.index);
  const ranks = new Array<number>(values.length).fill(0);
  order.forEach(({ index }, rank) => {
    ranks[index] = 1 / (60 + rank + 1);
  });
  return ranks;
}

const best = (hits: readonly SearchHit[]): number => hits.reduce((most, hit) => Math.max(most, hit.bm25), 0);
const weighted = (weight: number): Ranker => ({
  name: `${weight.toFixed(1)} cosine + ${(1 - weight).toFixed(1)} BM25`,
  scores: (hits) => hits.map((hit) => fuse(hit.cosine, hit.bm25, best(hits), weight)),
});

export const rankers: readonly Ranker[] = [
  { name: 'BM25', scores: (hits) => hits.map((hit) => hit.bm25) },
  {
    name: 'feature hashing',
    scores: (hits, query) => {
      const vector = hashed(query);
      return hits.map((hit) => hashedCosine(vector, hit));
    },
  },
  { name: 'static embedder', scores: (hits) => hits.map((hit) => hit.cosine) },
  {
    name: 'reciprocal rank fusion',
    scores: (hits) => {
      const [a, b] = [reciprocal(hits.map((hit) => hit.cosine)), reciprocal(hits.map((hit) => hit.bm25))];
      return a.map((value, index) => value + (b[index] ?? 0));
    },
  },
  ...[0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map(weighted),
];

export interface SearchResult {
  readonly task: string;
  readonly ranker: string;
  readonly recallAt5: Estimate;
  readonly recallAt10: Estimate;
  readonly reciprocalRank: Estimate;
}

/**
 * How well the product's search finds passages, beside BM25 alone, feature hashing and other fusions of the same two scores.
 * @param data the data folder; sets that are not there are left out
 */
export async function measureSearch(
  data: string,
  embedder: Embedder,
  limit: number,
  onTask?: (name: string) => void,
): Promise<SearchResult[]> {
  const results: SearchResult[] = [];
  for (const open of [hotpotTask, wiceTask, inferenceTask, nistTask]) {
    for (const tasks of [await open(data, embedder, limit)]) {
      if (tasks.length === 0) continue;
      const [{ name }] = tasks as [Task, ...Task[]];
      onTask?.(name);
      const values = new Map<string, { five: number[]; ten: number[]; first: number[] }>();
      for (const { index, searches } of tasks) {
        const vectors = await embedder.embed(
          searches.map((search) => search.query),
          'query',
          { seed: 1 },
        );
        for (const [at, search] of searches.entries()) {
          const [hits = []] = await index.search([{ text: search.query, vector: vectors[at] ?? new Float32Array(embedder.dimensions) }], {
            limit: 100_000,
          });
          for (const ranker of rankers) {
            const scores = ranker.scores(hits, search.query);
            const ordered = hits
              .map((hit, place) => ({ hit, score: scores[place] ?? 0 }))
              .sort((a, b) => b.score - a.score || (a.hit.passage.id < b.hit.passage.id ? -1 : 1));
            const found = (count: number): number =>
              Math.min(1, ordered.slice(0, count).filter(({ hit }) => search.isRelevant(hit)).length / search.relevant);
            const rank = ordered.findIndex(({ hit }) => search.isRelevant(hit));
            const kept = values.get(ranker.name) ?? { five: [], ten: [], first: [] };
            kept.five.push(found(5));
            kept.ten.push(found(10));
            kept.first.push(rank < 0 ? 0 : 1 / (rank + 1));
            values.set(ranker.name, kept);
          }
        }
      }
      for (const [ranker, { five, ten, first }] of values)
        results.push({ task: name, ranker, recallAt5: estimate(five), recallAt10: estimate(ten), reciprocalRank: estimate(first) });
    }
  }
  return results;
}

export function searchTables(results: readonly SearchResult[]): string {
  const cell = ({ mean, low, high }: Estimate): string => `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`;
  return [...new Set(results.map((result) => result.task))]
    .map((task) => {
      const rows = results.filter((result) => result.task === task);
      return [
        `## ${task} (n = ${rows[0]?.recallAt5.n ?? 0})`,
        '',
        '| ranking | recall@5 | recall@10 | MRR |',
        '|---|---|---|---|',
        ...rows.map((row) => `| ${row.ranker} | ${cell(row.recallAt5)} | ${cell(row.recallAt10)} | ${cell(row.reciprocalRank)} |`),
      ].join('\n');
    })
    .join('\n\n');
}

async function hotpotTask(data: string, embedder: Embedder, limit: number): Promise<Task[]> {
  const file = join(data, hotpotqaOpen.defaultFile);
  if (!existsSync(file)) return [];
  const items = (await hotpotqaOpen.read(file)).filter(isAudit).slice(0, limit);
  const [first] = items;
  return first === undefined
    ? []
    : [
        {
          name: 'HotpotQA, one corpus of 994 paragraphs',
          index: await createMemoryIndex(first.documents, embedder),
          searches: items.flatMap(searchOf),
        },
      ];
}

/** Each claim over the sentences of its own article. */
async function wiceTask(data: string, embedder: Embedder, limit: number): Promise<Task[]> {
  const file = join(data, wice.defaultFile);
  if (!existsSync(file)) return [];
  const tasks: Task[] = [];
  for (const item of (await wice.read(file)).filter(isAudit).slice(0, limit)) {
    const searches = searchOf(item);
    if (searches.length > 0)
      tasks.push({ name: 'WiCE, each claim over its article', index: await createMemoryIndex(item.documents, embedder), searches });
  }
  return tasks;
}

async function inferenceTask(data: string, embedder: Embedder, limit: number): Promise<Task[]> {
  const file = join(data, evidenceInference.defaultFile);
  if (!existsSync(file)) return [];
  const indices = new Map<string, PassageIndex>();
  const tasks: Task[] = [];
  for (const item of (await evidenceInference.read(file)).filter(isAudit).slice(0, limit)) {
    const searches = searchOf(item);
    const key = item.documents.map((document) => document.path).join();
    const index = indices.get(key) ?? (await createMemoryIndex(item.documents, embedder));
    indices.set(key, index);
    if (searches.length > 0) tasks.push({ name: 'evidence-inference, each prompt over its paper', index, searches });
  }
  return tasks;
}

/** Headings as queries for what stands under them, which is indexed without any heading. */
async function nistTask(data: string, embedder: Embedder, limit: number): Promise<Task[]> {
  const folder = join(data, 'workspaces/nist-800-63-3');
  if (!existsSync(folder)) return [];
  const sections = new Map<string, string[]>();
  const documents: { path: string; text: string }[] = [];
  for (const name of (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md')).sort()) {
    const read = parseDocument(name, await readFile(join(folder, name), 'utf8'));
    for (const passage of read?.passages ?? []) {
      const heading = passage.headingPath.at(-1);
      if (heading === undefined || contentStems(heading).length < 2) continue;
      const path = `${String(documents.length).padStart(5, '0')}.txt`;
      documents.push({ path, text: passage.spans.map((span) => span.plain).join('\n\n') });
      sections.set(heading, [...(sections.get(heading) ?? []), path]);
    }
  }
  const index = await createMemoryIndex(documents, embedder);
  const searches = [...sections].slice(0, limit).map(([query, paths]): Search => ({
    query,
    relevant: paths.length,
    isRelevant: ({ passage, copies }) => [passage, ...copies].some((entry) => paths.includes(entry.path)),
  }));
  return [{ name: 'NIST 800-63, headings for what stands under them', index, searches }];
}

/** An item's question for the passages that hold its gold sentences or spans; none where there is no gold. */
function searchOf(item: AuditItem): Search[] {
  const places = [...item.goldSpans, ...[...new Set(item.goldSets.flat())].flatMap((ref) => placeOf(item.documents, ref))];
  if (places.length === 0) return [];
  const holds = (hit: SearchHit, place: (typeof places)[number]): boolean =>
    hit.passage.path === place.path && sameSpan(place, hit.passage);
  return [
    {
      query: item.question,
      relevant: new Set(places.map((place) => place.path)).size === 1 ? 1 : new Set(places.map((place) => place.path)).size,
      isRelevant: (hit) => places.some((place) => holds(hit, place)),
    },
  ];
}

function placeOf(documents: readonly EvaluationDocument[], ref: string): { path: string; start: number; end: number }[] {
  const { path, sentence } = parseSentenceRef(ref);
  const place = documents.find((document) => document.path === path)?.sentences[sentence];
  return place === undefined ? [] : [{ path, start: place.start, end: place.end }];
}
