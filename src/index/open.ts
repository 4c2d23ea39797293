import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import envPaths from 'env-paths';

import { LinchpinError } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import type { Embedder } from '../models/ports.ts';
import { LanceStore } from './lance-store.ts';
import { MemoryStore } from './memory-store.ts';
import type { IndexStore } from './store.ts';

/** Where a folder's index is kept when nothing else is said: the user's cache, by the folder's path. `LINCHPIN_INDEX_DIR` names another root. */
export function defaultIndexLocation(folder: string): string {
  const root = process.env['LINCHPIN_INDEX_DIR'] ?? join(envPaths('linchpin', { suffix: '' }).cache, 'index');
  return join(root, sha256(folder).slice(0, 24));
}

export interface OpenedStore {
  readonly store: IndexStore;
  /** Why the in-memory store stands in for LanceDB; null when it does not. */
  readonly note: string | null;
}

/**
 * Opens the index at a location, an absolute path.
 * @param create make it where there is none: only by whoever holds the lock
 * @throws LinchpinError `index-missing`, `index-unreadable`
 */
export async function openStore(location: string, embedder: Pick<Embedder, 'profileId' | 'dimensions'>, create: boolean): Promise<OpenedStore> {
  try {
    return { store: await LanceStore.open(join(location, 'lance'), embedder.profileId, embedder.dimensions, create), note: null };
  } catch (error) {
    if (error instanceof LinchpinError) throw error;
    // The native module did not load: there is none for this platform, or it is damaged.
    const store = await MemoryStore.open(embedder.profileId, join(location, `memory__${embedder.profileId}.json`));
    if (!create && (await store.documents()).length === 0) throw new LinchpinError('index-missing', 'This folder has no index yet.', 'Run "Linchpin: Index Workspace", or "linchpin index DIR".', error);
    return { store, note: 'LanceDB could not be loaded on this machine: an exact index in memory is used. It gives the same results and needs more memory for large folders.' };
  }
}

/** Takes the whole index away, so that the next run makes it anew. @throws LinchpinError `index-unreadable`. */
export async function removeIndex(location: string): Promise<void> {
  try {
    await rm(join(location, 'lance'), { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    throw new LinchpinError('index-unreadable', `The old index in ${location} cannot be removed.`, 'Close other windows on this folder and try again.', error);
  }
}
