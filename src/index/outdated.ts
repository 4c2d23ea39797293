import { discover, type DiscoverOptions } from '../documents/discover.ts';
import { defaultMaxBytes } from '../documents/read.ts';
import { hasChanged } from './changed.ts';
import type { IndexedDocument } from './types.ts';

/**
 * Whether indexing would find something to do: a document that has changed, is new, or is gone. Stops at the first one; reads no
 * document.
 * @throws LinchpinError `folder-missing`, `folder-unreadable`
 */
export async function isOutdated(
  folder: string,
  known: readonly IndexedDocument[],
  options: DiscoverOptions & { readonly maxFileBytes?: number } = {},
): Promise<boolean> {
  const missing = new Map(known.map((document) => [document.path, document]));
  for await (const found of discover(folder, options)) {
    if (found.ok && hasChanged(found, missing.get(found.path), options.maxFileBytes ?? defaultMaxBytes)) return true;
    if (found.ok || found.cause === 'unreadable') missing.delete(found.path);
  }
  return missing.size > 0;
}
