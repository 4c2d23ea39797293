import type { Query, Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';

import { contentStems } from '../text/tokens.ts';
import { quoted } from './lance.ts';
import { contentColumns, numbersOf, rowIdsOf, toContents, toWeights, type Weight, weightColumns } from './lance-rows.ts';
import { isWholeSearch, probesOf } from './lance-upkeep.ts';
import { dot } from '../base/dot.ts';
import { admits, bm25, cosineOf, cosineWeightOf, type CorpusStatistics, countWanted, keyOf, rank, type RankedRow } from './rank.ts';
import { fuse } from './fusion.ts';
import { byPromise, type Read, type Said, ScoreBounds, type Ways } from './score-bounds.ts';
import { type Place, Places } from './places.ts';
import type { Kept } from './statistics-file.ts';
import type { IndexedDocument, IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** Candidates fetched from each path of the search, before they are ranked exactly. */
const leastCandidates = 200;
const candidatesPerHit = 8;
const mostCandidates = 20_000;
/** Names in one predicate. */
const predicateSize = 200;
/** What candidates are ranked by is kept of so many: some 3 KB each. */
const keptWeights = 3000;
/** Candidates that are read first, to each hit. */
const readPerHit = 3;
/** Passages that were hits: some 10 KB each. */
const keptPassages = 500;
/** How often candidates are asked for anew because rows were moved between that and their being read. */
const mostTries = 4;

type Placement = Pick<Placed, 'rowId' | 'id' | 'path' | 'start' | 'end'>;
type Candidate = RankedRow & Placement;

const nothingSaid: Said = { distance: null, wordScore: null };

/** A candidate before it is read. */
interface Placed extends Said {
  readonly rowId: bigint;
  readonly id: string;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly textKey: string;
  readonly key: bigint;
  /** By the sentence encoder; null where it is not asked, or the text has no vector of it. */
  readonly dense: number | null;
  /** What was said of it cannot be compared with what was said of others. */
  readonly isRecent: boolean;
}

/** A candidate once it is read. */
type Weighed = Placed & Candidate & Read;

/** One state of an index: its documents, the revision in force of each path, its statistics, and what its full-text index lacks. */
export interface Searched {
  readonly key: string;
  readonly documents: ReadonlyMap<string, Pick<IndexedDocument, 'contentHash'>>;
  readonly inForce: ReadonlyMap<string, string>;
  readonly kept: Kept;
}

/**
 * Hybrid search of one passages' table. A row has one number and one content for the table's life: what is changed or moved gets another
 * number, so what was read once stays good.
 */
export class LanceSearch {
  readonly #places = new Places();
  readonly #weights = new LRUCache<bigint, Weight>({ max: keptWeights });
  readonly #passages = new LRUCache<bigint, IndexedPassage>({ max: keptPassages });
  /** Rows of the documents that the full-text index does not hold, for one state of the documents. */
  #recent: { readonly key: string; readonly rowIds: readonly bigint[] } = { key: '', rowIds: [] };
  /** Paths by the keys of the revisions in force, for one state of the documents. */
  #paths: { readonly key: string; readonly byRevision: ReadonlyMap<bigint, string> } = { key: '', byRevision: new Map() };

  /** Fetches more while copies, excluded paths and passages that are not in force crowd out distinct ones. */
  async search(table: Table, query: SearchQuery, options: SearchOptions, state: Searched): Promise<SearchHit[]> {
    const { key, kept } = state;
    const admitted = admits(options);
    const unindexed = kept.recent === null ? null : await this.#rowIdsOf(table, kept.recent, key);
    for (let wanted = Math.max(leastCandidates, candidatesPerHit * options.limit), tries = 1; ;) {
      const { said, ways, exhausted } = await candidates(table, query, wanted, unindexed, this.#places);
      const places = await this.#places.of(table, said.keys());
      if (places.length < said.size && tries < mostTries) {
        tries += 1;
        continue;
      }
      const recent = new Set(unindexed);
      const paths = this.#pathsOf(state);
      const current: Placed[] = [];
      for (const { rowId, revision, textKey, start, end } of places) {
        const path = paths.get(revision);
        if (path === undefined || !admitted(path)) continue;
        const { distance, wordScore } = said.get(rowId) ?? nothingSaid;
        const id = `${path}:${start}-${end}`;
        const isRecent = unindexed === null || recent.has(rowId);
        const dense = query.dense?.cosineOf(textKey) ?? null;
        current.push({ rowId, id, path, start, end, key: textKey, textKey: textKey.toString(36), distance, wordScore, dense, isRecent });
      }
      const distinct = new Set(current.map((row) => row.textKey)).size;
      if (exhausted || distinct >= candidatesPerHit * options.limit || wanted >= mostCandidates)
        return await this.#ranked(table, query, current, ways, state, options);
      wanted *= 4;
    }
  }

  #pathsOf({ key, inForce }: Searched): ReadonlyMap<bigint, string> {
    if (this.#paths.key !== key)
      this.#paths = { key, byRevision: new Map([...inForce].map(([path, revision]) => [keyOf(revision), path])) };
    return this.#paths.byRevision;
  }

  async #ranked(
    table: Table,
    query: SearchQuery,
    placed: readonly Placed[],
    ways: Ways,
    { documents, kept: { statistics } }: Searched,
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
      documents,
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
    const promising = byPromise(placed, ways, cosineWeightOf(query));
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
      next = stillPossible(left, read, query, ways, limit);
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

  async #weightsOf(table: Table, rows: readonly Placed[]): Promise<Map<bigint, Weight>> {
    const weights = await taken(
      this.#weights,
      rows.map(({ rowId }) => rowId),
      async (missing) => toWeights(await table.takeRowIds(missing).select(weightColumns).withRowId().toArrow()),
    );
    return new Map(weights.map((weight) => [weight.rowId, weight]));
  }

  async #whole(table: Table, rows: readonly Placement[], documents: Searched['documents']): Promise<Map<bigint, IndexedPassage>> {
    const found = new Map<bigint, IndexedPassage>();
    const missing = new Map<bigint, Placement>();
    for (const row of rows) {
      const known = this.#passages.get(row.rowId);
      if (known === undefined) missing.set(row.rowId, row);
      else found.set(row.rowId, known);
    }
    if (missing.size === 0) return found;
    for (const { rowId, ...content } of toContents(
      await table
        .takeRowIds([...missing.keys()])
        .select(contentColumns)
        .withRowId()
        .toArrow(),
    )) {
      const row = missing.get(rowId);
      const document = row === undefined ? undefined : documents.get(row.path);
      if (row === undefined || document === undefined) continue;
      const { id, path, start, end } = row;
      const passage = { id, path, contentHash: document.contentHash, start, end, ...content };
      this.#passages.set(rowId, passage);
      found.set(rowId, passage);
    }
    return found;
  }
}

/**
 * The nearest by cosine, those that are nearest by the sentence encoder, and the best by LanceDB's BM25, which counts copies and only chooses candidates: `rank` scores them anew.
 * Passages that its full-text index does not hold it weighs by other statistics than those that it does: where they are known, all of
 * them are candidates.
 */
async function candidates(
  table: Table,
  query: SearchQuery,
  wanted: number,
  unindexed: readonly bigint[] | null,
  places: Places,
): Promise<{ readonly said: ReadonlyMap<bigint, Said>; readonly ways: Ways; readonly exhausted: boolean }> {
  const stems = [...new Set(contentStems(query.text))].join(' ');
  const none: ReadonlyMap<bigint, number> = new Map();
  const rows = await table.countRows();
  // The zero vector, of a text without words, is near to nothing.
  const near =
    query.dense?.isWhole === true || query.vector.every((value) => value === 0)
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
  const texts = query.dense?.nearest(wanted) ?? [];
  const standing: Promise<Place[]> | readonly Place[] = texts.length === 0 ? [] : places.ofTexts(table, texts);
  const [nearest, best, encoded] = await Promise.all([near, matching, standing]);
  const said = new Map<bigint, Said>();
  for (const rowId of [...nearest.keys(), ...best.keys(), ...encoded.map((place) => place.rowId), ...(unindexed ?? [])])
    said.set(rowId, { distance: nearest.get(rowId) ?? null, wordScore: best.get(rowId) ?? null });
  return {
    said,
    ways: {
      farthest: nearest.size < wanted || !isWholeSearch(rows) ? null : Math.max(...nearest.values()),
      fewest: best.size < wanted ? 0 : Math.min(...best.values()),
    },
    exhausted: nearest.size < wanted && best.size < wanted && texts.length < wanted,
  };
}

/** Of candidates that were not read, those that may be hits still, or may be the best by their words, by which all are measured. */
function stillPossible(left: readonly Placed[], read: readonly Weighed[], query: SearchQuery, ways: Ways, limit: number): Placed[] {
  const learnt = read.filter(({ isRecent }) => !isRecent);
  const bounds = ScoreBounds.learnt(
    ways,
    learnt,
    left.every(({ dense }) => dense !== null),
  );
  if (bounds === null) return [...left];
  const weight = cosineWeightOf(query);
  const bestBm25 = read.reduce((most, each) => Math.max(most, each.bm25), 0);
  const best = new Map<string, number>();
  for (const each of read)
    best.set(each.textKey, Math.max(best.get(each.textKey) ?? -Infinity, fuse(cosineOf(query, each), each.bm25, bestBm25, weight)));
  const last = [...best.values()].sort((a, b) => b - a)[limit - 1] ?? -Infinity;
  return left.filter((each) => {
    if (bounds.bm25Of(each) > bestBm25) return true;
    const own = bounds.cosineOf(each);
    const cosine = each.dense ?? query.dense?.toReference(own) ?? own;
    return bounds.scoreOf(each, bestBm25, cosine, weight) >= last;
  });
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

function weightOf({ rowId }: Placed, weights: ReadonlyMap<bigint, Weight>): Weight {
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

function passageOf({ rowId }: Placement, passages: ReadonlyMap<bigint, IndexedPassage>): IndexedPassage {
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
