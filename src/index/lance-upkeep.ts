import type { Table } from '@lancedb/lancedb';

import { lancedb, optimized } from './lance.ts';

export interface Upkeep {
  /** Age at which versions of the tables that are no longer current may go, ms. */
  readonly keptMs: number;
  /** Small parts of a table that are borne before they are made one. */
  readonly mostParts: number;
  /** Passages from which on vectors are searched by an index; of fewer all are compared. */
  readonly leastVectors: number;
}

/**
 * Old versions stay for readers of other processes, which may have begun a search on them: far longer than any search takes. A save
 * writes one small part, and making them one costs by the size of the whole table: it is done seldom.
 */
export const usualUpkeep: Upkeep = { keptMs: 10 * 60 * 1000, mostParts: 64, leastVectors: 10_000 };

/** Of an index of vectors. */
const rowsEach = 1000;
const mostPartitions = 400;
const mostProbes = 200;

/** A server of LanceDB makes an index in its own time: waited for so long. */
const longestSeconds = 1800;

/** Passages that the full-text index may not hold: each search reads them. */
const mostUnindexed = 1000;

/**
 * Makes the search structures where there are none, and puts tables that have worn in order.
 * @param isUnknown it is not known what the full-text index holds
 * @returns whether it holds all passages now
 */
export async function keepUp(passages: Table, documents: Table, upkeep: Upkeep, isUnknown: boolean): Promise<boolean> {
  const { keptMs, mostParts, leastVectors } = upkeep;
  const rows = await passages.countRows();
  if (rows === 0) return false;
  const indices = await passages.listIndices();
  const words = indices.find((index) => index.columns.includes('stems'));
  const vectors = indices.find((index) => index.columns.includes('vector'));
  if (vectors === undefined && rows >= leastVectors) await indexVectors(passages, rows);
  if (words === undefined) {
    await indexWords(passages);
  } else if (!isUnknown && !(await isWorn(passages, words.name, mostParts))) return false;
  const isWhole = await optimized(passages, keptMs);
  await optimized(documents, keptMs);
  return isWhole;
}

async function indexWords(passages: Table): Promise<void> {
  const { Index } = await lancedb();
  await passages.createIndex('stems', {
    config: Index.fts({
      baseTokenizer: 'whitespace',
      lowercase: false,
      stem: false,
      removeStopWords: false,
      asciiFolding: false,
      withPosition: false,
      maxTokenLength: 200,
    }),
    replace: true,
    waitTimeoutSeconds: longestSeconds,
  });
}

/**
 * RaBitQ at four bits a dimension: of all kinds that LanceDB has the one that is made in the least time by far, and with all its parts
 * searched it lost none of the ten nearest (docs/INDEX.md). What it finds is ranked by the vectors themselves.
 */
async function indexVectors(passages: Table, rows: number): Promise<void> {
  const { Index } = await lancedb();
  await passages.createIndex('vector', {
    config: Index.ivfRq({ distanceType: 'cosine', numBits: 4, numPartitions: partitionsOf(rows), sampleRate: 64, maxIterations: 20 }),
    replace: true,
    waitTimeoutSeconds: longestSeconds,
  });
}

function partitionsOf(rows: number): number {
  return Math.max(1, Math.min(mostPartitions, Math.round(rows / rowsEach)));
}

/** Partitions that a search of vectors looks into; without an index of them it says nothing. */
export function probesOf(rows: number): number {
  return Math.min(mostProbes, 2 * partitionsOf(rows));
}

/** Whether that is all of them. */
export function isWholeSearch(rows: number): boolean {
  return partitionsOf(rows) <= mostProbes;
}

async function isWorn(passages: Table, words: string, mostParts: number): Promise<boolean> {
  const { fragmentStats } = await passages.stats();
  if (fragmentStats.numSmallFragments > mostParts) return true;
  const indexed = await passages.indexStats(words);
  return (indexed?.numUnindexedRows ?? 0) > mostUnindexed;
}
