import type { Locator } from '../contract/locator.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import type { IndexedPassage } from '../index/types.ts';

/** A retrieved passage with the papers' s(q, e). */
export interface ScoredPassage {
  readonly passage: IndexedPassage;
  readonly vector: Float32Array;
  /** Fused retrieval score. */
  readonly score: number;
  /** [0, 1]. */
  readonly relevance: number;
}

/** Where the same words stand elsewhere. */
export interface SpanPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** In documents that are not text. */
  readonly locator?: Locator;
}

/** A span that may serve as evidence. One stands for all its copies. */
export interface CandidateSpan {
  /** `path:start-end`. */
  readonly id: string;
  readonly passage: IndexedPassage;
  readonly span: EvidenceSpan;
  /** Title and headings above it, joined by ` > `. */
  readonly heading: string;
  /** [0, 1]. */
  readonly relevance: number;
  readonly copies: readonly SpanPlace[];
}

export interface RetrievedEvidence {
  /** Best first. */
  readonly passages: readonly ScoredPassage[];
  /** Most relevant first; ties by id. */
  readonly spans: readonly CandidateSpan[];
}
