import { setImmediate as nextTurn } from 'node:timers/promises';

import { throwIfCancelled } from '../base/error.ts';
import { parseDocument, type ReadDocument } from '../documents/document.ts';
import type { Embedder } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';
import { type DerivedTable, MemoryDerived } from './derived.ts';
import { fingerprint } from './fingerprint.ts';
import { MemoryFile, type MemoryRecord } from './memory-file.ts';
import { type CorpusStatistics, countWords, keyOf, rank, type RankedRow, searchText, StatisticsBuilder, textKeyOf } from './rank.ts';
import { passagesOf } from './passage-columns.ts';
import type { DocumentTexts, IndexStore, StoredDocument, StoredPassage, StoreFaults, WrittenDocument } from './store.ts';
import type { IndexedDocument, IndexedPassage, PassageIndex, SearchHit, SearchOptions, SearchQuery } from './types.ts';

/**
 * An exact store in memory: the oracle of the index tests, the index of small corpora that come and go, and with a file the stand-in
 * where LanceDB's native part does not load.
 */
export class MemoryStore implements IndexStore {
  readonly kind = 'memory';
  readonly #profileId: string;
  readonly #file: MemoryFile | null;
  readonly #path: string | null;
  readonly #derived = new Map<string, MemoryDerived>();
  readonly #documents = new Map<string, StoredDocument>();
  /** The file as it was when its records were last applied. */
  #key: string | null = null;
  /** The file holds exactly the documents, without what they replaced. */
  #compact = true;
  #rows: MemoryRow[] | null = null;
  #statistics: CorpusStatistics | null = null;

  /** @param file absolute path; null keeps nothing */
  constructor(profileId: string, file: string | null = null) {
    this.#profileId = profileId;
    this.#path = file;
    this.#file = file === null ? null : new MemoryFile(file);
  }

  /** @throws LinchpinError `index-unreadable` when the file is there and damaged. */
  static async open(profileId: string, file: string): Promise<MemoryStore> {
    const store = new MemoryStore(profileId, file);
    await store.#refresh();
    return store;
  }

  async version(): Promise<string> {
    await this.#refresh();
    return fingerprint(
      [...this.#documents.values()].map((entry) => entry.document),
      this.#profileId,
    );
  }

  async search(queries: readonly SearchQuery[], options: SearchOptions, signal?: AbortSignal): Promise<SearchHit[][]> {
    throwIfCancelled(signal);
    await this.#refresh();
    const rows = this.#ranked();
    this.#statistics ??= statisticsOf(rows);
    const statistics = this.#statistics;
    const results: SearchHit[][] = [];
    for (const query of queries) {
      results.push(
        rank(query, rows, statistics, options).map(({ best: { passage, vector }, copies, cosine, bm25, score }) => ({
          passage,
          copies: copies.map((copy) => copy.passage),
          vector,
          cosine,
          bm25,
          score,
        })),
      );
      await nextTurn();
      throwIfCancelled(signal);
    }
    return results;
  }

  async passagesOf(path: string): Promise<IndexedPassage[]> {
    await this.#refresh();
    return (this.#documents.get(path)?.passages ?? []).map((entry) => entry.passage);
  }

  async embedded(path: string): Promise<readonly StoredPassage[]> {
    await this.#refresh();
    return this.#documents.get(path)?.passages ?? [];
  }

  async texts(): Promise<DocumentTexts[]> {
    await this.#refresh();
    const byPath = new Map<string, bigint[]>();
    for (const { path, key } of this.#ranked()) {
      const keys = byPath.get(path);
      if (keys === undefined) byPath.set(path, [key]);
      else keys.push(key);
    }
    return [...byPath].map(([path, keys]) => ({ path, keys }));
  }

  isCurrent(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** A document is one line of the file, whole or not there, and every line was parsed. */
  async faults(): Promise<StoreFaults> {
    await this.#refresh();
    return { documents: [], leftOver: 0, interrupted: !this.#compact };
  }

  async documents(): Promise<IndexedDocument[]> {
    await this.#refresh();
    return [...this.#documents.values()].map((entry) => entry.document).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** A killed run may leave a torn line at the end of the file: writing it anew takes that off. */
  async prepare(): Promise<void> {
    await this.#refresh();
    if (!this.#compact) await this.#save();
  }

  isFinished(): Promise<boolean> {
    return Promise.resolve(this.#compact);
  }

  async write(documents: readonly WrittenDocument[]): Promise<void> {
    await this.#apply(
      documents.map(({ document, passages }) => ({
        document,
        passages: 'texts' in passages ? passagesOf(passages, passages.vectors.length / passages.length) : passages,
      })),
    );
  }

  async note(documents: readonly IndexedDocument[]): Promise<void> {
    await this.#apply(documents.map((noted) => ({ noted })));
  }

  async remove(paths: readonly string[]): Promise<void> {
    if (paths.length > 0) await this.#apply([{ removed: paths }]);
  }

  async finish(): Promise<void> {
    if (this.#file !== null) await this.#save();
  }

  derived(name: string): DerivedTable {
    let table = this.#derived.get(name);
    if (table === undefined) {
      table = new MemoryDerived(this.#path === null ? null : `${this.#path}.${name}`);
      this.#derived.set(name, table);
    }
    return table;
  }

  async modifiedAt(): Promise<Date | null> {
    return (await this.#file?.modifiedAt()) ?? null;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #ranked(): MemoryRow[] {
    return (this.#rows ??= [...this.#documents.values()].flatMap((entry) => entry.passages.map(toRankedRow)));
  }

  async #apply(records: readonly MemoryRecord[]): Promise<void> {
    if (records.length === 0) return;
    if (this.#file !== null) {
      await this.#file.append(records);
      this.#key = await this.#file.key();
      this.#compact = false;
    }
    this.#fold(records);
  }

  #fold(records: readonly MemoryRecord[]): void {
    for (const record of records) {
      if ('removed' in record) for (const path of record.removed) this.#documents.delete(path);
      else if ('noted' in record)
        this.#documents.set(record.noted.path, {
          document: record.noted,
          passages: this.#documents.get(record.noted.path)?.passages ?? [],
        });
      else this.#documents.set(record.document.path, record);
    }
    this.#rows = null;
    this.#statistics = null;
  }

  /** Takes over what another process has written. */
  async #refresh(): Promise<void> {
    const key = this.#file === null ? null : await this.#file.key();
    if (this.#file === null || key === this.#key) return;
    const { records, torn } = key === null ? { records: [], torn: false } : await this.#file.read();
    this.#documents.clear();
    this.#fold(records);
    this.#compact = !torn && records.length === this.#documents.size;
    this.#key = key;
  }

  async #save(): Promise<void> {
    await this.#file?.replace(this.#documents.values());
    this.#key = (await this.#file?.key()) ?? null;
    this.#compact = true;
  }
}

interface MemoryRow extends RankedRow {
  readonly passage: IndexedPassage;
}

function toRankedRow({ passage, vector }: StoredPassage): MemoryRow {
  const { id, path } = passage;
  const textKey = textKeyOf(passage);
  return { id, path, passage, vector, textKey, key: keyOf(textKey), words: countWords(contentStems(searchText(passage))) };
}

function statisticsOf(rows: readonly RankedRow[]): CorpusStatistics {
  const builder = new StatisticsBuilder();
  for (const row of rows) builder.add(row.textKey, row.id, row.words);
  return builder.build();
}

/** The passages of a read document as they are indexed. */
export function indexedPassages(path: string, document: ReadDocument): IndexedPassage[] {
  return document.passages.map((passage) => ({
    id: `${path}:${passage.start}-${passage.end}`,
    path,
    contentHash: document.contentHash,
    title: document.title,
    start: passage.start,
    end: passage.end,
    line: document.lines.lineAt(passage.start),
    headingPath: passage.headingPath,
    text: document.text.slice(passage.start, passage.end),
    spans: passage.spans,
  }));
}

/** An index in memory of documents that are at hand as text. Documents of unknown kinds are left out. */
export async function createMemoryIndex(
  documents: readonly { readonly path: string; readonly text: string }[],
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<PassageIndex> {
  const store = new MemoryStore(embedder.profileId);
  for (const { path, text } of documents) {
    throwIfCancelled(signal);
    const document = parseDocument(path, text);
    if (document === null) continue;
    const passages = indexedPassages(path, document);
    const vectors = await embedder.embed(passages.map(searchText), 'passage', { seed: 0, ...(signal === undefined ? {} : { signal }) });
    await store.write([
      {
        document: {
          path,
          contentHash: document.contentHash,
          bytes: Buffer.byteLength(text),
          modifiedMs: 0,
          parser: document.parser,
          encoding: null,
          status: 'indexed',
          cause: null,
          reason: null,
          passages: passages.length,
        },
        passages: passages.map((passage, index) => ({ passage, vector: vectors[index] ?? new Float32Array(embedder.dimensions) })),
      },
    ]);
  }
  return store;
}
