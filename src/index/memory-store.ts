import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { z } from 'zod';

import { LinchpinError, throwIfCancelled } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import { parseDocument, type ReadDocument } from '../documents/read.ts';
import type { Embedder } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';
import { fingerprint } from './fingerprint.ts';
import { type CorpusStatistics, rank, type RankedRow, searchText, StatisticsBuilder } from './rank.ts';
import { indexedDocumentSchema, indexedPassageSchema } from './records.ts';
import type { IndexStore, StoredDocument, StoredPassage } from './store.ts';
import type { IndexedDocument, IndexedPassage, PassageIndex } from './types.ts';

const fileSchema = z.object({
  version: z.literal(1),
  documents: z.array(z.object({ document: indexedDocumentSchema, passages: z.array(z.object({ passage: indexedPassageSchema, vector: z.string() })) })),
});

/**
 * An exact store in memory: the oracle of the index tests, the index of small corpora that come and go, and with a `file` the stand-in
 * where LanceDB's native part does not load. The file is written whole or not at all.
 */
export class MemoryStore implements IndexStore {
  readonly kind = 'memory';
  readonly #profileId: string;
  readonly #file: string | null;
  readonly #documents = new Map<string, StoredDocument>();
  #rows: RankedRow[] | null = null;
  #statistics: CorpusStatistics | null = null;

  constructor(profileId: string, file: string | null = null) {
    this.#profileId = profileId;
    this.#file = file;
  }

  /** @throws LinchpinError `index-unreadable` when the file is there and damaged. */
  static async open(profileId: string, file: string): Promise<MemoryStore> {
    const store = new MemoryStore(profileId, file);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return store;
    try {
      for (const entry of fileSchema.parse(JSON.parse(text)).documents) {
        const passages = entry.passages.map(({ passage, vector }) => ({ passage, vector: decodeVector(vector) }));
        store.#documents.set(entry.document.path, { document: entry.document, passages });
      }
    } catch (error) {
      throw new LinchpinError('index-unreadable', 'The index is damaged.', 'Run "Linchpin: Rebuild Index".', error);
    }
    return store;
  }

  version(): Promise<string> {
    return Promise.resolve(fingerprint([...this.#documents.values()].map((entry) => entry.document), this.#profileId));
  }

  search(queries: Parameters<PassageIndex['search']>[0], options: Parameters<PassageIndex['search']>[1], signal?: AbortSignal): ReturnType<PassageIndex['search']> {
    throwIfCancelled(signal);
    this.#rows ??= this.#rankedRows();
    this.#statistics ??= statisticsOf(this.#rows);
    const rows = this.#rows;
    const statistics = this.#statistics;
    return Promise.resolve(queries.map((query) => rank(query, rows, statistics, options)));
  }

  passagesOf(path: string): Promise<IndexedPassage[]> {
    return Promise.resolve((this.#documents.get(path)?.passages ?? []).map((entry) => entry.passage));
  }

  documents(): Promise<IndexedDocument[]> {
    return Promise.resolve([...this.#documents.values()].map((entry) => entry.document).sort((a, b) => (a.path < b.path ? -1 : 1)));
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  write(documents: readonly StoredDocument[]): Promise<void> {
    for (const entry of documents) this.#documents.set(entry.document.path, entry);
    this.#changed();
    return Promise.resolve();
  }

  note(documents: readonly IndexedDocument[]): Promise<void> {
    for (const document of documents) this.#documents.set(document.path, { document, passages: this.#documents.get(document.path)?.passages ?? [] });
    return Promise.resolve();
  }

  remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.#documents.delete(path);
    this.#changed();
    return Promise.resolve();
  }

  async finish(): Promise<void> {
    if (this.#file === null) return;
    const documents = [...this.#documents.values()].map(({ document, passages }) => ({ document, passages: passages.map(({ passage, vector }) => ({ passage, vector: encodeVector(vector) })) }));
    const draft = `${this.#file}.${process.pid}.tmp`;
    await mkdir(dirname(this.#file), { recursive: true });
    await writeFile(draft, JSON.stringify({ version: 1, documents }), { flush: true });
    await rename(draft, this.#file);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #changed(): void {
    this.#rows = null;
    this.#statistics = null;
  }

  #rankedRows(): RankedRow[] {
    return [...this.#documents.values()].flatMap((entry) => entry.passages.map(toRankedRow));
  }
}

export function toRankedRow({ passage, vector }: StoredPassage): RankedRow {
  const words = searchText(passage);
  return { passage, vector, textKey: sha256(words), stems: contentStems(words) };
}

function statisticsOf(rows: readonly RankedRow[]): CorpusStatistics {
  const builder = new StatisticsBuilder();
  for (const row of rows) builder.add(row.textKey, row.stems);
  return builder.build();
}

function encodeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
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
export async function createMemoryIndex(documents: readonly { readonly path: string; readonly text: string }[], embedder: Embedder, signal?: AbortSignal): Promise<PassageIndex> {
  const store = new MemoryStore(embedder.profileId);
  for (const { path, text } of documents) {
    throwIfCancelled(signal);
    const document = parseDocument(path, text);
    if (document === null) continue;
    const passages = indexedPassages(path, document);
    const vectors = await embedder.embed(passages.map(searchText), 'passage', { seed: 0, ...(signal === undefined ? {} : { signal }) });
    await store.write([
      {
        document: { path, contentHash: document.contentHash, bytes: Buffer.byteLength(text), modifiedMs: 0, parser: document.parser, status: 'indexed', reason: null, passages: passages.length },
        passages: passages.map((passage, index) => ({ passage, vector: vectors[index] ?? new Float32Array(embedder.dimensions) })),
      },
    ]);
  }
  return store;
}
