import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { LinchpinError } from '../../../src/base/error.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { LanceStore } from '../../../src/index/lance-store.ts';
import { MemoryStore } from '../../../src/index/memory-store.ts';
import type { IndexStore } from '../../../src/index/store.ts';
import type { PassageIndex, SearchHit, SearchOptions } from '../../../src/index/types.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';
import type { Embedder } from '../../../src/models/ports.ts';

export const { embedder } = bundledModels();

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Desk {
  /** The documents. */
  readonly folder: string;
  /** Where an index may be made; nothing is there yet. */
  readonly location: string;
}

export async function write(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Runs `use` with new folders, and removes them. */
export async function withDesk(files: Files, use: (desk: Desk) => Promise<void>): Promise<void> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'linchpin-index-')));
  const folder = join(home, 'documents');
  try {
    await mkdir(folder);
    await write(folder, files);
    await use({ folder, location: join(home, 'index') });
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function openLance({ location }: Desk): Promise<LanceStore> {
  return await LanceStore.open(join(location, 'lance'), embedder.profileId, embedder.dimensions, 'create');
}

/** Both kinds of store, as the product opens them. */
export const kinds: readonly { readonly kind: IndexStore['kind']; readonly open: (desk: Desk) => Promise<IndexStore> }[] = [
  { kind: 'lancedb', open: openLance },
  { kind: 'memory', open: ({ location }) => MemoryStore.open(embedder.profileId, join(location, 'memory.jsonl')) },
];

/** The exact answer: an index made from the folder as it is, in memory. */
export async function oracle(folder: string): Promise<MemoryStore> {
  const store = new MemoryStore(embedder.profileId);
  await ingestFolder(folder, store, embedder);
  return store;
}

/** The bundled embedder, and how many texts it was given. */
export function counted(): { readonly embedder: Embedder; readonly texts: () => number } {
  let texts = 0;
  return {
    embedder: {
      ...embedder,
      embed: async (batch, role, call) => {
        texts += batch.length;
        return await embedder.embed(batch, role, call);
      },
    },
    texts: () => texts,
  };
}

export async function search(index: PassageIndex, questions: readonly string[], options: SearchOptions): Promise<SearchHit[][]> {
  const vectors = await embedder.embed(questions, 'query', { seed: 0 });
  return await index.search(
    questions.map((text, at) => ({ text, vector: vectors[at] ?? new Float32Array(embedder.dimensions) })),
    options,
  );
}

/** Everything of a hit that is compared. */
export function told(results: readonly SearchHit[][]): unknown {
  return results.map((hits) =>
    hits.map(({ passage, copies, cosine, bm25, score, vector }) => ({ passage, copies, cosine, bm25, score, vector: [...vector] })),
  );
}

/** Whatever an index says of its documents is true of each of them. */
export async function assertWhole(index: PassageIndex): Promise<void> {
  for (const document of await index.documents()) {
    const passages = await index.passagesOf(document.path);
    assert.equal(passages.length, document.passages, document.path);
    for (const passage of passages) assert.equal(passage.contentHash, document.contentHash, document.path);
  }
}

export async function assertSame(
  index: PassageIndex,
  other: PassageIndex,
  questions: readonly string[],
  options: SearchOptions = { limit: 10 },
): Promise<void> {
  assert.equal(await index.version(), await other.version());
  assert.deepEqual(told(await search(index, questions, options)), told(await search(other, questions, options)));
  const passages = async (of: PassageIndex): Promise<unknown> =>
    await Promise.all((await of.documents()).map(async ({ path }) => await of.passagesOf(path)));
  assert.deepEqual(await passages(index), await passages(other));
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'no error',
    (error: unknown) => {
      assert.ok(error instanceof LinchpinError, String(error));
      assert.ok(error.next.length > 10, 'every error says what to do next');
      return error.code;
    },
  );
}

/** What a search finds while somebody writes: ten hits, and each document at one version. */
export async function assertOneVersion(reader: IndexStore, questions: readonly string[]): Promise<void> {
  for (const hits of await search(reader, questions, { limit: 10 })) {
    assert.equal(hits.length, 10);
    const revisions = new Map<string, string>();
    for (const { passage } of hits) {
      assert.equal(revisions.get(passage.path) ?? passage.contentHash, passage.contentHash);
      revisions.set(passage.path, passage.contentHash);
    }
  }
}
