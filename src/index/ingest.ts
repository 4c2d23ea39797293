import { setImmediate as nextTurn } from 'node:timers/promises';

import { throwIfCancelled } from '../base/error.ts';
import { canonicalJson } from '../base/hash.ts';
import type { LeftOut } from '../contract/left-out.ts';
import { discover, type DiscoveredFile, type DiscoverOptions, foldersOf, type LeftOutFile } from '../documents/discover.ts';
import { groupLeftOut } from '../documents/left-out.ts';
import { readerNameOf } from '../documents/formats.ts';
import { defaultMaxBytes, type NotRead, readDocument } from '../documents/read.ts';
import type { Embedder } from '../models/ports.ts';
import type { IndexProgress } from '../contract/progress.ts';
import { hasChanged } from './changed.ts';
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
  /** Every file of the folder that is not in the index, by cause and kind. */
  readonly leftOut: readonly LeftOut[];
  /** Texts embedded in this run; 0 when nothing has changed. */
  readonly embedded: number;
}

const defaultBatchPassages = 2000;
/** Of more documents that changed at once, asking the store for each costs more than the bundled embedder does. */
const fewDocuments = 50;

/**
 * Brings an index up to date with a folder. What is unchanged by size and time is not read, what is unchanged by content is not
 * embedded, what has gone is taken out; of a changed document the passages that read as before are not embedded again. With
 * `options.only` no more is looked at than these paths, and what else was left out of the index is not told. Cancelled or killed at any point it leaves an index that the next run carries on with.
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
  const leftOut: LeftOutFile[] = [];
  for await (const found of discover(folder, options)) {
    if (found.ok) files.push(found);
    else leftOut.push(found);
    if (files.length % 50 === 0) onProgress({ phase: 'discovering', done: files.length, total: files.length, bytes: 0, secondsLeft: null });
  }

  // What cannot be read now may be there still.
  const present = new Set([...files, ...leftOut.filter((file) => file.cause === 'unreadable')].map((file) => file.path));
  const only = options.only === undefined ? null : new Set(options.only);
  const inScope = (path: string): boolean => only === null || only.has(path) || foldersOf(path).some((folder) => only.has(folder));
  const gone = [...known.keys()].filter((path) => !present.has(path) && inScope(path));
  await store.remove(gone);

  const maxBytes = options.maxFileBytes ?? defaultMaxBytes;
  const changed = files.filter((file) => known.get(file.path)?.status === 'failed' || hasChanged(file, known.get(file.path), maxBytes));
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
      const entry = notRead(file, result);
      if (!isSame(before, entry)) batch.push({ document: entry, passages: [] });
    } else {
      const { document } = result;
      const entry: IndexedDocument = {
        path: file.path,
        contentHash: document.contentHash,
        bytes: result.bytes,
        modifiedMs: result.modifiedMs,
        parser: document.parser,
        encoding: result.encoding,
        status: 'indexed',
        cause: null,
        reason: null,
        passages: document.passages.length,
      };
      if (before?.status === 'indexed' && before.contentHash === document.contentHash && before.parser === document.parser)
        noted.push(entry);
      else {
        const passages = indexedPassages(file.path, document);
        const earlier = before?.status === 'indexed' && changed.length <= fewDocuments ? await store.embedded(file.path) : [];
        const vectorOf = new Map(earlier.map((each) => [searchText(each.passage), each.vector]));
        const texts = passages.map(searchText);
        const fresh = texts.filter((text) => !vectorOf.has(text));
        const vectors = await embedder.embed(fresh, 'passage', { seed: 0, ...(signal === undefined ? {} : { signal }) });
        for (const [at, text] of fresh.entries()) vectorOf.set(text, vectors[at] ?? new Float32Array(embedder.dimensions));
        embedded += fresh.length;
        batch.push({
          document: entry,
          passages: passages.map((passage, at) => ({
            passage,
            vector: vectorOf.get(texts[at] ?? '') ?? new Float32Array(embedder.dimensions),
          })),
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
    failed: [
      ...leftOut.filter(({ cause }) => cause === 'unreadable').map(({ path, reason }) => ({ path, reason })),
      ...documents.filter(({ status }) => status === 'failed').map(({ path, reason }) => ({ path, reason: reason ?? '' })),
    ],
    skipped: documents.filter(({ status }) => status === 'skipped').map(({ path, reason }) => ({ path, reason: reason ?? '' })),
    leftOut: groupLeftOut([...leftOut, ...documents.flatMap(({ path, cause }) => (cause === null ? [] : [{ path, cause }]))]),
    embedded,
  };
}

function notRead(file: DiscoveredFile, { status, cause, reason }: NotRead): IndexedDocument {
  const { path, bytes, modifiedMs } = file;
  return { path, contentHash: '', bytes, modifiedMs, parser: readerNameOf(path), encoding: null, status, cause, reason, passages: 0 };
}

/** Compared as text: a store may give members back in another order. */
function isSame(before: IndexedDocument | undefined, now: IndexedDocument): boolean {
  return before !== undefined && canonicalJson(before) === canonicalJson(now);
}
