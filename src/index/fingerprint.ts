import { sha256 } from '../base/hash.ts';
import type { IndexedDocument } from './types.ts';

/** Names an index by its content: the same documents, read by the same parsers and embedded by the same model, on every machine. */
export function fingerprint(documents: readonly IndexedDocument[], profileId: string): string {
  const lines = documents
    .filter((document) => document.status === 'indexed')
    .map((document) => `${document.path}\u0000${document.contentHash}\u0000${document.parser}`);
  return sha256([profileId, ...lines.sort()].join('\n'));
}
