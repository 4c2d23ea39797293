import { sha256 } from '../base/hash.ts';
import type { PassageColumns } from './passage-columns.ts';
import type { IndexedDocument, IndexedPassage, PassageIndex } from './types.ts';

export interface StoredPassage {
  readonly passage: IndexedPassage;
  readonly vector: Float32Array;
  /** What is searched by, where whoever read the passage worked it out: `textKeyOf` it, and the stems of its `searchText`, parted by spaces. */
  readonly searched?: { readonly textKey: string; readonly stems: string };
}

export interface StoredDocument {
  readonly document: IndexedDocument;
  readonly passages: readonly StoredPassage[];
}

/** A document that is to be written: its passages, or as a thread hands them over. */
export interface WrittenDocument {
  readonly document: IndexedDocument;
  readonly passages: readonly StoredPassage[] | PassageColumns;
}

export interface StoreFaults {
  /** Documents whose passages are not all there, or not as they were written. */
  readonly documents: readonly string[];
  /** Passages that a run that was stopped left over: nobody sees them. */
  readonly leftOver: number;
  /** A run was stopped before its end. */
  readonly interrupted: boolean;
}

/** The texts of an indexed document. */
export interface DocumentTexts {
  readonly path: string;
  /** `keyOf` the `textKeyOf` each passage. */
  readonly keys: readonly bigint[];
}

/**
 * A PassageIndex that can be written. Whoever writes holds the lock of `lock.ts`. After a kill at any point each document is
 * there wholly as before or wholly as written.
 */
export interface IndexStore extends PassageIndex {
  /** Passages of a document in order, with their vectors. */
  embedded(path: string): Promise<readonly StoredPassage[]>;
  /** Of every document with passages, without reading these. */
  texts(): Promise<DocumentTexts[]>;
  /** False where the index at its place is another one by now: whoever wants to write opens that. */
  isCurrent(): Promise<boolean>;
  /**
   * Before a run of writes: takes out what a killed run left over.
   * @param fence asked before each commit of the run, where the store makes several: throws when another process may be writing by now
   */
  prepare(fence?: () => Promise<void>): Promise<void>;
  /** Puts documents in the place of what was known under their paths. */
  write(documents: readonly WrittenDocument[]): Promise<void>;
  /** Notes facts about documents whose passages stay: a new modification time, a reason. */
  note(documents: readonly IndexedDocument[]): Promise<void>;
  remove(paths: readonly string[]): Promise<void>;
  /** False after a run that was stopped before `finish`: all is there, and slower to search. */
  isFinished(): Promise<boolean>;
  /**
   * Reads everything, and says what does not agree with itself.
   * @throws LinchpinError `index-unreadable`
   */
  faults(): Promise<StoreFaults>;
  /** After a run of writes: search structures, statistics, old versions. */
  finish(signal?: AbortSignal): Promise<void>;
}

/**
 * `read`: an index that is there. `create`: made where there is none. `anew`: of a shared index, beside the one that is read until the
 * run ends; of one in a folder like `create`, as it was taken away before.
 */
export type OpenMode = 'read' | 'create' | 'anew';

/** Raised when what is kept of a passage changes: an older index is then no index, and is made anew beside it. */
export const recordVersion = 4;

/** A profile's part of table and file names: profiles of models from a hub hold slashes. */
export function profileName(profileId: string): string {
  const name = /^[\w-]{1,80}$/.test(profileId)
    ? profileId
    : `${profileId.replaceAll(/[^\w-]+/g, '-').slice(0, 60)}-${sha256(profileId).slice(0, 12)}`;
  return `${name}__r${recordVersion}`;
}
