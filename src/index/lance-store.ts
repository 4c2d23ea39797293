import { isAddress } from '../base/address.ts';
import type { Connection, Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { throwIfCancelled, toLinchpinError } from '../base/error.ts';
import type { DerivedTable } from './derived.ts';
import { fingerprint } from './fingerprint.ts';
import { indexMissing, searchDamaged, unreadable } from './errors.ts';
import { quoted } from './lance.ts';
import { documentSchema, passageSchema, passageTable, plain, textOf, toRow } from './lance-rows.ts';
import { searchFaults } from './lance-check.ts';
import { LanceSearch } from './lance-search.ts';
import { computedStatistics, statisticsAfter } from './lance-statistics.ts';
import { keepUp, type Upkeep, usualUpkeep } from './lance-upkeep.ts';
import { columnsOf, countedOf, type PassageColumns } from './passage-columns.ts';
import { indexedDocumentSchema } from './records.ts';
import { keyOf } from './rank.ts';
import { revisionOf } from './revision.ts';
import { SharedSide } from './shared-side.ts';
import { FolderSide, type Side } from './side.ts';
import type { Kept } from './statistics-file.ts';
import { type DocumentTexts, type IndexStore, type OpenMode, type StoredPassage, type StoreFaults, type WrittenDocument } from './store.ts';
import type { IndexedDocument, IndexedPassage, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/** Names in one predicate. */
const predicateSize = 200;
/** How often a read is begun again because a writer changed the documents under it. */
const readAttempts = 6;
/** Of more passages than this, and than this share of the index, the statistics are counted anew when all is written. */
const fewPassages = 1000;
const fewShare = 0.05;

/** More than there are: LanceDB lists few where it is not told. */
const mostTables = 1000;

const placeSchema = z.object({ path: z.string(), revision: z.string() });

interface OpenTables {
  readonly passages: Table;
  readonly documents: Table;
  /** Tells this making of them from the next. */
  readonly born: string;
}

/** The documents as one version of their table has them, with the revision in force of each path. */
interface Known {
  readonly key: string;
  /** Fingerprint of the documents. */
  readonly version: string;
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
  readonly #side: Side;
  readonly #dimensions: number;
  readonly #profileId: string;
  readonly #connection: Connection;
  #search = new LanceSearch();
  #passages: Table;
  #documents: Table;
  #known: Known | null = null;
  #kept: (Kept & { readonly version: string }) | null = null;
  #born: string;
  readonly #upkeep: Upkeep;
  #isMarked = false;
  #fence: () => Promise<void> = () => Promise.resolve();

  private constructor(
    side: Side,
    profileId: string,
    dimensions: number,
    connection: Connection,
    { passages, documents, born }: OpenTables,
    upkeep: Upkeep,
  ) {
    this.#side = side;
    this.#profileId = profileId;
    this.#dimensions = dimensions;
    this.#connection = connection;
    this.#passages = passages;
    this.#documents = documents;
    this.#born = born;
    this.#upkeep = upkeep;
  }

  /**
   * @param place absolute path of a folder, or an address such as `s3://bucket/prefix`
   * @param mode `create` and `anew`: only by whoever holds the lock
   * @throws LinchpinError `index-missing`, `index-unreadable`, `disk-full`, of an address `index-unreachable`, `index-forbidden`
   */
  static async open(place: string, profileId: string, dimensions: number, mode: OpenMode, upkeep = usualUpkeep): Promise<LanceStore> {
    const side = isAddress(place) ? new SharedSide(place, profileId, mode === 'anew') : new FolderSide(place, profileId);
    const create = mode !== 'read';
    try {
      const names = await side.names(create);
      if (names === null) throw indexMissing();
      const connection = await side.connect();
      const present = new Set(await connection.tableNames({ limit: mostTables }));
      if (!create && !(present.has(names.passages) && present.has(names.documents))) throw indexMissing();
      const passages = present.has(names.passages)
        ? await connection.openTable(names.passages)
        : await connection.createEmptyTable(names.passages, passageSchema(dimensions), { mode: 'create', existOk: true });
      const documents = present.has(names.documents)
        ? await connection.openTable(names.documents)
        : await connection.createEmptyTable(names.documents, documentSchema(), { mode: 'create', existOk: true });
      await side.made();
      return new LanceStore(side, profileId, dimensions, connection, { passages, documents, born: await side.born() }, upkeep);
    } catch (error) {
      throw unreadable(error);
    }
  }

  async version(): Promise<string> {
    return await this.#read((known) => Promise.resolve(known.version));
  }

  async documents(): Promise<IndexedDocument[]> {
    return await this.#read((known) => Promise.resolve([...known.documents.values()].sort((a, b) => (a.path < b.path ? -1 : 1))));
  }

  async passagesOf(path: string): Promise<IndexedPassage[]> {
    return (await this.embedded(path)).map(({ passage }) => passage);
  }

  async embedded(path: string): Promise<StoredPassage[]> {
    return await this.#read(async ({ inForce }) => {
      const revision = inForce.get(path);
      if (revision === undefined) return [];
      const rows: unknown[] = await this.#passages
        .query()
        .where(`path = ${quoted(path)} AND revision = ${quoted(revision)}`)
        .toArray();
      return rows.map(toRow).sort((a, b) => a.passage.start - b.passage.start || a.passage.end - b.passage.end);
    });
  }

  async texts(): Promise<DocumentTexts[]> {
    return await this.#read(async ({ inForce }) => {
      const byPath = new Map<string, bigint[]>();
      for await (const batch of this.#passages.query().select(['path', 'revision', 'textKey'])) {
        const [path, revision, textKey] = [textOf(batch, 'path'), textOf(batch, 'revision'), textOf(batch, 'textKey')];
        for (let at = 0; at < batch.numRows; at += 1) {
          const of = path(at);
          if (inForce.get(of) !== revision(at)) continue;
          const keys = byPath.get(of);
          if (keys === undefined) byPath.set(of, [keyOf(textKey(at))]);
          else keys.push(keyOf(textKey(at)));
        }
      }
      return [...byPath].map(([path, keys]) => ({ path, keys }));
    });
  }

  async isCurrent(): Promise<boolean> {
    return (await this.#side.born().catch(() => null)) === this.#born;
  }

  async search(queries: readonly SearchQuery[], options: SearchOptions, signal?: AbortSignal): Promise<SearchHit[][]> {
    return await this.#read(async (known) => {
      const kept = await this.#currentKept(known);
      const results: SearchHit[][] = [];
      for (const query of queries) {
        throwIfCancelled(signal);
        results.push(await this.#search.search(this.#passages, query, options, { ...known, kept }));
      }
      return results;
    }, signal);
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
        const told = unreadable(error);
        // LanceDB has asked several times itself.
        if (faults === readAttempts || told.code === 'index-unreachable' || told.code === 'index-forbidden') throw told;
        faults += 1;
        await this.#reopen();
      }
    }
  }

  async #reopen(): Promise<void> {
    try {
      const now = await this.#side.born();
      const names = await this.#side.names(false);
      if (names === null) throw indexMissing();
      this.#passages = await this.#connection.openTable(names.passages);
      this.#documents = await this.#connection.openTable(names.documents);
      if (now !== this.#born) this.#search = new LanceSearch();
      this.#born = now;
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Changes whenever the documents do. An index made anew counts its versions from the start, so its birth is part of the key. */
  async #key(): Promise<string> {
    const now = await this.#side.born();
    if (now !== this.#born) await this.#reopen();
    return `${this.#born} ${await this.#documents.version()}`;
  }

  async #currentDocuments(): Promise<Known> {
    const key = await this.#key();
    if (this.#known?.key === key) return this.#known;
    const rows: unknown[] = await this.#documents.query().toArray();
    const documents = new Map(rows.map((row) => indexedDocumentSchema.parse(plain(row))).map((document) => [document.path, document]));
    const inForce = new Map([...documents.values()].map((document) => [document.path, revisionOf(document)]));
    this.#known = { key, version: this.#fingerprint(documents), documents, inForce };
    return this.#known;
  }

  async faults(): Promise<StoreFaults> {
    return await this.#read(async ({ documents, inForce }) => {
      const counts = new Map<string, number>();
      const damaged = new Set<string>();
      let leftOver = 0;
      for await (const batch of this.#passages.query())
        for (const raw of batch) {
          const { passage, revision } = toRow(raw);
          if (inForce.get(passage.path) !== revision) leftOver += 1;
          else {
            counts.set(passage.path, (counts.get(passage.path) ?? 0) + 1);
            if (passage.contentHash !== documents.get(passage.path)?.contentHash) damaged.add(passage.path);
          }
        }
      const broken = await searchFaults(this.#passages);
      if (broken.length > 0) throw searchDamaged(broken);
      for (const { path, passages } of documents.values()) if ((counts.get(path) ?? 0) !== passages) damaged.add(path);
      return { documents: [...damaged].sort(), leftOver, interrupted: await this.#side.isBegun() };
    });
  }

  /** A run that came to its end left nothing over. */
  derived(name: string): DerivedTable {
    return this.#side.derived(name);
  }

  async prepare(fence: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    this.#fence = fence;
    if (!(await this.#guard(() => this.#side.isBegun()))) return;
    await this.#commit(() => this.#side.sweep());
    await this.#sweep();
  }

  async isFinished(): Promise<boolean> {
    const version = await this.version();
    return await this.#guard(
      async () => !(await this.#side.isBegun()) && (this.#kept?.version === version || (await this.#side.statistics(version)) !== null),
    );
  }

  async write(documents: readonly WrittenDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const known = await this.#guard(() => this.#currentDocuments());
    const replaced = documents.map(({ document }) => document).filter((document) => known.documents.has(document.path));
    const written = documents.map(({ document, passages }) =>
      'texts' in passages ? passages : columnsOf(passages, revisionOf(document), this.#dimensions),
    );
    await this.#mark();
    const kept = await this.#guard(() => this.#keptAfter(known, new Set(documents.map(({ document }) => document.path)), written));
    if (written.some(({ length }) => length > 0)) await this.#commit(() => this.#passages.add(passageTable(written, this.#dimensions)));
    await this.#upsert(documents.map(({ document }) => document));
    if (kept !== null) await this.#commit(() => this.#keep(kept));
    for (let from = 0; from < replaced.length; from += predicateSize) {
      const parts = replaced
        .slice(from, from + predicateSize)
        .map((document) => `(path = ${quoted(document.path)} AND revision <> ${quoted(revisionOf(document))})`);
      await this.#commit(() => this.#passages.delete(parts.join(' OR ')));
    }
  }

  async note(documents: readonly IndexedDocument[]): Promise<void> {
    if (documents.length > 0) await this.#upsert(documents);
  }

  async remove(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const known = await this.#guard(() => this.#currentDocuments());
    await this.#mark();
    const kept = await this.#guard(() => this.#keptAfter(known, new Set(paths), []));
    for (let from = 0; from < paths.length; from += predicateSize) {
      const list = paths
        .slice(from, from + predicateSize)
        .map(quoted)
        .join(', ');
      await this.#commit(() => this.#documents.delete(`path IN (${list})`));
      this.#known = null;
      await this.#commit(() => this.#passages.delete(`path IN (${list})`));
    }
    if (kept !== null) await this.#commit(() => this.#keep(kept));
  }

  async finish(signal?: AbortSignal): Promise<void> {
    throwIfCancelled(signal);
    await this.#commit(async () => {
      const known = await this.#currentDocuments();
      const kept = await this.#currentKept(known);
      const isWhole = await keepUp(this.#passages, this.#documents, this.#upkeep, kept.recent === null);
      // Making tables one changes their versions, and no document.
      this.#known = { ...known, key: await this.#key() };
      if (isWhole || this.#kept !== kept) await this.#keep({ statistics: kept.statistics, recent: isWhole ? new Set() : kept.recent });
      await this.#fence();
      await this.#side.finished();
      this.#isMarked = false;
    });
  }

  async modifiedAt(): Promise<Date | null> {
    return await this.#guard(() => this.#side.modifiedAt());
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
      const stale = new Set<string>();
      for await (const batch of this.#passages.query().select(['path', 'revision']))
        for (const raw of batch) {
          const { path, revision } = placeSchema.parse(plain(raw));
          if (inForce.get(path) !== revision) stale.add(revision);
        }
      const revisions = [...stale];
      for (let from = 0; from < revisions.length; from += predicateSize) {
        const list = revisions
          .slice(from, from + predicateSize)
          .map(quoted)
          .join(', ');
        await this.#fence();
        await this.#passages.delete(`revision IN (${list})`);
      }
    });
  }

  async #upsert(documents: readonly IndexedDocument[]): Promise<void> {
    const before = await this.#guard(() => this.#currentDocuments());
    await this.#commit(() =>
      this.#documents
        .mergeInsert('path')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll()
        .execute(documents.map((document) => ({ ...document }))),
    );
    // Whoever writes holds the lock: nobody else changed them.
    const now = new Map(before.documents);
    const inForce = new Map(before.inForce);
    for (const document of documents) {
      now.set(document.path, document);
      inForce.set(document.path, revisionOf(document));
    }
    this.#known = { key: await this.#guard(() => this.#key()), version: this.#fingerprint(now), documents: now, inForce };
  }

  async #mark(): Promise<void> {
    if (this.#isMarked) return;
    await this.#commit(() => this.#side.begun());
    this.#isMarked = true;
  }

  #fingerprint(documents: ReadonlyMap<string, IndexedDocument>): string {
    return fingerprint([...documents.values()], this.#profileId);
  }

  async #currentKept(known: Known): Promise<Kept> {
    const { version } = known;
    if (this.#kept?.version === version) return this.#kept;
    const stored = await this.#side.statistics(version);
    const kept = stored ?? { statistics: await computedStatistics(this.#passages, known.inForce), recent: null };
    this.#kept = { version, ...kept };
    return kept;
  }

  /** null where it costs more to follow the change than to count anew at the end of the run. */
  async #keptAfter(known: Known, paths: ReadonlySet<string>, came: readonly PassageColumns[]): Promise<Kept | null> {
    const documents = [...known.documents.values()];
    const all = documents.reduce((sum, { passages }) => sum + passages, 0);
    const went = documents.reduce((sum, { path, passages }) => sum + (paths.has(path) ? passages : 0), 0);
    const coming = came.reduce((sum, { length }) => sum + length, 0);
    if (went + coming > Math.max(fewPassages, fewShare * all)) return null;
    const { version } = known;
    const before = this.#kept?.version === version ? this.#kept : await this.#side.statistics(version);
    if (before === null) return null;
    const statistics = await statisticsAfter(before.statistics, this.#passages, known.inForce, paths, came.flatMap(countedOf));
    return { statistics, recent: before.recent === null ? null : new Set([...before.recent, ...paths]) };
  }

  async #keep(kept: Kept): Promise<void> {
    const { version } = await this.#currentDocuments();
    this.#kept = { version, ...kept };
    await this.#side.keepStatistics(version, kept);
  }

  /** Whoever lost the lock commits nothing more: what another has written since would be spoilt. */
  async #commit<T>(work: () => Promise<T>): Promise<T> {
    await this.#fence();
    return await this.#guard(work);
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unreadable(error);
    }
  }
}
