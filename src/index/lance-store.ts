import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Connection, Table } from '@lancedb/lancedb';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { throwIfCancelled, toLinchpinError } from '../base/error.ts';
import { contentStems } from '../text/tokens.ts';
import { fingerprint } from './fingerprint.ts';
import { indexMissing, unreadable } from './errors.ts';
import { lancedb, quoted } from './lance.ts';
import { documentSchema, passageSchema, plain, revisionOf, splitStems, type StoredRow, toRecord, toRow } from './lance-rows.ts';
import { admits, type CorpusStatistics, countWords, rank, StatisticsBuilder } from './rank.ts';
import { indexedDocumentSchema } from './records.ts';
import { type IndexStore, profileName, type StoredDocument } from './store.ts';
import type { IndexedDocument, IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** Candidates fetched from each path of the search, before they are ranked exactly. */
const leastCandidates = 200;
const candidatesPerHit = 8;
const mostCandidates = 20_000;
/** Names in one predicate. */
const predicateSize = 200;
/** Passages kept in memory as they were read: some 10 KB each. */
const cachedRows = 8000;
/** How often a read is begun again because a writer changed the documents under it. */
const readAttempts = 6;
/** Old versions that stay for readers of other processes, which may have begun a search on them: far longer than any search takes. */
const keptVersionsMs = 10 * 60 * 1000;

const placeSchema = z.object({ path: z.string(), revision: z.string() });
const nameSchema = z.object({ id: z.string(), revision: z.string() });
const wordsSchema = placeSchema.extend({ id: z.string(), textKey: z.string(), stems: z.string() });
const statisticsSchema = z.object({
  version: z.string(),
  rows: z.int(),
  totalLength: z.number(),
  frequency: z.array(z.tuple([z.string(), z.int()])),
});

/** The documents as one version of their table has them, with the revision in force of each path. */
interface Known {
  readonly key: string;
  readonly documents: ReadonlyMap<string, IndexedDocument>;
  readonly inForce: ReadonlyMap<string, string>;
}

/**
 * The index in LanceDB, one pair of tables for each embedder profile. The `documents` table says which revision of a path is in
 * force; passages of any other are invisible. So a document changes in one step - its row there - however long writing its
 * passages takes, and whatever is left over from a kill is swept up by the next run.
 */
export class LanceStore implements IndexStore {
  readonly kind = 'lancedb';
  readonly #folder: string;
  readonly #profileId: string;
  readonly #connection: Connection;
  readonly #rows = new LRUCache<string, StoredRow>({ max: cachedRows });
  #passages: Table;
  #documents: Table;
  #known: Known | null = null;
  #statistics: { readonly version: string; readonly statistics: CorpusStatistics } | null = null;
  #born: string;
  readonly #keptMs: number;

  private constructor(
    folder: string,
    profileId: string,
    connection: Connection,
    passages: Table,
    documents: Table,
    born: string,
    keptMs: number,
  ) {
    this.#folder = folder;
    this.#profileId = profileId;
    this.#connection = connection;
    this.#passages = passages;
    this.#documents = documents;
    this.#born = born;
    this.#keptMs = keptMs;
  }

  /**
   * @param folder absolute path
   * @param create make the tables where there are none: only by whoever holds the lock
   * @param keptMs age at which versions of the tables that are no longer current may go
   * @throws LinchpinError `index-missing`, `index-unreadable`, `disk-full`
   */
  static async open(folder: string, profileId: string, dimensions: number, create: boolean, keptMs = keptVersionsMs): Promise<LanceStore> {
    const { connect } = await lancedb();
    const names = tableNames(profileId);
    try {
      if (create) await mkdir(folder, { recursive: true });
      else if ((await stat(folder).catch(() => null)) === null) throw indexMissing();
      const connection = await connect(folder, { readConsistencyInterval: 0 });
      const present = new Set(await connection.tableNames());
      if (!create && !(present.has(names.passages) && present.has(names.documents))) throw indexMissing();
      const passages = present.has(names.passages)
        ? await connection.openTable(names.passages)
        : await connection.createEmptyTable(names.passages, await passageSchema(dimensions), { mode: 'create', existOk: true });
      const documents = present.has(names.documents)
        ? await connection.openTable(names.documents)
        : await connection.createEmptyTable(names.documents, await documentSchema(), { mode: 'create', existOk: true });
      return new LanceStore(folder, profileId, connection, passages, documents, await born(folder, names.documents), keptMs);
    } catch (error) {
      throw unreadable(error);
    }
  }

  async version(): Promise<string> {
    return await this.#read((known) => Promise.resolve(fingerprint([...known.documents.values()], this.#profileId)));
  }

  async documents(): Promise<IndexedDocument[]> {
    return await this.#read((known) => Promise.resolve([...known.documents.values()].sort((a, b) => (a.path < b.path ? -1 : 1))));
  }

  async passagesOf(path: string): Promise<IndexedPassage[]> {
    return await this.#read(async ({ inForce }) => {
      const revision = inForce.get(path);
      if (revision === undefined) return [];
      const rows: unknown[] = await this.#passages
        .query()
        .where(`path = ${quoted(path)} AND revision = ${quoted(revision)}`)
        .toArray();
      return rows.map((row) => toRow(row).passage).sort((a, b) => a.start - b.start || a.end - b.end);
    });
  }

  async search(queries: readonly SearchQuery[], options: SearchOptions, signal?: AbortSignal): Promise<SearchHit[][]> {
    return await this.#read(async (known) => {
      const statistics = await this.#currentStatistics(known);
      const results: SearchHit[][] = [];
      for (const query of queries) {
        throwIfCancelled(signal);
        results.push(await this.#searchOne(query, options, known, statistics));
      }
      return results;
    }, signal);
  }

  /** Fetches more while copies, excluded paths and passages that are not in force crowd out distinct ones. */
  async #searchOne(query: SearchQuery, options: SearchOptions, { inForce }: Known, statistics: CorpusStatistics): Promise<SearchHit[]> {
    const admitted = admits(options);
    for (let wanted = Math.max(leastCandidates, candidatesPerHit * options.limit); ; wanted *= 4) {
      const { rows, exhausted } = await this.#candidates(query, wanted);
      const current = rows.filter((row) => inForce.get(row.passage.path) === row.revision && admitted(row.passage.path));
      const distinct = new Set(current.map((row) => row.textKey)).size;
      if (exhausted || distinct >= candidatesPerHit * options.limit || wanted >= mostCandidates)
        return rank(query, current, statistics, options);
    }
  }

  /**
   * The nearest by cosine and the best by LanceDB's BM25, which counts copies and only chooses candidates: `rank` scores them anew.
   * LanceDB finds rows that its indices do not hold yet by scanning them, so nothing is missed between batches.
   */
  async #candidates(query: SearchQuery, wanted: number): Promise<{ rows: StoredRow[]; exhausted: boolean }> {
    const stems = [...new Set(contentStems(query.text))].join(' ');
    const columns = ['id', 'revision'];
    const none: unknown[] = [];
    // The zero vector, of a text without words, is near to nothing.
    const near: Promise<unknown[]> = query.vector.every((value) => value === 0)
      ? Promise.resolve(none)
      : this.#passages
          .query()
          .nearestTo(query.vector)
          .distanceType('cosine')
          .select([...columns, '_distance'])
          .limit(wanted)
          .toArray();
    const matching: Promise<unknown[]> =
      stems === ''
        ? Promise.resolve(none)
        : this.#passages
            .query()
            .fullTextSearch(stems, { columns: ['stems'] })
            .select([...columns, '_score'])
            .limit(wanted)
            .toArray();
    const [nearest, best] = await Promise.all([near, matching]);
    const names = new Map(
      [...nearest, ...best].map((raw) => nameSchema.parse(plain(raw))).map((name) => [`${name.id}\n${name.revision}`, name]),
    );
    return { rows: await this.#fetch(names), exhausted: nearest.length < wanted && best.length < wanted };
  }

  /** An id and a revision name one content for good, so what was read once is good. */
  async #fetch(names: ReadonlyMap<string, z.infer<typeof nameSchema>>): Promise<StoredRow[]> {
    const rows: StoredRow[] = [];
    const missing: string[] = [];
    for (const [key, name] of names) {
      const cached = this.#rows.get(key);
      if (cached === undefined) missing.push(name.id);
      else rows.push(cached);
    }
    for (let from = 0; from < missing.length; from += predicateSize) {
      const list = missing
        .slice(from, from + predicateSize)
        .map(quoted)
        .join(', ');
      const fetched: unknown[] = await this.#passages.query().where(`id IN (${list})`).toArray();
      for (const raw of fetched) {
        const row = toRow(raw);
        const key = `${row.passage.id}\n${row.revision}`;
        if (!names.has(key)) continue;
        this.#rows.set(key, row);
        rows.push(row);
      }
    }
    return rows;
  }

  /**
   * Reads from one state of the documents: begins again when a writer has changed them, pruned the files that were being read, or made
   * the whole index anew.
   */
  async #read<T>(work: (known: Known) => Promise<T>, signal?: AbortSignal): Promise<T> {
    // What a busy writer changes and what fails are counted apart: a read that was begun anew for the one has all its tries for the other.
    for (let changes = 1, faults = 1; ;) {
      throwIfCancelled(signal);
      try {
        const known = await this.#currentDocuments();
        const result = await work(known);
        if (changes === readAttempts || (await this.#key()) === known.key) return result;
        changes += 1;
      } catch (error) {
        if (toLinchpinError(error).code === 'cancelled') throw error;
        if (faults === readAttempts) throw unreadable(error);
        faults += 1;
        await this.#reopen();
      }
    }
  }

  async #reopen(): Promise<void> {
    const names = tableNames(this.#profileId);
    try {
      this.#passages = await this.#connection.openTable(names.passages);
      this.#documents = await this.#connection.openTable(names.documents);
      this.#born = await born(this.#folder, names.documents);
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Changes whenever the documents do. An index made anew counts its versions from the start, so its birth is part of the key. */
  async #key(): Promise<string> {
    const now = await born(this.#folder, tableNames(this.#profileId).documents);
    if (now !== this.#born) await this.#reopen();
    return `${this.#born} ${await this.#documents.version()}`;
  }

  async #currentDocuments(): Promise<Known> {
    const key = await this.#key();
    if (this.#known?.key === key) return this.#known;
    const rows: unknown[] = await this.#documents.query().toArray();
    const documents = new Map(rows.map((row) => indexedDocumentSchema.parse(plain(row))).map((document) => [document.path, document]));
    this.#known = { key, documents, inForce: new Map([...documents.values()].map((document) => [document.path, revisionOf(document)])) };
    return this.#known;
  }

  async prepare(): Promise<void> {
    await this.#sweep();
  }

  /** The statistics are written last: where they are of these documents, the last run came to its end. */
  async isFinished(): Promise<boolean> {
    return (await this.#storedStatistics(await this.version())) !== null;
  }

  async write(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const known = await this.#guard(() => this.#currentDocuments());
    const replaced = documents.map(({ document }) => document).filter((document) => known.documents.has(document.path));
    const rows = documents.flatMap(({ document, passages }) =>
      passages.map(({ passage, vector }) => toRecord(passage, vector, revisionOf(document))),
    );
    await this.#guard(async () => {
      if (rows.length > 0) await this.#passages.add(rows);
    });
    await this.#upsert(documents.map(({ document }) => document));
    for (let from = 0; from < replaced.length; from += predicateSize) {
      const parts = replaced
        .slice(from, from + predicateSize)
        .map((document) => `(path = ${quoted(document.path)} AND revision <> ${quoted(revisionOf(document))})`);
      await this.#guard(() => this.#passages.delete(parts.join(' OR ')));
    }
  }

  async note(documents: readonly IndexedDocument[]): Promise<void> {
    if (documents.length > 0) await this.#upsert(documents);
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (let from = 0; from < paths.length; from += predicateSize) {
      const list = paths
        .slice(from, from + predicateSize)
        .map(quoted)
        .join(', ');
      await this.#guard(() => this.#documents.delete(`path IN (${list})`));
      await this.#guard(() => this.#passages.delete(`path IN (${list})`));
    }
    this.#known = null;
  }

  async finish(signal?: AbortSignal): Promise<void> {
    await this.#sweep();
    throwIfCancelled(signal);
    const { Index } = await lancedb();
    await this.#guard(async () => {
      const indices = await this.#passages.listIndices();
      if (!indices.some((index) => index.columns.includes('stems')) && (await this.#passages.countRows()) > 0) {
        await this.#passages.createIndex('stems', {
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
      const cleanupOlderThan = new Date(Date.now() - this.#keptMs);
      await this.#passages.optimize({ cleanupOlderThan, deleteUnverified: false });
      await this.#documents.optimize({ cleanupOlderThan, deleteUnverified: false });
    });
    await this.#writeStatistics();
  }

  /** The folder of a table changes with every version of it. */
  async modifiedAt(): Promise<Date | null> {
    const { documents } = tableNames(this.#profileId);
    const info = await stat(join(this.#folder, `${documents}.lance`, '_versions')).catch(() => null);
    return info?.mtime ?? null;
  }

  close(): Promise<void> {
    this.#passages.close();
    this.#documents.close();
    this.#connection.close();
    return Promise.resolve();
  }

  /** Takes out passages that are not in force: left over from a run that was killed. */
  async #sweep(): Promise<void> {
    await this.#guard(async () => {
      const { inForce } = await this.#currentDocuments();
      const rows: unknown[] = await this.#passages.query().select(['path', 'revision']).toArray();
      const stale = new Set<string>();
      for (const raw of rows) {
        const { path, revision } = placeSchema.parse(plain(raw));
        if (inForce.get(path) !== revision) stale.add(revision);
      }
      const revisions = [...stale];
      for (let from = 0; from < revisions.length; from += predicateSize) {
        const list = revisions
          .slice(from, from + predicateSize)
          .map(quoted)
          .join(', ');
        await this.#passages.delete(`revision IN (${list})`);
      }
    });
  }

  async #upsert(documents: readonly IndexedDocument[]): Promise<void> {
    await this.#guard(() =>
      this.#documents
        .mergeInsert('path')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(documents.map((document) => ({ ...document }))),
    );
    this.#known = null;
  }

  async #currentStatistics(known: Known): Promise<CorpusStatistics> {
    const version = fingerprint([...known.documents.values()], this.#profileId);
    if (this.#statistics?.version === version) return this.#statistics.statistics;
    const statistics = (await this.#storedStatistics(version)) ?? (await this.#computeStatistics(known));
    this.#statistics = { version, statistics };
    return statistics;
  }

  /** Null where they are of another version, not there, or damaged: then they are computed from the passages. */
  async #storedStatistics(version: string): Promise<CorpusStatistics | null> {
    const stored = await readFile(this.#statisticsFile(), 'utf8')
      .then((text) => statisticsSchema.safeParse(JSON.parse(text)))
      .catch(() => null);
    if (stored?.success !== true || stored.data.version !== version) return null;
    return { rows: stored.data.rows, totalLength: stored.data.totalLength, documentFrequency: new Map(stored.data.frequency) };
  }

  async #computeStatistics({ inForce }: Known): Promise<CorpusStatistics> {
    const builder = new StatisticsBuilder();
    const rows: unknown[] = await this.#passages.query().select(['id', 'path', 'revision', 'textKey', 'stems']).toArray();
    for (const row of rows) {
      const { id, path, revision, textKey, stems } = wordsSchema.parse(plain(row));
      if (inForce.get(path) === revision) builder.add(textKey, id, countWords(splitStems(stems)));
    }
    return builder.build();
  }

  async #writeStatistics(): Promise<void> {
    await this.#guard(async () => {
      const known = await this.#currentDocuments();
      const version = fingerprint([...known.documents.values()], this.#profileId);
      const statistics = await this.#computeStatistics(known);
      this.#statistics = { version, statistics };
      const draft = `${this.#statisticsFile()}.${process.pid}.tmp`;
      await writeFile(
        draft,
        JSON.stringify({
          version,
          rows: statistics.rows,
          totalLength: statistics.totalLength,
          frequency: [...statistics.documentFrequency],
        }),
        { flush: true },
      );
      await rename(draft, this.#statisticsFile());
    });
  }

  #statisticsFile(): string {
    return join(this.#folder, `statistics__${profileName(this.#profileId)}.json`);
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unreadable(error);
    }
  }
}

function tableNames(profileId: string): { readonly passages: string; readonly documents: string } {
  return { passages: `passages__${profileName(profileId)}`, documents: `documents__${profileName(profileId)}` };
}

/** Tells one making of a table from the next. */
async function born(folder: string, table: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(join(folder, `${table}.lance`));
  return `${ino} ${birthtimeMs}`;
}
