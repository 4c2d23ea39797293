import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { throwIfCancelled } from '../base/error.ts';
import { discover, type DiscoveredFile, type DiscoverOptions } from '../documents/discover.ts';
import { parserOf } from '../documents/parsers.ts';
import { defaultMaxBytes, readDocument } from '../documents/read.ts';
import type { Embedder } from '../models/ports.ts';
import type { IndexProgress } from '../contract/progress.ts';
import { indexedPassages } from './memory-store.ts';
import { searchText } from './rank.ts';
import type { IndexStore, StoredDocument } from './store.ts';
import type { IndexedDocument } from './types.ts';

export interface IngestOptions extends DiscoverOptions {
  readonly maxFileBytes?: number;
  /** Passages that are written together, 2000 where not said: every write is a version of the table, so small ones cost most. */
  readonly batchPassages?: number;
}

export interface IngestResult {
  readonly documents: number;
  readonly passages: number;
  readonly updated: number;
  readonly removed: number;
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Texts embedded in this run; 0 when nothing has changed. */
  readonly embedded: number;
}

const defaultBatchPassages = 2000;

/**
 * Brings an index up to date with a folder. What is unchanged by size and time is not read, what is unchanged by content is not
 * embedded, what has gone is taken out. Cancelled or killed at any point it leaves an index that the next run carries on with.
 * @throws LinchpinError `cancelled`, and the folder's and the store's errors; what is wrong with single files is in the result
 */
export async function ingestFolder(
  folder: string,
  store: IndexStore,
  embedder: Embedder,
  options: IngestOptions = {},
  onProgress: (progress: IndexProgress) => void = () => undefined,
): Promise<IngestResult> {
  const { signal } = options;
  const started = performance.now();
  await store.prepare();
  const known = new Map((await store.documents()).map((document) => [document.path, document]));
  const files: DiscoveredFile[] = [];
  const failed: { path: string; reason: string }[] = [];
  const skipped: { path: string; reason: string }[] = [];
  for await (const found of discover(folder, options)) {
    if (found.ok) files.push(found);
    else failed.push({ path: found.path, reason: found.reason });
    if (files.length % 50 === 0) onProgress({ phase: 'discovering', done: files.length, total: files.length, bytes: 0, secondsLeft: null });
  }

  const present = new Set([...files, ...failed].map((file) => file.path));
  const gone = [...known.keys()].filter((path) => !present.has(path));
  await store.remove(gone);

  const maxBytes = options.maxFileBytes ?? defaultMaxBytes;
  const changed = files.filter((file) => !isUnchanged(file, known.get(file.path), maxBytes));
  const totalBytes = changed.reduce((sum, file) => sum + file.bytes, 0);
  let doneBytes = 0;
  let updated = 0;
  let embedded = 0;
  let batch: StoredDocument[] = [];
  let noted: IndexedDocument[] = [];
  const flush = async (): Promise<void> => {
    // Not after the lock was lost: another process may be writing.
    throwIfCancelled(signal);
    await store.write(batch);
    await store.note(noted);
    updated += batch.length;
    batch = [];
    noted = [];
  };
  for (const [index, file] of changed.entries()) {
    throwIfCancelled(signal);
    const secondsLeft = doneBytes === 0 ? null : ((totalBytes - doneBytes) / doneBytes) * ((performance.now() - started) / 1000);
    onProgress({ phase: 'embedding', done: index, total: changed.length, bytes: doneBytes, secondsLeft });
    const before = known.get(file.path);
    const result = await readDocument(file.file, file.path, maxBytes);
    if (!result.ok) {
      (result.status === 'failed' ? failed : skipped).push({ path: file.path, reason: result.reason });
      const entry = notRead(file, result.status, result.reason);
      if (!isDeepStrictEqual(before, entry)) batch.push({ document: entry, passages: [] });
    } else {
      const { document } = result;
      const entry: IndexedDocument = {
        path: file.path,
        contentHash: document.contentHash,
        bytes: result.bytes,
        modifiedMs: result.modifiedMs,
        parser: document.parser,
        status: 'indexed',
        reason: null,
        passages: document.passages.length,
      };
      if (before?.status === 'indexed' && before.contentHash === document.contentHash && before.parser === document.parser)
        noted.push(entry);
      else {
        const passages = indexedPassages(file.path, document);
        const vectors = await embedder.embed(passages.map(searchText), 'passage', { seed: 0, ...(signal === undefined ? {} : { signal }) });
        embedded += vectors.length;
        batch.push({
          document: entry,
          passages: passages.map((passage, at) => ({ passage, vector: vectors[at] ?? new Float32Array(embedder.dimensions) })),
        });
      }
    }
    doneBytes += file.bytes;
    if (batch.reduce((sum, entry) => sum + entry.passages.length, 0) >= (options.batchPassages ?? defaultBatchPassages)) await flush();
    await nextTurn();
  }
  throwIfCancelled(signal);
  onProgress({ phase: 'writing', done: changed.length, total: changed.length, bytes: doneBytes, secondsLeft: null });
  await flush();
  if (updated > 0 || gone.length > 0 || !(await store.isFinished())) {
    onProgress({ phase: 'optimising', done: changed.length, total: changed.length, bytes: doneBytes, secondsLeft: null });
    await store.finish(signal);
  }
  const documents = await store.documents();
  const indexed = documents.filter((document) => document.status === 'indexed');
  onProgress({ phase: 'done', done: changed.length, total: changed.length, bytes: doneBytes, secondsLeft: 0 });
  return {
    documents: indexed.length,
    passages: indexed.reduce((sum, document) => sum + document.passages, 0),
    updated,
    removed: gone.length,
    failed,
    skipped,
    embedded,
  };
}

/** Only what need not be opened to know it: a file that was skipped for its content is looked at again, as settings may have changed. */
function isUnchanged(file: DiscoveredFile, document: IndexedDocument | undefined, maxBytes: number): boolean {
  if (document === undefined || document.bytes !== file.bytes || document.modifiedMs !== file.modifiedMs) return false;
  const parser = parserOf(file.path);
  return (
    document.status === 'indexed' && file.bytes <= maxBytes && parser !== undefined && document.parser === `${parser.id}@${parser.version}`
  );
}

function notRead(file: DiscoveredFile, status: 'skipped' | 'failed', reason: string): IndexedDocument {
  return { path: file.path, contentHash: '', bytes: file.bytes, modifiedMs: file.modifiedMs, parser: '', status, reason, passages: 0 };
}
