import type { Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { quoted } from './lance.ts';
import { plain, splitStems, textOf } from './lance-rows.ts';
import { type CorpusStatistics, countWords, StatisticsBuilder, StatisticsCounter } from './rank.ts';
import { changedStatistics, type CountedPassage } from './statistics.ts';

const wordsSchema = z.object({ id: z.string(), path: z.string(), revision: z.string(), textKey: z.string(), stems: z.string() });
const columns = ['id', 'path', 'revision', 'textKey', 'stems'];
/** Names in one predicate. */
const predicateSize = 400;

type InForce = ReadonlyMap<string, string>;

/**
 * From all passages that are in force, read twice: first which texts there are more than once, as of those one copy counts; then each text
 * is counted and forgotten. Nothing but the copies is held.
 */
export async function computedStatistics(passages: Table, inForce: InForce): Promise<CorpusStatistics> {
  const numbers = new Float64Array(await passages.countRows());
  let length = 0;
  for await (const batch of passages.query().select(['path', 'revision', 'textKey'])) {
    const [path, revision, textKey] = [textOf(batch, 'path'), textOf(batch, 'revision'), textOf(batch, 'textKey')];
    for (let at = 0; at < batch.numRows && length < numbers.length; at += 1)
      if (inForce.get(path(at)) === revision(at)) numbers[length++] = numberOf(textKey(at));
  }
  const sorted = numbers.subarray(0, length).sort();
  const several = new Set(sorted.filter((number, at) => number === sorted[at - 1]));

  const counter = new StatisticsCounter();
  const copies = new StatisticsBuilder();
  for await (const batch of passages.query().select(columns)) {
    const [id, path, revision] = [textOf(batch, 'id'), textOf(batch, 'path'), textOf(batch, 'revision')];
    const [textKey, stems] = [textOf(batch, 'textKey'), textOf(batch, 'stems')];
    for (let at = 0; at < batch.numRows; at += 1) {
      if (inForce.get(path(at)) !== revision(at)) continue;
      const key = textKey(at);
      if (several.has(numberOf(key))) copies.add(key, id(at), countWords(splitStems(stems(at))));
      else counter.count(stems(at));
    }
  }
  copies.into(counter);
  return counter.statistics();
}

/** The first 48 bits of a text's key: texts that share them are taken for copies here, and told apart where they are counted. */
function numberOf(textKey: string): number {
  return Number.parseInt(textKey.slice(0, 12), 16);
}

/**
 * What the statistics will be once the passages of some paths are replaced: to be asked before they are.
 * @param came passages that will stand under these paths; none where they are removed
 */
export async function statisticsAfter(
  statistics: CorpusStatistics,
  passages: Table,
  inForce: InForce,
  paths: ReadonlySet<string>,
  came: readonly CountedPassage[],
): Promise<CorpusStatistics> {
  const known = [...paths].filter((path) => inForce.has(path));
  const went = await rowsWhere(passages, inForce, 'path', known);
  const keys = new Set([...went, ...came].map(({ textKey }) => textKey));
  const sharing = await rowsWhere(passages, inForce, 'textKey', [...keys]);
  return changedStatistics(statistics, sharing, [...sharing.filter(({ path }) => !paths.has(path)), ...came]);
}

async function rowsWhere(
  passages: Table,
  inForce: InForce,
  column: 'path' | 'textKey',
  values: readonly string[],
): Promise<(CountedPassage & { readonly path: string })[]> {
  const found: (CountedPassage & { readonly path: string })[] = [];
  for (let from = 0; from < values.length; from += predicateSize) {
    const list = values
      .slice(from, from + predicateSize)
      .map(quoted)
      .join(', ');
    const rows: unknown[] = await passages.query().where(`${column} IN (${list})`).select(columns).toArray();
    for (const row of rows) {
      const { id, path, revision, textKey, stems } = wordsSchema.parse(plain(row));
      if (inForce.get(path) === revision) found.push({ id, path, textKey, stems: splitStems(stems) });
    }
  }
  return found;
}
