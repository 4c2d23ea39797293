import type { DiscoveredFile } from '../documents/discover.ts';
import { readerNameOf } from '../documents/formats.ts';
import type { IndexedDocument } from './types.ts';

/**
 * Whether a file must be read again: it is new, has another size or time, would be read by another parser or version of one, or the size
 * limit now says otherwise. The one definition for indexing and for "is the index out of date". A document that could not be read is not
 * changed by that: indexing tries it again each time, but nothing waits for it.
 * @param maxBytes the size limit in force now
 */
export function hasChanged(file: DiscoveredFile, known: IndexedDocument | undefined, maxBytes: number): boolean {
  if (known === undefined || known.bytes !== file.bytes || known.modifiedMs !== file.modifiedMs) return true;
  if (known.status === 'failed') return false;
  return known.parser !== readerNameOf(file.path) || (known.cause === 'too-large') !== file.bytes > maxBytes;
}
