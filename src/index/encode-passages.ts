import { cancelled, throwIfCancelled } from '../base/error.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { Embedder } from '../models/ports.ts';
import { keyOf, textKeyOf } from './rank.ts';
import type { EncodedText, SentenceVectors } from './sentence-vectors.ts';
import type { DocumentTexts, IndexStore } from './store.ts';
import type { IndexedPassage } from './types.ts';

export interface EncodeOptions {
  readonly signal?: AbortSignal;
  /** Texts that are encoded at most; the rest is searched by the static embedder. */
  readonly limit?: number;
  /** Awaited before each step: fulfilled when nobody is kept waiting by it. */
  readonly whenFree?: (signal?: AbortSignal) => Promise<void>;
  /** Texts that are written together: every write is a version of the table. */
  readonly batch?: number;
}

export const defaultEncodeLimit = 200_000;
const defaultBatch = 256;
/** Of a step: what a question waits for at most, where it comes in the middle of one. */
const textsTogether = 8;
/** Vectors that no document holds are borne up to so many: a passage that is taken out is often put in again. */
const mostStale = 200;
/** Headings that are encoded with a text, innermost last. */
const headings = 3;
/** Passages may come and go while others are encoded: then it is looked again, so often at most. */
const mostRounds = 5;

/** What is encoded of a passage. Of nothing that its `textKeyOf` does not hold, so that copies share a vector; the encoder cuts it off. */
export function sentenceText({ headingPath, spans }: Pick<IndexedPassage, 'headingPath' | 'spans'>): string {
  const above = headingPath.slice(-headings).filter((heading) => heading !== '');
  return [...(above.length === 0 ? [] : [above.join(' > ')]), ...spans.map(({ plain }) => plain)].join('\n');
}

/** How many of the distinct texts of an index have a vector, and who made it: counted once for each state of both. */
export async function encodedOf(store: IndexStore, vectors: SentenceVectors, encoder: Pick<Embedder, 'identity'>): Promise<Encoded> {
  await vectors.refresh();
  const version = await store.version();
  const known = vectors.counted(version);
  if (known !== null) return known;
  const keys = keysOf(await store.texts());
  let count = 0;
  for (const key of keys) if (vectors.has(key)) count += 1;
  const encoded = { encoded: count, passages: keys.size, encoder: encoder.identity.id };
  if ((await store.version()) === version) vectors.keepCount(version, encoded);
  return encoded;
}

/**
 * The second pass of indexing: encodes the texts of an index that have no vector yet. Documents that were asked for first, then those that
 * were changed last. Cancelled or killed at any point it leaves whole batches, and the next run encodes what is missing. Whoever calls this
 * holds the lock of the vectors.
 * @param mayWrite asked before each write: false where another process may be writing by now
 * @throws LinchpinError `cancelled`, the encoder's and the store's errors
 */
export async function encodePassages(
  store: IndexStore,
  vectors: SentenceVectors,
  encoder: Embedder,
  mayWrite: () => Promise<boolean>,
  options: EncodeOptions = {},
  onProgress: (progress: IndexProgress) => void = () => undefined,
): Promise<Encoded> {
  const { signal, limit = defaultEncodeLimit } = options;
  await vectors.reload().catch(async () => {
    // Damaged: it holds nothing that cannot be made again.
    await vectors.reset();
  });
  for (let round = 0; round < mostRounds; round += 1) {
    throwIfCancelled(signal);
    const missing = await missingIn(store, vectors, limit);
    if (missing.texts === 0) break;
    await encode(store, vectors, encoder, missing, mayWrite, options, onProgress);
  }
  throwIfCancelled(signal);
  await tidy(store, vectors, mayWrite);
  const encoded = await encodedOf(store, vectors, encoder);
  onProgress({ phase: 'done', done: encoded.encoded, total: encoded.passages, bytes: 0, secondsLeft: 0 });
  return encoded;
}

interface Missing {
  /** Documents with texts that are to be encoded, in their order. */
  readonly paths: readonly string[];
  readonly keys: ReadonlySet<bigint>;
  readonly texts: number;
}

async function missingIn(store: IndexStore, vectors: SentenceVectors, limit: number): Promise<Missing> {
  const modified = new Map((await store.documents()).map(({ path, modifiedMs }) => [path, modifiedMs]));
  const documents = (await store.texts()).sort(
    (a, b) =>
      vectors.askedFor(b.path) - vectors.askedFor(a.path) ||
      (modified.get(b.path) ?? 0) - (modified.get(a.path) ?? 0) ||
      (a.path < b.path ? -1 : 1),
  );
  const all = keysOf(documents);
  let room = limit;
  for (const key of all) if (vectors.has(key)) room -= 1;
  const keys = new Set<bigint>();
  const paths: string[] = [];
  for (const document of documents) {
    const before = keys.size;
    for (const key of document.keys) if (keys.size < room && !vectors.has(key)) keys.add(key);
    if (keys.size > before) paths.push(document.path);
  }
  return { paths, keys, texts: keys.size };
}

async function encode(
  store: IndexStore,
  vectors: SentenceVectors,
  encoder: Embedder,
  { paths, keys, texts }: Missing,
  mayWrite: () => Promise<boolean>,
  { signal, whenFree, batch = defaultBatch }: EncodeOptions,
  onProgress: (progress: IndexProgress) => void,
): Promise<void> {
  const started = performance.now();
  let done = 0;
  let waiting = new Map<string, string>();
  const seen = new Set<string>();
  const flush = async (): Promise<void> => {
    const sorted = [...waiting].sort(([, a], [, b]) => a.length - b.length);
    waiting = new Map();
    const made: EncodedText[] = [];
    for (let from = 0; from < sorted.length; from += textsTogether) {
      throwIfCancelled(signal);
      await whenFree?.(signal);
      const some = sorted.slice(from, from + textsTogether);
      const call = { seed: 0, ...(signal === undefined ? {} : { signal }) };
      const encoded = await encoder.embed(
        some.map(([, text]) => text),
        'passage',
        call,
      );
      for (const [at, [textKey]] of some.entries()) made.push({ textKey, vector: encoded[at] ?? new Float32Array(encoder.dimensions) });
      const now = done + made.length;
      const secondsLeft = ((texts - now) / now) * ((performance.now() - started) / 1000);
      onProgress({ phase: 'encoding', done: now, total: texts, bytes: 0, secondsLeft });
    }
    // Not after the lock was lost: another process may be writing.
    if (!(await mayWrite())) throw cancelled();
    await vectors.add(made);
    done += made.length;
  };
  onProgress({ phase: 'encoding', done: 0, total: texts, bytes: 0, secondsLeft: null });
  for (const path of paths) {
    throwIfCancelled(signal);
    for (const passage of await store.passagesOf(path)) {
      const textKey = textKeyOf(passage);
      if (seen.has(textKey) || !keys.has(keyOf(textKey))) continue;
      seen.add(textKey);
      waiting.set(textKey, sentenceText(passage));
      if (waiting.size >= batch) await flush();
    }
  }
  if (waiting.size > 0) await flush();
}

/** Takes out what no document holds, and old versions. */
async function tidy(store: IndexStore, vectors: SentenceVectors, mayWrite: () => Promise<boolean>): Promise<void> {
  const held = keysOf(await store.texts());
  if (!(await mayWrite())) throw cancelled();
  if (vectors.size - held.size > mostStale) await vectors.prune((key) => held.has(key));
  await vectors.finish();
}

function keysOf(documents: readonly DocumentTexts[]): Set<bigint> {
  const keys = new Set<bigint>();
  for (const document of documents) for (const key of document.keys) keys.add(key);
  return keys;
}
