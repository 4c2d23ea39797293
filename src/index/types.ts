import type { Encoded } from '../contract/encoded.ts';
import type { LeftOutCause } from '../contract/left-out.ts';
import type { DerivedTable } from './derived.ts';
import type { EvidenceSpan } from '../documents/types.ts';

/** A passage as it is kept in the index, with what retrieval and the stages need of it. */
export interface IndexedPassage {
  /** `path:start-end`. */
  readonly id: string;
  readonly path: string;
  readonly contentHash: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** 1-based line of `start`. */
  readonly line: number;
  readonly headingPath: readonly string[];
  /** Source text of [start, end): a span's quote is cut from it at `span.start - start`. */
  readonly text: string;
  readonly spans: readonly EvidenceSpan[];
}

export interface SearchHit {
  readonly passage: IndexedPassage;
  /** Passages elsewhere with the same words: listed, and without weight in the search. */
  readonly copies: readonly IndexedPassage[];
  readonly vector: Float32Array;
  /** Of the index's own vectors; where the query came with what the sentence encoder says, that, on the papers' scale. */
  readonly cosine: number;
  /** BM25 as the store gives it; 0 where no term matches. */
  readonly bm25: number;
  /** Weighted sum of cosine and BM25 over the best BM25 of the query, [-1, 1]; hits come best first, ties by id. */
  readonly score: number;
}

export interface SearchQuery {
  readonly text: string;
  readonly vector: Float32Array;
  /** What the sentence encoder says of it; passages are ranked by that, where it is there. */
  readonly dense?: DenseScores;
}

/** How near the texts of an index are to a query by the vectors of another encoder. Texts are named by `keyOf` their `textKeyOf`. */
export interface DenseScores {
  /** On the papers' scale, [-1, 1]; null where a text has no vector yet. */
  cosineOf(key: bigint): number | null;
  /** Keys of the nearest texts, nearest first. */
  nearest(count: number): readonly bigint[];
  /** The cosine of the index's own vectors on the same scale, for texts that have none. Monotone. */
  toReference(cosine: number): number;
  /** Every text of the index is known to have a vector: its own need not be searched. */
  readonly isWhole: boolean;
}

export interface SearchOptions {
  readonly limit: number;
  /** Globs of paths to leave out, for example the draft that is being checked. */
  readonly exclude?: readonly string[];
}

/** What the audit needs of an index; LanceDB and the in-memory store implement it. */
export interface PassageIndex {
  /** `memory` where LanceDB could not be loaded. */
  readonly kind: 'lancedb' | 'memory';
  /** Fingerprint of the content: the same documents give the same version on every machine. */
  version(): Promise<string>;
  /** All queries in one batch; results in query order. */
  search(queries: readonly SearchQuery[], options: SearchOptions, signal?: AbortSignal): Promise<SearchHit[][]>;
  /** Every passage of a document in order; empty when it is not indexed. */
  passagesOf(path: string): Promise<IndexedPassage[]>;
  documents(): Promise<IndexedDocument[]>;
  /** When it was last written; null where that was never, or it is kept nowhere. */
  modifiedAt(): Promise<Date | null>;
  /** Records that were made from the documents, such as causal links: a table for each name. */
  derived(name: string): DerivedTable;
  /** How much of it the sentence encoder has encoded; null, or no such method: it is searched without one. */
  encoded?(): Promise<Encoded | null>;
  close(): Promise<void>;
}

export interface IndexedDocument {
  readonly path: string;
  readonly contentHash: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** `id@version` of the parser that read it, or would have. */
  readonly parser: string;
  /** WHATWG name of the encoding that it was decoded with: whoever opens it must use the same. null where it was not decoded, as it is no text. */
  readonly encoding: string | null;
  readonly status: 'indexed' | 'skipped' | 'failed';
  /** Why it was skipped or failed; of one that is indexed null, or `hidden-text`. */
  readonly cause: LeftOutCause | null;
  /** The same in words. */
  readonly reason: string | null;
  readonly passages: number;
}
