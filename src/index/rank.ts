import picomatch from 'picomatch';

import { contentStems } from '../text/tokens.ts';
import { fuse } from './fusion.ts';
import type { IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** What a passage is searched by: its title and headings count as words of it. */
export function searchText(passage: Pick<IndexedPassage, 'title' | 'headingPath' | 'spans'>): string {
  return [passage.title, ...passage.headingPath, ...passage.spans.map((span) => span.plain)].join('\n');
}

/** How often each stem occurs among the distinct texts of an index. */
export interface CorpusStatistics {
  /** Distinct texts. */
  readonly rows: number;
  /** Sum of their lengths in stems. */
  readonly totalLength: number;
  /** Distinct texts that hold a stem. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** Robertson and Zaragoza's usual constants. */
const k1 = 1.2;
const b = 0.75;

/** BM25 of one text; each stem of the query counts once. Statistics are of distinct texts, so copies of a document change no score. */
export function bm25(queryStems: ReadonlySet<string>, stems: readonly string[], statistics: CorpusStatistics): number {
  const counts = new Map<string, number>();
  for (const stem of stems) if (queryStems.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const length = stems.length / (statistics.totalLength / Math.max(1, statistics.rows) || 1);
  let score = 0;
  for (const [stem, count] of counts) {
    const frequency = statistics.documentFrequency.get(stem) ?? 1;
    const idf = Math.log(1 + (statistics.rows - frequency + 0.5) / (frequency + 0.5));
    score += (idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
  }
  return score;
}

/** A passage that may be a hit, with the words and the vector that it is ranked by. */
export interface RankedRow {
  readonly passage: IndexedPassage;
  readonly vector: Float32Array;
  /** Equal for passages that read the same. */
  readonly textKey: string;
  readonly stems: readonly string[];
}

/**
 * Ranks candidate passages by cosine and BM25 together; passages with the same words are one hit with copies, under the first of them
 * by id. Both stores rank with this, so that they agree wherever they consider the same candidates.
 */
export function rank(query: SearchQuery, rows: readonly RankedRow[], statistics: CorpusStatistics, { limit, exclude = [] }: SearchOptions): SearchHit[] {
  const excluded = exclude.length === 0 ? null : picomatch([...exclude], { dot: true });
  const queryStems = new Set(contentStems(query.text));
  const groups = new Map<string, RankedRow[]>();
  for (const row of rows) {
    if (excluded?.(row.passage.path) === true) continue;
    const group = groups.get(row.textKey);
    if (group === undefined) groups.set(row.textKey, [row]);
    else group.push(row);
  }
  const scored = [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.sort((x, y) => (x.passage.id < y.passage.id ? -1 : 1));
    if (first === undefined) return [];
    return [{ row: first, copies: others.map((other) => other.passage), cosine: dot(query.vector, first.vector), bm25: bm25(queryStems, first.stems, statistics) }];
  });
  const best = scored.reduce((most, entry) => Math.max(most, entry.bm25), 0);
  return scored
    .map((entry): SearchHit => ({ passage: entry.row.passage, copies: entry.copies, vector: entry.row.vector, cosine: entry.cosine, bm25: entry.bm25, score: fuse(entry.cosine, entry.bm25, best) }))
    .sort((x, y) => y.score - x.score || (x.passage.id < y.passage.id ? -1 : 1))
    .slice(0, limit);
}

/** Adds up the statistics of distinct texts. */
export class StatisticsBuilder {
  readonly #seen = new Set<string>();
  readonly #frequency = new Map<string, number>();
  #total = 0;

  add(textKey: string, stems: readonly string[]): void {
    if (this.#seen.has(textKey)) return;
    this.#seen.add(textKey);
    this.#total += stems.length;
    for (const stem of new Set(stems)) this.#frequency.set(stem, (this.#frequency.get(stem) ?? 0) + 1);
  }

  build(): CorpusStatistics {
    return { rows: this.#seen.size, totalLength: this.#total, documentFrequency: this.#frequency };
  }
}

function dot(a: Float32Array, c: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d += 1) sum += (a[d] ?? 0) * (c[d] ?? 0);
  return sum;
}
