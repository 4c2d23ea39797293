import type { Table } from '@lancedb/lancedb';

import { lancedb } from './lance.ts';

export interface Upkeep {
  /** Age at which versions of the tables that are no longer current may go, ms. */
  readonly keptMs: number;
  /** Small parts of a table that are borne before they are made one. */
  readonly mostParts: number;
}

/**
 * Old versions stay for readers of other processes, which may have begun a search on them: far longer than any search takes. A save
 * writes one small part, and making them one costs by the size of the whole table: it is done seldom.
 */
export const usualUpkeep: Upkeep = { keptMs: 10 * 60 * 1000, mostParts: 64 };

/** Passages that the full-text index may not hold: each search reads them. */
const mostUnindexed = 1000;

/**
 * Makes the search structures where there are none, and puts tables that have worn in order.
 * @param isUnknown it is not known what the full-text index holds
 * @returns whether it holds all passages now
 */
export async function keepUp(passages: Table, documents: Table, { keptMs, mostParts }: Upkeep, isUnknown: boolean): Promise<boolean> {
  const indices = await passages.listIndices();
  const words = indices.find((index) => index.columns.includes('stems'));
  if (words === undefined) {
    if ((await passages.countRows()) === 0) return false;
    await createIndices(passages);
  } else if (!isUnknown && !(await isWorn(passages, words.name, mostParts))) return false;
  const cleanupOlderThan = new Date(Date.now() - keptMs);
  await passages.optimize({ cleanupOlderThan, deleteUnverified: false });
  await documents.optimize({ cleanupOlderThan, deleteUnverified: false });
  return true;
}

async function createIndices(passages: Table): Promise<void> {
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
  });
}

async function isWorn(passages: Table, words: string, mostParts: number): Promise<boolean> {
  const { fragmentStats } = await passages.stats();
  if (fragmentStats.numSmallFragments > mostParts) return true;
  const indexed = await passages.indexStats(words);
  return (indexed?.numUnindexedRows ?? 0) > mostUnindexed;
}
