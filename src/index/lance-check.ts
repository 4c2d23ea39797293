import type { Table } from '@lancedb/lancedb';

import { numbersOf, rowIdsOf, textOf, toRow } from './lance-rows.ts';
import { probesOf } from './lance-upkeep.ts';

/** Words in one query, so that each list of passages is read. */
const wordsAtOnce = 400;

/** What asks the search structures of the passages, and what is wrong: by its name. Nothing where they answer rightly. */
export async function searchFaults(passages: Table): Promise<string[]> {
  const rows = await passages.countRows();
  if (rows === 0) return [];
  const faults: string[] = [];
  for (const [name, check] of [
    ['words', () => wordsAnswer(passages, rows)],
    ['vectors', () => vectorsAnswer(passages, rows)],
  ] as const)
    if (!(await check().catch(() => false))) faults.push(name);
  return faults;
}

/** Every word finds passages that it is in, no others, and all of them where the index holds all: of what came since it may find none. */
async function wordsAnswer(passages: Table, rows: number): Promise<boolean> {
  const holding = new Map<string, Set<bigint>>();
  for await (const batch of passages.query().select(['stems']).withRowId()) {
    if (batch.numRows === 0) continue;
    const stems = textOf(batch, 'stems');
    for (const [at, rowId] of rowIdsOf(batch).entries())
      for (const stem of new Set(stems(at).split(' '))) {
        if (stem === '' || stem.length > 200) continue;
        const own = holding.get(stem);
        if (own === undefined) holding.set(stem, new Set([rowId]));
        else own.add(rowId);
      }
  }
  const index = (await passages.listIndices()).find(({ columns }) => columns.includes('stems'));
  const stats = index === undefined ? undefined : await passages.indexStats(index.name);
  const isWhole = stats?.numUnindexedRows === 0;
  const words = [...holding.keys()];
  for (let from = 0; from < words.length; from += wordsAtOnce) {
    const some = words.slice(from, from + wordsAtOnce);
    const expected = new Set(some.flatMap((word) => [...(holding.get(word) ?? [])]));
    const found = await passages
      .query()
      .fullTextSearch(some.join(' '), { columns: ['stems'] })
      .select(['_score'])
      .withRowId()
      .limit(rows)
      .toArrow();
    const got = numbersOf(found, '_score');
    if ((isWhole && got.size !== expected.size) || [...got.keys()].some((rowId) => !expected.has(rowId))) return false;
  }
  return true;
}

/** The nearest of all is asked for in all partitions of the index, where there is one. */
async function vectorsAnswer(passages: Table, rows: number): Promise<boolean> {
  const some: unknown[] = await passages.query().limit(1).toArray();
  const vector = Float32Array.from(toRow(some[0]).vector);
  if (vector.every((value) => value === 0)) vector[0] = 1;
  const found = await passages
    .query()
    .nearestTo(vector)
    .distanceType('cosine')
    .nprobes(2 * probesOf(rows))
    .select(['_distance'])
    .withRowId()
    .limit(rows)
    .toArrow();
  return numbersOf(found, '_distance').size > 0;
}
