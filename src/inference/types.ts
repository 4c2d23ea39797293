import type { ModelIdentity } from '../contract/report.ts';

/** A question or claim beside a text that may answer or decide it. */
export interface TextPair {
  /** Question or claim. */
  readonly query: string;
  /** What the sentences stand under, outermost first, joined by ` > `; empty where there is nothing. */
  readonly heading: string;
  /** In reading order. */
  readonly sentences: readonly string[];
}

/** A sentence, row or item as the judge reads it. */
export interface ReadableSpan {
  /** `path:start-end`. */
  readonly id: string;
  readonly text: string;
  /** What introduces it, of list items and rows: it is read above the sentence where the sentence is read alone. */
  readonly leadIn?: string;
}

/** A passage as the judge reads it. */
export interface ReadablePassage {
  readonly id: string;
  readonly path: string;
  /** Title and headings, joined by ` > `. */
  readonly heading: string;
  /** In reading order. */
  readonly spans: readonly ReadableSpan[];
}

/** Words of one sentence that may be the answer. */
export interface PairSpan {
  /** Number of the sentence in the pair. */
  readonly sentence: number;
  /** UTF-16 offsets into the sentence, the end behind the last character. */
  readonly start: number;
  readonly end: number;
  /** That these are the words, if the text answers: [0, 1]. */
  readonly probability: number;
}

/** What the judge reads of one pair. All numbers are in [0, 1]. */
export interface PairScore {
  /** That the text answers the question. */
  readonly answered: number;
  /** What the text makes of the claim; they sum to 1. */
  readonly entails: { readonly supports: number; readonly neutral: number; readonly refutes: number };
  /** How the question is answered, if it is: by words of the text, by yes or by no; they sum to 1. */
  readonly form: { readonly span: number; readonly yes: number; readonly no: number };
  /** The likeliest first, at most five; they do not overlap. */
  readonly spans: readonly PairSpan[];
  /** For each sentence, that it is needed. */
  readonly evidence: readonly number[];
}

export const nothingRead: PairScore = {
  answered: 0,
  entails: { supports: 0, neutral: 1, refutes: 0 },
  form: { span: 1, yes: 0, no: 0 },
  spans: [],
  evidence: [],
};

/** Reads pairs of texts. One model does all of it, so that what it says of one pair agrees with itself. */
export interface PairEncoder {
  readonly identity: ModelIdentity;
  /**
   * One score for each pair, in order; a pair without a sentence is `nothingRead`. The same pair always has the same score, whatever is
   * read beside it.
   * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
   */
  scorePairs(pairs: readonly TextPair[], call: { readonly signal?: AbortSignal }): Promise<PairScore[]>;
}

/** Maps an encoder's cosine onto the papers' scale (all-MiniLM-L6-v2), on which their thresholds are given. Monotone. */
export interface SimilarityProfile {
  toReference(cosine: number): number;
}

/** Places texts so that what is alike lies together. */
export interface PassageEncoder {
  readonly identity: ModelIdentity;
  /** Names the index tables: changes whenever vectors would. */
  readonly profileId: string;
  readonly dimensions: number;
  readonly similarity: SimilarityProfile;
  /** Unit vectors in input order; a text without tokens gives the zero vector. */
  embed(texts: readonly string[], role: 'query' | 'passage', call: { readonly signal?: AbortSignal }): Promise<Float32Array[]>;
}
