import { dot } from '../base/dot.ts';
import { globMatcher } from '../base/glob.ts';

import { sha256 } from '../base/hash.ts';
import { contentStems } from '../text/tokens.ts';
import { partOf, type Utf8, utf8Of } from '../text/utf8.ts';
import { WordTable } from '../text/word-table.ts';
import { fuse, fusionDefaults } from './fusion.ts';
import type { IndexedPassage, SearchOptions, SearchQuery } from './types.ts';

/** What a passage is searched by: its title and headings count as words of it. */
export function searchText(passage: Pick<IndexedPassage, 'title' | 'headingPath' | 'spans'>): string {
  return [passage.title, ...passage.headingPath, ...passage.spans.map((span) => span.plain)].join('\n');
}

/**
 * Equal for passages that read the same under the same headings: copies of each other. The title is left out, as it may be no more
 * than a file's name, and a copy under another name is a copy still.
 */
export function textKeyOf(passage: Pick<IndexedPassage, 'headingPath' | 'spans'>): string {
  return sha256(JSON.stringify([passage.headingPath, passage.spans.map((span) => span.plain)]));
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

/** A text as BM25 sees it. */
export interface WordCounts {
  /** Stems, with repetitions. */
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Counted once for each text, so that a search looks up the query's stems alone. */
export function countWords(stems: readonly string[]): WordCounts {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { length: stems.length, counts };
}

/** The same of the stems that a query asks for only. Cutting a text into its stems costs five times as much. @param stems parted by spaces */
export function countWanted(stems: string, wanted: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of wanted) {
    let count = 0;
    for (let at = stems.indexOf(stem); at >= 0; at = stems.indexOf(stem, at + stem.length)) {
      const end = at + stem.length;
      if ((at === 0 || stems[at - 1] === ' ') && (end === stems.length || stems[end] === ' ')) count += 1;
    }
    if (count > 0) counts.set(stem, count);
  }
  return counts;
}

/** Number of stems in a text of them. */
export function lengthOf(stems: string): number {
  if (stems === '') return 0;
  let length = 1;
  for (let at = stems.indexOf(' '); at >= 0; at = stems.indexOf(' ', at + 1)) length += 1;
  return length;
}

/** Robertson and Zaragoza's usual constants. */
const k1 = 1.2;
const b = 0.75;

/** BM25 of one text; each stem of the query counts once. Statistics are of distinct texts, so copies of a document change no score. */
export function bm25(queryStems: ReadonlySet<string>, words: WordCounts, statistics: CorpusStatistics): number {
  const length = words.length / (statistics.totalLength / Math.max(1, statistics.rows) || 1);
  let score = 0;
  for (const stem of queryStems) {
    const count = words.counts.get(stem);
    if (count === undefined) continue;
    const frequency = statistics.documentFrequency.get(stem) ?? 1;
    const idf = Math.log(1 + (statistics.rows - frequency + 0.5) / (frequency + 0.5));
    score += (idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
  }
  return score;
}

/** A passage that may be a hit, with the words and the vector that it is ranked by. */
export interface RankedRow {
  readonly id: string;
  readonly path: string;
  readonly vector: Float32Array;
  /** `textKeyOf` the passage. */
  readonly textKey: string;
  /** `keyOf` that. */
  readonly key: bigint;
  readonly words: WordCounts;
}

/** A hit before its passage is looked at. */
export interface RankedHit<Row extends RankedRow> {
  readonly best: Row;
  /** Rows that read the same, by id. */
  readonly copies: readonly Row[];
  readonly cosine: number;
  readonly bm25: number;
  readonly score: number;
}

/** Whether a path may be a hit. */
export function admits({ exclude = [] }: SearchOptions): (path: string) => boolean {
  if (exclude.length === 0) return () => true;
  const excluded = globMatcher(exclude);
  return (path) => !excluded(path);
}

interface Scored<Row extends RankedRow> {
  readonly row: Row;
  readonly cosine: number;
  readonly bm25: number;
  readonly score: number;
}

/** By the sentence encoder where it is asked and the text has a vector of it; else by the index's own vectors, on its scale. */
export function cosineOf({ vector, dense }: SearchQuery, row: Pick<RankedRow, 'key' | 'vector'>): number {
  const known = dense?.cosineOf(row.key) ?? null;
  if (known !== null) return known;
  const cosine = dot(vector, row.vector);
  return dense === undefined || cosine === 0 ? cosine : dense.toReference(cosine);
}

/** What the cosine counts beside the words. */
export function cosineWeightOf({ dense }: SearchQuery): number {
  return dense === undefined ? fusionDefaults.cosineWeight : fusionDefaults.denseWeight;
}

/** The first 64 bits of a SHA-256 in hexadecimal. @throws SyntaxError where it is none */
export function keyOf(hash: string): bigint {
  return BigInt(`0x${hash.slice(0, 16)}`);
}

/**
 * Ranks candidate passages by cosine and BM25 together. Passages that read the same are one hit, the best of them, with the others as
 * its copies. Both stores rank with this, so that they agree wherever they consider the same candidates.
 */
export function rank<Row extends RankedRow>(
  query: SearchQuery,
  rows: readonly Row[],
  statistics: CorpusStatistics,
  options: SearchOptions,
): RankedHit<Row>[] {
  const admitted = admits(options);
  const queryStems = new Set(contentStems(query.text));
  const matched = rows
    .filter((row) => admitted(row.path))
    .map((row) => ({ row, cosine: cosineOf(query, row), bm25: bm25(queryStems, row.words, statistics) }))
    // Only the zero vector, of a text without known words, is exactly at right angles: then nothing speaks for the passage.
    .filter((entry) => entry.cosine !== 0 || entry.bm25 > 0);
  const bestBm25 = matched.reduce((most, entry) => Math.max(most, entry.bm25), 0);
  const weight = cosineWeightOf(query);
  const scored = matched.map((entry): Scored<Row> => ({ ...entry, score: fuse(entry.cosine, entry.bm25, bestBm25, weight) })).sort(byScore);
  const groups = new Map<string, Scored<Row>[]>();
  for (const entry of scored) {
    const group = groups.get(entry.row.textKey);
    if (group !== undefined) group.push(entry);
    else groups.set(entry.row.textKey, [entry]);
  }
  return [...groups.values()].slice(0, options.limit).flatMap(([best, ...others]): RankedHit<Row>[] => {
    if (best === undefined) return [];
    const copies = others.map(({ row }) => row).sort((x, y) => (x.id < y.id ? -1 : 1));
    return [{ best: best.row, copies, cosine: best.cosine, bm25: best.bm25, score: best.score }];
  });
}

function byScore<Row extends RankedRow>(x: Scored<Row>, y: Scored<Row>): number {
  return y.score - x.score || (x.row.id < y.row.id ? -1 : 1);
}

/** Adds up the statistics of distinct texts; of copies that differ in their title, the first by id counts. Order does not matter. */
export class StatisticsBuilder {
  /** Stems as one string each: an index of a million texts is to be counted. */
  readonly #texts = new Map<string, { readonly id: string; readonly length: number; readonly stems: string }>();

  add(textKey: string, id: string, words: WordCounts): void {
    const before = this.#texts.get(textKey);
    if (before === undefined || id < before.id)
      this.#texts.set(textKey, { id, length: words.length, stems: [...words.counts.keys()].join(' ') });
  }

  build(): CorpusStatistics {
    const counter = new StatisticsCounter();
    this.into(counter);
    return counter.statistics();
  }

  into(counter: StatisticsCounter): void {
    for (const { length, stems } of this.#texts.values()) counter.count(stems, length);
  }
}

interface CountedStem {
  readonly stem: string;
  /** That hold it. */
  texts: number;
  /** Number of the last of them: a set for each text would cost as much as all the rest. */
  last: number;
}

const space = 0x20;

/** Counts texts of which each is given once. */
export class StatisticsCounter {
  readonly #stems: CountedStem[] = [];
  /** Found where they stand in a text: cutting each out of it is most of what counting costs. */
  readonly #byWord = new WordTable<CountedStem>(Infinity);
  #rows = 0;
  #totalLength = 0;

  /**
   * @param stems parted by spaces
   * @param length of the text in stems, where `stems` are its distinct ones only
   */
  count(stems: string, length?: number): void {
    this.#rows += 1;
    const text = utf8Of(stems);
    const { bytes, length: end } = text;
    let found = 0;
    for (let start = 0; start < end; found += 1) {
      let stop = start;
      while (stop < end && bytes[stop] !== space) stop += 1;
      const counted = this.#byWord.at(bytes, start, stop) ?? this.#add(text, start, stop);
      if (counted.last !== this.#rows) {
        counted.texts += 1;
        counted.last = this.#rows;
      }
      start = stop + 1;
    }
    this.#totalLength += length ?? found;
  }

  #add(text: Utf8, start: number, stop: number): CountedStem {
    const counted = { stem: partOf(text, start, stop), texts: 0, last: 0 };
    this.#byWord.add(text.bytes, start, stop, counted);
    this.#stems.push(counted);
    return counted;
  }

  statistics(): CorpusStatistics {
    const documentFrequency = new Map(this.#stems.map(({ stem, texts }) => [stem, texts]));
    return { rows: this.#rows, totalLength: this.#totalLength, documentFrequency };
  }
}
