import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Connection, Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { LinchpinError, throwIfCancelled } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import { contentStems } from '../text/tokens.ts';
import { fingerprint } from './fingerprint.ts';
import { arrow, lancedb, quoted } from './lance.ts';
import { type CorpusStatistics, rank, type RankedRow, searchText, StatisticsBuilder } from './rank.ts';
import { evidenceSpanSchema, indexedDocumentSchema } from './records.ts';
import type { IndexStore, StoredDocument } from './store.ts';
import type { IndexedDocument, IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** Candidates fetched from each path of the search, before they are ranked exactly. */
const leastCandidates = 200;
const candidatesPerHit = 8;
const mostCandidates = 20_000;
/** Paths in one predicate. */
const predicateSize = 200;

const vectorSchema = z.union([z.instanceof(Float32Array), z.custom<Iterable<number>>((value) => typeof value === 'object' && value !== null && Symbol.iterator in value)]);
const rowSchema = z.object({
  id: z.string(),
  path: z.string(),
  contentHash: z.string(),
  title: z.string(),
  start: z.number(),
  end: z.number(),
  line: z.number(),
  headingPath: z.string(),
  text: z.string(),
  spans: z.string(),
  textKey: z.string(),
  stems: z.string(),
  revision: z.string(),
  vector: vectorSchema,
});
const placeSchema = z.object({ path: z.string(), revision: z.string() });
const wordsSchema = placeSchema.extend({ textKey: z.string(), stems: z.string() });
const statisticsSchema = z.object({ version: z.string(), rows: z.int(), totalLength: z.number(), frequency: z.array(z.tuple([z.string(), z.int()])) });
const stringList = z.array(z.string());
const spanList = z.array(evidenceSpanSchema);

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
  readonly #passages: Table;
  readonly #documentTable: Table;
  #documents: Map<string, IndexedDocument> | null = null;
  #documentsVersion = -1;
  #statistics: { readonly version: string; readonly statistics: CorpusStatistics } | null = null;

  private constructor(folder: string, profileId: string, connection: Connection, passages: Table, documents: Table) {
    this.#folder = folder;
    this.#profileId = profileId;
    this.#connection = connection;
    this.#passages = passages;
    this.#documentTable = documents;
  }

  /**
   * @param folder absolute path
   * @param create make the tables where there are none: only by whoever holds the lock
   * @throws LinchpinError `index-missing`, `index-unreadable`; an Error with the code MODULE_NOT_FOUND or the loader's own where the
   * native module does not load
   */
  static async open(folder: string, profileId: string, dimensions: number, create: boolean): Promise<LanceStore> {
    const [{ connect }, { Field, FixedSizeList, Float32, Float64, Int32, Schema, Utf8 }] = await Promise.all([lancedb(), arrow()]);
    if (create) await mkdir(folder, { recursive: true });
    const text = (name: string): InstanceType<typeof Field> => new Field(name, new Utf8(), false);
    const whole = (name: string): InstanceType<typeof Field> => new Field(name, new Int32(), false);
    try {
      const connection = await connect(folder, { readConsistencyInterval: 0 });
      const names = new Set(await connection.tableNames());
      const open = async (name: string, fields: InstanceType<typeof Field>[]): Promise<Table> => {
        if (names.has(name)) return await connection.openTable(name);
        if (!create) throw new LinchpinError('index-missing', 'This folder has no index yet.', 'Run "Linchpin: Index Workspace", or "linchpin index DIR".');
        return await connection.createEmptyTable(name, new Schema(fields), { mode: 'create', existOk: true });
      };
      const passages = await open(`passages__${profileId}`, [
        text('id'), text('path'), text('contentHash'), text('title'), whole('start'), whole('end'), whole('line'), text('headingPath'), text('text'), text('spans'), text('textKey'), text('stems'), text('revision'),
        new Field('vector', new FixedSizeList(dimensions, new Field('item', new Float32(), true)), false),
      ]);
      const documents = await open(`documents__${profileId}`, [
        text('path'), text('contentHash'), new Field('bytes', new Float64(), false), new Field('modifiedMs', new Float64(), false), text('parser'), text('status'), new Field('reason', new Utf8(), true), whole('passages'),
      ]);
      return new LanceStore(folder, profileId, connection, passages, documents);
    } catch (error) {
      throw unreadable(error);
    }
  }

  async version(): Promise<string> {
    return fingerprint([...(await this.#known()).values()], this.#profileId);
  }

  async documents(): Promise<IndexedDocument[]> {
    return [...(await this.#known()).values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async passagesOf(path: string): Promise<IndexedPassage[]> {
    const document = (await this.#known()).get(path);
    if (document === undefined) return [];
    const rows: unknown[] = await this.#guard(() => this.#passages.query().where(`path = ${quoted(path)} AND revision = ${quoted(revisionOf(document))}`).toArray());
    return rows.map((row) => toRow(row).passage).sort((a, b) => a.start - b.start);
  }

  async search(queries: readonly SearchQuery[], options: SearchOptions, signal?: AbortSignal): Promise<SearchHit[][]> {
    throwIfCancelled(signal);
    const known = await this.#known();
    const statistics = await this.#currentStatistics();
    const results: SearchHit[][] = [];
    for (const query of queries) {
      throwIfCancelled(signal);
      results.push(await this.#searchOne(query, options, known, statistics));
    }
    return results;
  }

  /** Fetches more while copies and passages that are not in force crowd out distinct ones. */
  async #searchOne(query: SearchQuery, options: SearchOptions, known: ReadonlyMap<string, IndexedDocument>, statistics: CorpusStatistics): Promise<SearchHit[]> {
    for (let wanted = Math.max(leastCandidates, candidatesPerHit * options.limit); ; wanted *= 4) {
      const rows = await this.#candidates(query, wanted);
      const current = rows.filter((row) => inForce(known, row.passage.path, row.revision));
      const hits = rank(query, current, statistics, options);
      const distinct = new Set(current.map((row) => row.textKey)).size;
      if (rows.length < wanted || distinct >= candidatesPerHit * options.limit || wanted >= mostCandidates) return hits;
    }
  }

  async #candidates(query: SearchQuery, wanted: number): Promise<StoredRow[]> {
    const stems = [...new Set(contentStems(query.text))].join(' ');
    const near: Promise<unknown[]> = this.#guard(() => this.#passages.query().nearestTo(query.vector).distanceType('cosine').limit(wanted).toArray());
    const matching: Promise<unknown[]> = stems === '' ? Promise.resolve<unknown[]>([]) : this.#guard(() => this.#passages.query().fullTextSearch(stems, { columns: ['stems'] }).limit(wanted).toArray());
    const rows = new Map<string, StoredRow>();
    for (const raw of [...(await near), ...(await matching)]) {
      const row = toRow(raw);
      rows.set(`${row.passage.id}\n${row.revision}`, row);
    }
    return [...rows.values()];
  }

  async prepare(): Promise<void> {
    await this.#sweep();
  }

  async write(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const known = await this.#known();
    const replaced = documents.map(({ document }) => document).filter((document) => known.has(document.path));
    const rows = documents.flatMap(({ document, passages }) => passages.map(({ passage, vector }) => toRecord(passage, vector, revisionOf(document))));
    await this.#guard(async () => {
      if (rows.length > 0) await this.#passages.add(rows);
    });
    await this.#upsert(documents.map(({ document }) => document));
    for (let from = 0; from < replaced.length; from += predicateSize) {
      const parts = replaced.slice(from, from + predicateSize).map((document) => `(path = ${quoted(document.path)} AND revision <> ${quoted(revisionOf(document))})`);
      await this.#guard(() => this.#passages.delete(parts.join(' OR ')));
    }
  }

  async note(documents: readonly IndexedDocument[]): Promise<void> {
    if (documents.length > 0) await this.#upsert(documents);
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (let from = 0; from < paths.length; from += predicateSize) {
      const list = paths.slice(from, from + predicateSize).map(quoted).join(', ');
      await this.#guard(() => this.#documentTable.delete(`path IN (${list})`));
      await this.#guard(() => this.#passages.delete(`path IN (${list})`));
    }
    this.#documents = null;
  }

  async finish(signal?: AbortSignal): Promise<void> {
    await this.#sweep();
    throwIfCancelled(signal);
    const { Index } = await lancedb();
    await this.#guard(async () => {
      const indices = await this.#passages.listIndices();
      if (!indices.some((index) => index.columns.includes('stems')) && (await this.#passages.countRows()) > 0) {
        await this.#passages.createIndex('stems', { config: Index.fts({ baseTokenizer: 'whitespace', lowercase: false, stem: false, removeStopWords: false, asciiFolding: false, withPosition: false, maxTokenLength: 200 }), replace: true });
      }
      const cleanupOlderThan = new Date();
      await this.#passages.optimize({ cleanupOlderThan, deleteUnverified: false });
      await this.#documentTable.optimize({ cleanupOlderThan, deleteUnverified: false });
    });
    await this.#writeStatistics();
  }

  close(): Promise<void> {
    this.#passages.close();
    this.#documentTable.close();
    this.#connection.close();
    return Promise.resolve();
  }

  /** Takes out passages that are not in force: left over from a run that was killed. */
  async #sweep(): Promise<void> {
    const known = await this.#known();
    const rows: unknown[] = await this.#guard(() => this.#passages.query().select(['path', 'revision']).toArray());
    const stale = new Set<string>();
    for (const raw of rows) {
      const { path, revision } = placeSchema.parse(plain(raw));
      if (!inForce(known, path, revision)) stale.add(revision);
    }
    const revisions = [...stale];
    for (let from = 0; from < revisions.length; from += predicateSize) {
      const list = revisions.slice(from, from + predicateSize).map(quoted).join(', ');
      await this.#guard(() => this.#passages.delete(`revision IN (${list})`));
    }
  }

  async #upsert(documents: readonly IndexedDocument[]): Promise<void> {
    await this.#guard(() => this.#documentTable.mergeInsert('path').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(documents.map((document) => ({ ...document }))));
    this.#documents = null;
  }

  async #known(): Promise<Map<string, IndexedDocument>> {
    const version = await this.#guard(() => this.#documentTable.version());
    if (this.#documents !== null && version === this.#documentsVersion) return this.#documents;
    const rows: unknown[] = await this.#guard(() => this.#documentTable.query().toArray());
    const documents = new Map<string, IndexedDocument>();
    for (const row of rows) {
      const parsed = indexedDocumentSchema.safeParse(plain(row));
      if (!parsed.success) throw unreadable(parsed.error);
      documents.set(parsed.data.path, parsed.data);
    }
    this.#documents = documents;
    this.#documentsVersion = version;
    return documents;
  }

  async #currentStatistics(): Promise<CorpusStatistics> {
    const version = await this.version();
    if (this.#statistics?.version === version) return this.#statistics.statistics;
    const stored = await readFile(this.#statisticsFile(), 'utf8').then((text) => statisticsSchema.safeParse(JSON.parse(text))).catch(() => null);
    const statistics = stored?.success === true && stored.data.version === version
      ? { rows: stored.data.rows, totalLength: stored.data.totalLength, documentFrequency: new Map(stored.data.frequency) }
      : await this.#computeStatistics();
    this.#statistics = { version, statistics };
    return statistics;
  }

  async #computeStatistics(): Promise<CorpusStatistics> {
    const known = await this.#known();
    const builder = new StatisticsBuilder();
    const rows: unknown[] = await this.#guard(() => this.#passages.query().select(['path', 'revision', 'textKey', 'stems']).toArray());
    for (const row of rows) {
      const { path, revision, textKey, stems } = wordsSchema.parse(plain(row));
      if (inForce(known, path, revision)) builder.add(textKey, stems === '' ? [] : stems.split(' '));
    }
    return builder.build();
  }

  async #writeStatistics(): Promise<void> {
    const version = await this.version();
    const statistics = await this.#computeStatistics();
    this.#statistics = { version, statistics };
    const draft = `${this.#statisticsFile()}.${process.pid}.tmp`;
    await writeFile(draft, JSON.stringify({ version, rows: statistics.rows, totalLength: statistics.totalLength, frequency: [...statistics.documentFrequency] }));
    await rename(draft, this.#statisticsFile());
  }

  #statisticsFile(): string {
    return join(this.#folder, `statistics__${this.#profileId}.json`);
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** Arrow's rows are proxies; their own columns as a plain object. */
function plain(row: unknown): unknown {
  return typeof row === 'object' && row !== null ? { ...row } : row;
}

interface StoredRow extends RankedRow {
  readonly revision: string;
}

/** Names what a document's passages were made from: its path, its content and its parser. */
function revisionOf({ path, contentHash, parser }: IndexedDocument): string {
  return sha256(`${path}\n${contentHash}\n${parser}`);
}

function inForce(known: ReadonlyMap<string, IndexedDocument>, path: string, revision: string): boolean {
  const document = known.get(path);
  return document !== undefined && revisionOf(document) === revision;
}

function toRecord(passage: IndexedPassage, vector: Float32Array, revision: string): Record<string, unknown> {
  const words = searchText(passage);
  return {
    ...passage,
    headingPath: JSON.stringify(passage.headingPath),
    spans: JSON.stringify(passage.spans),
    textKey: sha256(words),
    stems: contentStems(words).join(' '),
    revision,
    vector: [...vector],
  };
}

function toRow(raw: unknown): StoredRow {
  const parsed = rowSchema.safeParse(plain(raw));
  if (!parsed.success) throw unreadable(parsed.error);
  const { headingPath, spans, vector, textKey, stems, revision, ...rest } = parsed.data;
  const passage: IndexedPassage = { ...rest, headingPath: stringList.parse(JSON.parse(headingPath)), spans: spanList.parse(JSON.parse(spans)) };
  return { passage, revision, vector: Float32Array.from(vector), textKey, stems: stems === '' ? [] : stems.split(' ') };
}

function unreadable(error: unknown): LinchpinError {
  if (error instanceof LinchpinError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (/no space left|os error 28|ENOSPC/i.test(message)) return new LinchpinError('disk-full', 'The disk is full: the index could not be written.', 'Free some space and index again; what was indexed before is kept.', error);
  return new LinchpinError('index-unreadable', 'The index cannot be read or written.', 'Run "Linchpin: Rebuild Index", or "linchpin index DIR --rebuild".', error);
}
