import { setImmediate as nextTurn } from 'node:timers/promises';

import { cancelled, throwIfCancelled } from '../base/error.ts';
import { canonicalJson } from '../base/hash.ts';
import type { LeftOut } from '../contract/left-out.ts';
import { discover, type DiscoveredFile, type DiscoverOptions, foldersOf, type LeftOutFile } from '../documents/discover.ts';
import { groupLeftOut } from '../documents/left-out.ts';
import { readerNameOf } from '../documents/formats.ts';
import { defaultMaxBytes, type NotRead } from '../documents/read.ts';
import type { DocumentRoots } from '../base/roots.ts';
import type { Embedder } from '../models/ports.ts';
import type { IndexProgress } from '../contract/progress.ts';
import { hasChanged } from './changed.ts';
import { searchText } from './rank.ts';
import { ReadingPool } from './reading/pool.ts';
import { readForIndex, type ReadReply } from './reading/read.ts';
import type { IndexStore, WrittenDocument } from './store.ts';
import type { IndexedDocument } from './types.ts';
import { Unseen } from './unseen.ts';

export interface IngestOptions extends DiscoverOptions {
  readonly maxFileBytes?: number;
  /** Passages that are written together, 2000 where not said: every write is a version of the table, so small ones cost most. */
  readonly batchPassages?: number;
  /** Of changed documents, from which on threads read them; 1 MB where not said. */
  readonly leastBytesForThreads?: number;
  /** Asked before each write: false where another process may be writing by now. */
  readonly mayWrite?: () => Promise<boolean>;
  /** Awaited between documents where many have changed: fulfilled when nobody is kept waiting by the next. */
  readonly whenFree?: (signal?: AbortSignal) => Promise<void>;
}

export interface IngestResult {
  readonly documents: number;
  readonly passages: number;
  readonly updated: number;
  readonly removed: number;
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Documents that hold text which no reader sees: it is no evidence. */
  readonly hidden: readonly { readonly path: string; readonly reason: string }[];
  /** Every file of the folder that is not in the index, and every document with hidden text, by cause and kind. */
  readonly leftOut: readonly LeftOut[];
  /** Documents of the index that could not be looked at now: they stay in it as they were. */
  readonly unseen: readonly string[];
  /** Texts embedded in this run; 0 when nothing has changed. */
  readonly embedded: number;
}

const defaultBatchPassages = 2000;
/** Threads take a moment to start: fewer files and bytes than these are read without. */
const leastFiles = 16;
const leastBytes = 1024 * 1024;
/** Of more documents that changed at once, asking the store for each costs more than the bundled embedder does. */
const fewDocuments = 50;

/**
 * Brings an index up to date with a folder. What is unchanged by size and time is not read, what is unchanged by content is not
 * embedded, what has gone is taken out, what cannot be looked at stays as it was; of a changed document the passages that read as before are not embedded again. With
 * `options.only` no more is looked at than these paths, and what else was left out of the index is not told. Cancelled or killed at any point it leaves an index that the next run carries on with.
 * @throws LinchpinError `cancelled`, and the folder's and the store's errors; what is wrong with single files is in the result
 */
export async function ingestFolder(
  roots: DocumentRoots,
  store: IndexStore,
  embedder: Embedder,
  options: IngestOptions = {},
  onProgress: (progress: IndexProgress) => void = () => undefined,
): Promise<IngestResult> {
  const { signal } = options;
  const started = performance.now();
  const fence = async (): Promise<void> => {
    // Not after the lock was lost: another process may be writing.
    if (options.mayWrite !== undefined && !(await options.mayWrite())) throw cancelled();
  };
  const mayWrite = async (): Promise<void> => {
    await fence();
    throwIfCancelled(signal);
  };
  await store.prepare(fence);
  const known = new Map((await store.documents()).map((document) => [document.path, document]));
  const files: DiscoveredFile[] = [];
  const leftOut: LeftOutFile[] = [];
  for await (const found of discover(roots, options)) {
    if (found.ok) files.push(found);
    else leftOut.push(found);
    if ((files.length + leftOut.length) % 50 === 0)
      onProgress({ phase: 'discovering', done: files.length, total: files.length, bytes: 0, secondsLeft: null });
  }

  const present = new Set(files.map((file) => file.path));
  const hidden = Unseen.of(leftOut);
  const only = options.only === undefined ? null : new Set(options.only);
  const inScope = (path: string): boolean => only === null || only.has(path) || foldersOf(path).some((folder) => only.has(folder));
  const away = [...known.keys()].filter((path) => !present.has(path) && inScope(path));
  const gone = away.filter((path) => !hidden.has(path));
  const unseen = away.filter((path) => hidden.has(path));
  const notNow: { path: string; reason: string }[] = [];
  await mayWrite();
  await store.remove(gone);

  const maxBytes = options.maxFileBytes ?? defaultMaxBytes;
  const changed = files.filter((file) => known.get(file.path)?.status === 'failed' || hasChanged(file, known.get(file.path), maxBytes));
  const totalBytes = changed.reduce((sum, file) => sum + file.bytes, 0);
  let doneBytes = 0;
  let updated = 0;
  let embedded = 0;
  let passages = 0;
  let batch: WrittenDocument[] = [];
  let noted: IndexedDocument[] = [];
  let writing: Promise<void> = Promise.resolve();
  /** One batch is written while the next is read. */
  const flush = async (): Promise<void> => {
    await writing;
    await mayWrite();
    const [documents, notes] = [batch, noted];
    batch = [];
    noted = [];
    passages = 0;
    updated += documents.length;
    writing = store.write(documents).then(() => store.note(notes));
    // It is thrown where it is waited for.
    writing.catch(() => undefined);
  };
  const isMuch = changed.length >= leastFiles && totalBytes >= (options.leastBytesForThreads ?? leastBytes);
  const pool = isMuch && embedder.identity.provider === 'bundled' ? new ReadingPool() : null;
  const read = (file: DiscoveredFile): Promise<ReadReply> => {
    const before = known.get(file.path);
    const isIndexed = before?.status === 'indexed';
    const request = {
      file: file.file,
      path: file.path,
      maxBytes,
      known: isIndexed ? { contentHash: before.contentHash, parser: before.parser } : null,
    };
    if (pool !== null) return pool.read(request, file.bytes, signal);
    const earlier = async (): Promise<ReadonlyMap<string, Float32Array>> => {
      const passagesOf = isIndexed && changed.length <= fewDocuments ? await store.embedded(file.path) : [];
      return new Map(passagesOf.map((each) => [searchText(each.passage), each.vector]));
    };
    return readForIndex(request, embedder, earlier, { signal });
  };
  try {
    for await (const [index, file, result] of inOrder(changed, pool === null ? 1 : 3 * pool.threads, read)) {
      throwIfCancelled(signal);
      const secondsLeft = doneBytes === 0 ? null : ((totalBytes - doneBytes) / doneBytes) * ((performance.now() - started) / 1000);
      onProgress({ phase: 'embedding', done: index, total: changed.length, bytes: doneBytes, secondsLeft });
      if (!result.ok) {
        const before = known.get(file.path);
        const entry = notRead(file, result);
        if (result.status === 'failed' && before?.status === 'indexed') notNow.push({ path: file.path, reason: result.reason });
        else if (!isSame(before, entry)) batch.push({ document: entry, passages: [] });
      } else {
        const { contentHash, parser, encoding, bytes, modifiedMs, count, hidden } = result;
        const entry: IndexedDocument = {
          path: file.path,
          contentHash,
          bytes,
          modifiedMs,
          parser,
          encoding,
          status: 'indexed',
          cause: hidden === null ? null : 'hidden-text',
          reason: hidden,
          passages: count,
        };
        embedded += result.embedded;
        if (result.passages === null) noted.push(entry);
        else batch.push({ document: entry, passages: result.passages });
        passages += result.passages?.length ?? 0;
      }
      doneBytes += file.bytes;
      if (passages >= (options.batchPassages ?? defaultBatchPassages)) await flush();
      await nextTurn();
      if (isMuch) await options.whenFree?.(signal);
    }
  } finally {
    await pool?.close();
    // What is under way ends before anybody else may write.
    await writing.catch(() => undefined);
  }
  throwIfCancelled(signal);
  onProgress({ phase: 'writing', done: changed.length, total: changed.length, bytes: doneBytes, secondsLeft: null });
  await flush();
  await writing;
  if (updated > 0 || gone.length > 0 || !(await store.isFinished())) {
    onProgress({ phase: 'optimising', done: changed.length, total: changed.length, bytes: doneBytes, secondsLeft: null });
    if (isMuch) await options.whenFree?.(signal);
    await mayWrite();
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
      ...notNow,
      ...documents.filter(({ status }) => status === 'failed').map(({ path, reason }) => ({ path, reason: reason ?? '' })),
    ],
    skipped: documents.filter(({ status }) => status === 'skipped').map(({ path, reason }) => ({ path, reason: reason ?? '' })),
    hidden: indexed.flatMap(({ path, cause, reason }) => (cause === 'hidden-text' ? [{ path, reason: reason ?? '' }] : [])),
    leftOut: groupLeftOut([...leftOut, ...documents.flatMap(({ path, cause }) => (cause === null ? [] : [{ path, cause }]))]),
    unseen: [...unseen, ...notNow.map(({ path }) => path)].sort(),
    embedded,
  };
}

/** Reads some ahead, and gives them in the order of the files. */
async function* inOrder(
  files: readonly DiscoveredFile[],
  ahead: number,
  read: (file: DiscoveredFile) => Promise<ReadReply>,
): AsyncGenerator<readonly [number, DiscoveredFile, ReadReply]> {
  const started: (Promise<ReadReply> | null)[] = [];
  for (const [index, file] of files.entries()) {
    while (started.length < Math.min(files.length, index + ahead)) {
      const next = files[started.length];
      if (next === undefined) break;
      const reading = read(next);
      // It is thrown where it is waited for.
      reading.catch(() => undefined);
      started.push(reading);
    }
    const reading = started[index] ?? null;
    if (reading === null) return;
    const reply = await reading;
    // Nothing of it is kept.
    started[index] = null;
    yield [index, file, reply];
  }
}

function notRead(file: DiscoveredFile, { status, cause, reason }: NotRead): IndexedDocument {
  const { path, bytes, modifiedMs } = file;
  return { path, contentHash: '', bytes, modifiedMs, parser: readerNameOf(path), encoding: null, status, cause, reason, passages: 0 };
}

/** Compared as text: a store may give members back in another order. */
function isSame(before: IndexedDocument | undefined, now: IndexedDocument): boolean {
  return before !== undefined && canonicalJson(before) === canonicalJson(now);
}
