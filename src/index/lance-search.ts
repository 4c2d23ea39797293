import type { Query, Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { contentStems } from '../text/tokens.ts';
import { quoted } from './lance.ts';
import { passageColumns, plain, type RankRow, rankColumns, rowIdsOf, toPassage, toRankRows } from './lance-rows.ts';
import { probesOf } from './lance-upkeep.ts';
import { admits, type CorpusStatistics, countWanted, rank, type RankedRow } from './rank.ts';
import type { Kept } from './statistics-file.ts';
import type { IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** Candidates fetched from each path of the search, before they are ranked exactly. */
const leastCandidates = 200;
const candidatesPerHit = 8;
const mostCandidates = 20_000;
/** Names in one predicate. */
const predicateSize = 200;
/** What candidates are ranked by is kept of so many: some 3 KB each. */
const keptRows = 8000;
/** Passages that were hits: some 10 KB each. */
const keptPassages = 500;
/** How often candidates are asked for anew because rows were moved between that and their being read. */
const mostTries = 4;

const rowIdSchema = z.object({ _rowid: z.union([z.bigint(), z.int()]).transform(BigInt) });
type Candidate = RankedRow & Pick<RankRow, 'rowId'>;

/** One state of an index: the revision in force of each path, its statistics, and what its full-text index lacks. */
export interface Searched {
  readonly key: string;
  readonly inForce: ReadonlyMap<string, string>;
  readonly kept: Kept;
}

/**
 * Hybrid search of one passages' table. A row has one number and one content for the table's life: what is changed or moved gets another
 * number, so what was read once stays good.
 */
export class LanceSearch {
  readonly #rows = new LRUCache<bigint, RankRow>({ max: keptRows });
  readonly #passages = new LRUCache<bigint, IndexedPassage>({ max: keptPassages });
  /** Rows of the documents that the full-text index does not hold, for one state of the documents. */
  #recent: { readonly key: string; readonly rowIds: readonly bigint[] } = { key: '', rowIds: [] };

  /** Fetches more while copies, excluded paths and passages that are not in force crowd out distinct ones. */
  async search(table: Table, query: SearchQuery, options: SearchOptions, { key, inForce, kept }: Searched): Promise<SearchHit[]> {
    const admitted = admits(options);
    const unindexed = kept.recent === null ? null : await this.#rowIdsOf(table, kept.recent, key);
    for (let wanted = Math.max(leastCandidates, candidatesPerHit * options.limit), tries = 1; ;) {
      const { rowIds, exhausted } = await candidates(table, query, wanted, unindexed);
      const rows = await this.#fetch(table, rowIds);
      if (rows.length < rowIds.size && tries < mostTries) {
        tries += 1;
        continue;
      }
      const current = rows.filter((row) => inForce.get(row.path) === row.revision && admitted(row.path));
      const distinct = new Set(current.map((row) => row.textKey)).size;
      if (exhausted || distinct >= candidatesPerHit * options.limit || wanted >= mostCandidates)
        return await this.#ranked(table, query, current, kept.statistics, options);
      wanted *= 4;
    }
  }

  async #ranked(
    table: Table,
    query: SearchQuery,
    rows: readonly RankRow[],
    statistics: CorpusStatistics,
    options: SearchOptions,
  ): Promise<SearchHit[]> {
    const wanted = new Set(contentStems(query.text));
    const counted = rows.map(({ id, path, vector, textKey, rowId, stems, length }): Candidate => ({
      ...{ id, path, vector, textKey, rowId },
      words: { length, counts: countWanted(stems, wanted) },
    }));
    const hits = rank(query, counted, statistics, options);
    const passages = await this.#whole(
      table,
      hits.flatMap(({ best, copies }) => [best, ...copies]),
    );
    return hits.map(({ best, copies, cosine, bm25, score }) => ({
      passage: passageOf(best, passages),
      copies: copies.map((copy) => passageOf(copy, passages)),
      vector: best.vector,
      cosine,
      bm25,
      score,
    }));
  }

  async #rowIdsOf(table: Table, paths: ReadonlySet<string>, key: string): Promise<readonly bigint[]> {
    if (this.#recent.key === key) return this.#recent.rowIds;
    const rowIds: bigint[] = [];
    for (const list of lists([...paths]))
      rowIds.push(...rowIdsOf(await table.query().where(`path IN (${list})`).select(['start']).withRowId().toArrow()));
    this.#recent = { key, rowIds };
    return rowIds;
  }

  async #fetch(table: Table, rowIds: ReadonlySet<bigint>): Promise<RankRow[]> {
    const rows: RankRow[] = [];
    const missing: bigint[] = [];
    for (const rowId of rowIds) {
      const known = this.#rows.get(rowId);
      if (known === undefined) missing.push(rowId);
      else rows.push(known);
    }
    if (missing.length === 0) return rows;
    const fetched = toRankRows(await table.takeRowIds(missing).select(rankColumns).withRowId().toArrow());
    for (const row of fetched) this.#rows.set(row.rowId, row);
    return [...rows, ...fetched];
  }

  async #whole(table: Table, rows: readonly Candidate[]): Promise<Map<bigint, IndexedPassage>> {
    const found = new Map<bigint, IndexedPassage>();
    const missing: bigint[] = [];
    for (const { rowId } of rows) {
      const known = this.#passages.get(rowId);
      if (known === undefined) missing.push(rowId);
      else found.set(rowId, known);
    }
    if (missing.length === 0) return found;
    const fetched: unknown[] = await table.takeRowIds(missing).select(passageColumns).withRowId().toArray();
    for (const raw of fetched) {
      const { _rowid } = rowIdSchema.parse(plain(raw));
      const passage = toPassage(raw);
      this.#passages.set(_rowid, passage);
      found.set(_rowid, passage);
    }
    return found;
  }
}

/**
 * The nearest by cosine and the best by LanceDB's BM25, which counts copies and only chooses candidates: `rank` scores them anew.
 * Passages that its full-text index does not hold it weighs by other statistics than those that it does: where they are known, all of
 * them are candidates.
 */
async function candidates(
  table: Table,
  query: SearchQuery,
  wanted: number,
  unindexed: readonly bigint[] | null,
): Promise<{ readonly rowIds: ReadonlySet<bigint>; readonly exhausted: boolean }> {
  const stems = [...new Set(contentStems(query.text))].join(' ');
  const none: readonly bigint[] = [];
  // The zero vector, of a text without words, is near to nothing.
  const near = query.vector.every((value) => value === 0)
    ? none
    : table
        .query()
        .nearestTo(query.vector)
        .distanceType('cosine')
        .nprobes(probesOf(await table.countRows()))
        .select(['_distance'])
        .withRowId()
        .limit(wanted)
        .toArrow()
        .then(rowIdsOf);
  const matching =
    stems === ''
      ? none
      : wordQuery(table, stems, unindexed !== null)
          .select(['_score'])
          .withRowId()
          .limit(wanted)
          .toArrow()
          .then(rowIdsOf);
  const [nearest, best] = await Promise.all([near, matching]);
  return { rowIds: new Set([...nearest, ...best, ...(unindexed ?? [])]), exhausted: nearest.length < wanted && best.length < wanted };
}

/** By LanceDB's BM25. @param isIndexed passages that its index does not hold are left out */
function wordQuery(table: Table, stems: string, isIndexed: boolean): Query {
  const query = table.query().fullTextSearch(stems, { columns: ['stems'] });
  return isIndexed ? query.fastSearch() : query;
}

function passageOf({ rowId }: Candidate, passages: ReadonlyMap<bigint, IndexedPassage>): IndexedPassage {
  const passage = passages.get(rowId);
  // It was taken out, or moved, under the search, which is begun anew.
  if (passage === undefined) throw new Error('a passage has gone');
  return passage;
}

/** Values of a predicate, some at a time. */
function* lists(values: readonly string[]): Generator<string> {
  for (let from = 0; from < values.length; from += predicateSize)
    yield values
      .slice(from, from + predicateSize)
      .map(quoted)
      .join(', ');
}
