import type { Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { quoted } from './lance.ts';
import { plain, splitStems } from './lance-rows.ts';
import { type CorpusStatistics, countWords, StatisticsBuilder } from './rank.ts';
import { changedStatistics, type CountedPassage } from './statistics.ts';

const wordsSchema = z.object({ id: z.string(), path: z.string(), revision: z.string(), textKey: z.string(), stems: z.string() });
const columns = ['id', 'path', 'revision', 'textKey', 'stems'];
/** Names in one predicate. */
const predicateSize = 400;

type InForce = ReadonlyMap<string, string>;

/** From all passages that are in force, some at a time. */
export async function computedStatistics(passages: Table, inForce: InForce): Promise<CorpusStatistics> {
  const builder = new StatisticsBuilder();
  for await (const batch of passages.query().select(columns))
    for (const row of batch) {
      const { id, path, revision, textKey, stems } = wordsSchema.parse(plain(row));
      if (inForce.get(path) === revision) builder.add(textKey, id, countWords(splitStems(stems)));
    }
  return builder.build();
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
