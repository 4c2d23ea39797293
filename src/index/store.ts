import type { IndexedDocument, IndexedPassage, PassageIndex } from './types.ts';

export interface StoredPassage {
  readonly passage: IndexedPassage;
  readonly vector: Float32Array;
}

export interface StoredDocument {
  readonly document: IndexedDocument;
  readonly passages: readonly StoredPassage[];
}

/**
 * A PassageIndex that can be written. Whoever writes holds the lock of `lock.ts`. After a kill at any point each document is
 * there wholly as before or wholly as written.
 */
export interface IndexStore extends PassageIndex {
  readonly kind: 'lancedb' | 'memory';
  /** Before a run of writes: takes out what a killed run left over. */
  prepare(): Promise<void>;
  /** Puts documents in the place of what was known under their paths. */
  write(documents: readonly StoredDocument[]): Promise<void>;
  /** Notes facts about documents whose passages stay: a new modification time, a reason. */
  note(documents: readonly IndexedDocument[]): Promise<void>;
  remove(paths: readonly string[]): Promise<void>;
  /** After a run of writes: search structures, statistics, old versions. */
  finish(signal?: AbortSignal): Promise<void>;
}
