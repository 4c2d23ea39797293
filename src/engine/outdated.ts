import { discover } from '../documents/discover.ts';
import type { IndexedDocument } from '../index/types.ts';
import type { FolderOptions } from './protocol.ts';

/**
 * Whether indexing would find something to do: a document that is new, gone, or of another size or time than the index knows. Stops at
 * the first one; reads no document. Files that cannot be read are no news: indexing again would not read them either.
 * @throws LinchpinError `folder-missing`, `folder-unreadable`
 */
export async function isOutdated(
  folder: string,
  known: readonly IndexedDocument[],
  options: Pick<FolderOptions, 'include' | 'exclude'>,
): Promise<boolean> {
  const missing = new Map(known.filter((document) => document.status !== 'failed').map((document) => [document.path, document]));
  const failed = new Set(known.filter((document) => document.status === 'failed').map((document) => document.path));
  for await (const found of discover(folder, { include: options.include ?? [], exclude: options.exclude ?? [] })) {
    if (!found.ok || failed.has(found.path)) {
      missing.delete(found.path);
      continue;
    }
    const document = missing.get(found.path);
    if (document?.bytes !== found.bytes || document.modifiedMs !== found.modifiedMs) return true;
    missing.delete(found.path);
  }
  return missing.size > 0;
}
