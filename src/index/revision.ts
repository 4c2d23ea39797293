import { sha256 } from '../base/hash.ts';
import type { IndexedDocument } from './types.ts';

/** Names what a document's passages were made from: its path, its content and its parser. */
export function revisionOf({ path, contentHash, parser }: Pick<IndexedDocument, 'path' | 'contentHash' | 'parser'>): string {
  return sha256(`${path}\n${contentHash}\n${parser}`);
}
