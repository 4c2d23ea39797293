import type { AtomKind } from '../contract/atoms.ts';
import type { TablePlace } from './cells/grid.ts';

/** A part of a claim; `text` is cut from it at [start, end). */
export interface Atom {
  readonly kind: AtomKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `said` and `denied` carry the words that say so; `unsaid`: nothing in the sentence or above it speaks of it. */
export type AtomState = 'said' | 'denied' | 'unsaid';

export interface JudgedAtom extends Atom {
  readonly state: AtomState;
  /** Places in the sentence as a reader sees it; empty where what stands above it says so. */
  readonly words: readonly (readonly [start: number, end: number])[];
}

/** A sentence, row or item with all that travels with it. */
export interface ScopedSentence {
  /** As a reader sees it. */
  readonly text: string;
  /** Headings above it, nearest last; a list item's lead-in may stand last of all. */
  readonly headings: readonly string[];
  /** Title and path of the document. */
  readonly document: readonly string[];
  /** Sentences beside it, for what its pronouns stand for: they never decide. */
  readonly beside: readonly string[];
  /** What else was found of the document: a name that the claim gives may stand anywhere in it. */
  readonly elsewhere: readonly string[];
  /** Of a table's row, and of an item "name: value": the rows beside it. */
  readonly table?: TablePlace;
}

/** How one sentence with its scope bears on a claim. */
export interface SentenceJudgement {
  /** Chance that it says the claim, and that it says otherwise; they sum to at most 1. */
  readonly supports: number;
  readonly refutes: number;
  readonly atoms: readonly JudgedAtom[];
}
