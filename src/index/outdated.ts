import { discover, type DiscoverOptions } from '../documents/discover.ts';
import { defaultMaxBytes } from '../documents/read.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { hasChanged } from './changed.ts';
import type { IndexedDocument } from './types.ts';
import { Unseen } from './unseen.ts';

/**
 * Whether indexing would find something to do: a document that has changed, is new, or is gone. Stops at the first one; reads no
 * document. Of a shared index times say nothing, as each copy of the folder has its own: there sizes tell.
 * @throws LinchpinError `folder-missing`, `folder-unreadable`
 */
export async function isOutdated(
  roots: DocumentRoots,
  known: readonly IndexedDocument[],
  options: DiscoverOptions & { readonly maxFileBytes?: number; readonly isShared?: boolean } = {},
): Promise<boolean> {
  const missing = new Map(known.map((document) => [document.path, document]));
  const unseen = new Unseen();
  for await (const found of discover(roots, options)) {
    const entry = missing.get(found.path);
    const compared = entry !== undefined && options.isShared === true ? { ...entry, modifiedMs: found.ok ? found.modifiedMs : 0 } : entry;
    if (found.ok && hasChanged(found, compared, options.maxFileBytes ?? defaultMaxBytes)) return true;
    if (found.ok) missing.delete(found.path);
    else unseen.note(found);
  }
  return [...missing.keys()].some((path) => !unseen.has(path));
}
