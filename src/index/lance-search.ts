import type { Query, Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { contentStems } from '../text/tokens.ts';
import { quoted } from './lance.ts';
import {
  numbersOf,
  passageColumns,
  type Place,
  placeColumns,
  plain,
  rowIdsOf,
  toPassage,
  toPlaces,
  toWeights,
  type Weight,
  weightColumns,
} from './lance-rows.ts';
import { isWholeSearch, probesOf } from './lance-upkeep.ts';
import { dot } from '../base/dot.ts';
import { admits, bm25, type CorpusStatistics, countWanted, rank, type RankedRow } from './rank.ts';
import { fuse } from './fusion.ts';
import { byPromise, type Read, type Said, ScoreBounds, type Ways } from './score-bounds.ts';
import type { Kept } from './statistics-file.ts';
import type { IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** Candidates fetched from each path of the search, before they are ranked exactly. */
const leastCandidates = 200;
const candidatesPerHit = 8;
const mostCandidates = 20_000;
/** Names in one predicate. */
const predicateSize = 200;
/** Where candidates stand is kept of so many: some 300 bytes each. */
const keptPlaces = 60_000;
/** So many that were not known make all known, as a share of the index. */
const missedShare = 0.05;
/** What candidates are ranked by is kept of so many: some 3 KB each. */
const keptWeights = 3000;
/** Candidates that are read first, to each hit. */
const readPerHit = 3;
/** Passages that were hits: some 10 KB each. */
const keptPassages = 500;
/** How often candidates are asked for anew because rows were moved between that and their being read. */
const mostTries = 4;

const rowIdSchema = z.object({ _rowid: z.union([z.bigint(), z.int()]).transform(BigInt) });
type Candidate = RankedRow & Pick<Place, 'rowId'>;

const nothingSaid: Said = { distance: null, wordScore: null };

/** A candidate before it is read. */
interface Placed extends Place, Said {
  /** What was said of it cannot be compared with what was said of others. */
  readonly isRecent: boolean;
}

/** A candidate once it is read. */
type Weighed = Placed & Candidate & Read;

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
  readonly #places = new LRUCache<bigint, Place>({ max: keptPlaces });
  #placesMissed = 0;
  readonly #weights = new LRUCache<bigint, Weight>({ max: keptWeights });
  readonly #passages = new LRUCache<bigint, IndexedPassage>({ max: keptPassages });
  /** Rows of the documents that the full-text index does not hold, for one state of the documents. */
  #recent: { readonly key: string; readonly rowIds: readonly bigint[] } = { key: '', rowIds: [] };

  /** Fetches more while copies, excluded paths and passages that are not in force crowd out distinct ones. */
  async search(table: Table, query: SearchQuery, options: SearchOptions, { key, inForce, kept }: Searched): Promise<SearchHit[]> {
    const admitted = admits(options);
    const unindexed = kept.recent === null ? null : await this.#rowIdsOf(table, kept.recent, key);
    for (let wanted = Math.max(leastCandidates, candidatesPerHit * options.limit), tries = 1; ;) {
      const { said, ways, exhausted } = await candidates(table, query, wanted, unindexed);
      const places = await this.#placesOf(table, [...said.keys()]);
      if (places.length < said.size && tries < mostTries) {
        tries += 1;
        continue;
      }
      const recent = new Set(unindexed);
      const current = places
        .filter((row) => inForce.get(row.path) === row.revision && admitted(row.path))
        .map((row): Placed => ({ ...row, ...(said.get(row.rowId) ?? nothingSaid), isRecent: unindexed === null || recent.has(row.rowId) }));
      const distinct = new Set(current.map((row) => row.textKey)).size;
      if (exhausted || distinct >= candidatesPerHit * options.limit || wanted >= mostCandidates)
        return await this.#ranked(table, query, current, ways, kept.statistics, options);
      wanted *= 4;
    }
  }

  async #ranked(
    table: Table,
    query: SearchQuery,
    placed: readonly Placed[],
    ways: Ways,
    statistics: CorpusStatistics,
    options: SearchOptions,
  ): Promise<SearchHit[]> {
    const hits = rank(query, await this.#read(table, query, placed, ways, statistics, options.limit), statistics, options);
    const alike = new Map(hits.map(({ best }): [string, Placed[]] => [best.textKey, []]));
    for (const place of placed) alike.get(place.textKey)?.push(place);
    const whole = hits.map((hit) => ({
      ...hit,
      // Copies need not have been read.
      copies: (alike.get(hit.best.textKey) ?? []).filter(({ rowId }) => rowId !== hit.best.rowId).sort((x, y) => (x.id < y.id ? -1 : 1)),
    }));
    const passages = await this.#whole(
      table,
      whole.flatMap(({ best, copies }) => [best, ...copies]),
    );
    return whole.map(({ best, copies, cosine, bm25: words, score }) => ({
      passage: passageOf(best, passages),
      copies: copies.map((copy) => passageOf(copy, passages)),
      vector: best.vector,
      cosine,
      bm25: words,
      score,
    }));
  }

  /**
   * Reads what candidates are ranked by: of all that may be hits, by what was said of them. Most are not read, which would take most of a
   * search's time, and the hits are the same.
   */
  async #read(
    table: Table,
    query: SearchQuery,
    placed: readonly Placed[],
    ways: Ways,
    statistics: CorpusStatistics,
    limit: number,
  ): Promise<Candidate[]> {
    const wanted = new Set(contentStems(query.text));
    const promising = byPromise(placed, ways);
    const first = promising.filter(({ isRecent }, at) => isRecent || at < readPerHit * limit);
    const read: Weighed[] = [];
    for (let next = first; next.length > 0;) {
      const weights = await this.#weightsOf(table, next);
      for (const place of next) {
        const { vector, stems, length } = weightOf(place, weights);
        const counted = { length, counts: countWanted(stems, wanted) };
        read.push({ ...place, vector, words: counted, cosine: dot(query.vector, vector), bm25: bm25(wanted, counted, statistics) });
      }
      const done = new Set(read.map(({ rowId }) => rowId));
      const left = promising.filter(({ rowId }) => !done.has(rowId));
      next = stillPossible(left, read, ways, limit);
    }
    return read;
  }

  async #rowIdsOf(table: Table, paths: ReadonlySet<string>, key: string): Promise<readonly bigint[]> {
    if (this.#recent.key === key) return this.#recent.rowIds;
    const rowIds: bigint[] = [];
    for (const list of lists([...paths]))
      rowIds.push(...rowIdsOf(await table.query().where(`path IN (${list})`).select(['start']).withRowId().toArrow()));
    this.#recent = { key, rowIds };
    return rowIds;
  }

  async #placesOf(table: Table, rowIds: readonly bigint[]): Promise<Place[]> {
    this.#placesMissed += rowIds.reduce((sum, rowId) => sum + (this.#places.has(rowId) ? 0 : 1), 0);
    await this.#learnPlaces(table);
    return await taken(this.#places, rowIds, async (missing) =>
      toPlaces(await table.takeRowIds(missing).select(placeColumns).withRowId().toArrow()),
    );
  }

  /** Where a process searches often, all are read at once: some by some they take half of a search's time. */
  async #learnPlaces(table: Table): Promise<void> {
    const rows = await table.countRows();
    if (rows > keptPlaces || this.#placesMissed < missedShare * rows) return;
    this.#placesMissed = 0;
    for await (const batch of table.query().select(placeColumns).withRowId())
      for (const place of toPlaces(batch)) this.#places.set(place.rowId, place);
  }

  async #weightsOf(table: Table, rows: readonly Place[]): Promise<Map<bigint, Weight>> {
    const weights = await taken(
      this.#weights,
      rows.map(({ rowId }) => rowId),
      async (missing) => toWeights(await table.takeRowIds(missing).select(weightColumns).withRowId().toArrow()),
    );
    return new Map(weights.map((weight) => [weight.rowId, weight]));
  }

  async #whole(table: Table, rows: readonly Pick<Place, 'rowId'>[]): Promise<Map<bigint, IndexedPassage>> {
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
): Promise<{ readonly said: ReadonlyMap<bigint, Said>; readonly ways: Ways; readonly exhausted: boolean }> {
  const stems = [...new Set(contentStems(query.text))].join(' ');
  const none: ReadonlyMap<bigint, number> = new Map();
  const rows = await table.countRows();
  // The zero vector, of a text without words, is near to nothing.
  const near = query.vector.every((value) => value === 0)
    ? none
    : table
        .query()
        .nearestTo(query.vector)
        .distanceType('cosine')
        .nprobes(probesOf(rows))
        .select(['_distance'])
        .withRowId()
        .limit(wanted)
        .toArrow()
        .then((found) => numbersOf(found, '_distance'));
  const matching =
    stems === ''
      ? none
      : wordQuery(table, stems, unindexed !== null)
          .select(['_score'])
          .withRowId()
          .limit(wanted)
          .toArrow()
          .then((found) => numbersOf(found, '_score'));
  const [nearest, best] = await Promise.all([near, matching]);
  const said = new Map<bigint, Said>();
  for (const rowId of [...nearest.keys(), ...best.keys(), ...(unindexed ?? [])])
    said.set(rowId, { distance: nearest.get(rowId) ?? null, wordScore: best.get(rowId) ?? null });
  return {
    said,
    ways: {
      farthest: nearest.size < wanted || !isWholeSearch(rows) ? null : Math.max(...nearest.values()),
      fewest: best.size < wanted ? 0 : Math.min(...best.values()),
    },
    exhausted: nearest.size < wanted && best.size < wanted,
  };
}

/** Of candidates that were not read, those that may be hits still, or may be the best by their words, by which all are measured. */
function stillPossible(left: readonly Placed[], read: readonly Weighed[], ways: Ways, limit: number): Placed[] {
  const bounds = ScoreBounds.learnt(
    ways,
    read.filter(({ isRecent }) => !isRecent),
  );
  if (bounds === null) return [...left];
  const bestBm25 = read.reduce((most, each) => Math.max(most, each.bm25), 0);
  const best = new Map<string, number>();
  for (const { textKey, cosine, bm25: words } of read)
    best.set(textKey, Math.max(best.get(textKey) ?? -Infinity, fuse(cosine, words, bestBm25)));
  const last = [...best.values()].sort((a, b) => b - a)[limit - 1] ?? -Infinity;
  return left.filter((each) => bounds.bm25Of(each) > bestBm25 || bounds.scoreOf(each, bestBm25) >= last);
}

/** From a cache, and what it lacks from the table. */
async function taken<T extends { readonly rowId: bigint }>(
  cache: LRUCache<bigint, T>,
  rowIds: Iterable<bigint>,
  take: (missing: bigint[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  const missing: bigint[] = [];
  for (const rowId of rowIds) {
    const known = cache.get(rowId);
    if (known === undefined) missing.push(rowId);
    else found.push(known);
  }
  if (missing.length === 0) return found;
  const fetched = await take(missing);
  for (const each of fetched) cache.set(each.rowId, each);
  return [...found, ...fetched];
}

function weightOf({ rowId }: Place, weights: ReadonlyMap<bigint, Weight>): Weight {
  const weight = weights.get(rowId);
  // It was taken out, or moved, under the search, which is begun anew.
  if (weight === undefined) throw new Error('a passage has gone');
  return weight;
}

/** By LanceDB's BM25. @param isIndexed passages that its index does not hold are left out */
function wordQuery(table: Table, stems: string, isIndexed: boolean): Query {
  const query = table.query().fullTextSearch(stems, { columns: ['stems'] });
  return isIndexed ? query.fastSearch() : query;
}

function passageOf({ rowId }: Pick<Place, 'rowId'>, passages: ReadonlyMap<bigint, IndexedPassage>): IndexedPassage {
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
