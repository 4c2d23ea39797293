import { isAddress, placeName } from '../base/address.ts';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import envPaths from 'env-paths';

import { LinchpinError } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import type { Embedder } from '../models/ports.ts';
import { indexMissing, unreadable } from './errors.ts';
import { lancedb } from './lance.ts';
import { LanceStore } from './lance-store.ts';
import { MemoryStore } from './memory-store.ts';
import { type IndexStore, type OpenMode, profileName } from './store.ts';

/**
 * Where a folder's index is kept when nothing else is said: under the root, by the folder's path.
 * @param folder real path: two ways to one folder are one index; of several folders what names them all
 * @param root the user's cache by default
 */
export function defaultIndexLocation(folder: string, root: string = join(envPaths('linchpin', { suffix: '' }).cache, 'index')): string {
  return join(root, sha256(folder).slice(0, 24));
}

/**
 * Opens the index at a location: LanceDB's, or where that cannot be loaded the exact one in memory, which needs more memory for large folders.
 * @param location absolute path, as LanceDB takes relative ones that begin with "db" for its cloud; or an address: see `sharedPlace`
 * @param mode `create` and `anew`: only by whoever holds the lock
 * @param loadNative LanceDB's native part; a parameter so that its absence can be tried
 * @throws LinchpinError `index-missing`, `index-unreadable`, `disk-full`, of an address also `index-unreachable`, `index-forbidden`
 */
export async function openStore(
  location: string,
  embedder: Pick<Embedder, 'profileId' | 'dimensions'>,
  mode: OpenMode,
  loadNative: () => Promise<unknown> = lancedb,
): Promise<IndexStore> {
  const missing = await loadNative().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const place = isAddress(location) ? location : join(location, 'lance');
  if (missing === null) return await LanceStore.open(place, embedder.profileId, embedder.dimensions, mode);
  if (isAddress(location))
    throw new LinchpinError(
      'index-unreachable',
      `The shared index at ${placeName(location)} cannot be read here: LanceDB could not be loaded.`,
      'Use a machine for which LanceDB has a native module, or an index in a folder.',
      missing.error,
    );
  // There is none for this platform, or it is damaged.
  const store = await MemoryStore.open(embedder.profileId, join(location, `memory__${profileName(embedder.profileId)}.jsonl`));
  if (mode === 'read' && (await store.documents()).length === 0) throw indexMissing(missing.error);
  return store;
}

/**
 * Takes the whole index away, of every profile and store, so that the next run makes it anew. A shared one stays until the new one is
 * whole.
 * @throws LinchpinError `index-unreadable`
 */
export async function removeIndex(location: string): Promise<void> {
  if (isAddress(location)) return;
  try {
    const names = await readdir(location).catch(() => []);
    for (const name of names.filter((each) => each === 'lance' || each.startsWith('memory__')))
      await rm(join(location, name), { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const { code } = unreadable(error);
    throw new LinchpinError(
      code,
      `The old index in ${location} cannot be removed.`,
      'Close other windows on this folder, check its permissions and try again.',
      error,
    );
  }
}
