import type { PairScore, ReadablePassage, ReadableSpan } from '../inference/types.ts';

export interface ReadPassage {
  readonly passage: ReadablePassage;
  /** Place in the search's order, from 0. */
  readonly rank: number;
  readonly score: PairScore;
}

/** Words of a span, or yes or no. */
export interface ShortAnswer {
  readonly text: string;
  /** UTF-16 offsets into the text of the span that says it; both 0 for yes and no. */
  readonly start: number;
  readonly end: number;
  /** The judge's own, [0, 1]. */
  readonly probability: number;
}

/** What one passage, or sentences of several read together, answer. */
export interface ReadAnswer {
  /** What the answer rests on, in reading order. */
  readonly sentences: readonly ReadableSpan[];
  /** The one that says it. */
  readonly by: ReadableSpan;
  readonly heading: string;
  /** `sentences`: they are the answer themselves. */
  readonly form: 'span' | 'yes' | 'no' | 'sentences';
  /** The sentence introduces list items, and they are the answer with it: each of them belongs to it. */
  readonly isList: boolean;
  /** null: the sentences are the answer. */
  readonly short: ShortAnswer | null;
  /** Words that are likely the answer, though not surely enough to stand for it. */
  readonly likelyWords: ShortAnswer | null;
  /** That the text answers, [0, 1]. */
  readonly answered: number;
  /** Of the sentence that says it, [0, 1]. */
  readonly evidence: number;
  readonly rank: number;
  /** How many places that are no copies of each other say the same, itself among them. */
  readonly witnesses: readonly (readonly ReadableSpan[])[];
}

/** Sentences that were read alone, and what came of it. */
export interface ReadSet {
  readonly spanIds: readonly string[];
  /** That they answer at all, [0, 1]. */
  readonly answered: number;
  /** The answer is the one that was asked for. */
  readonly same: boolean;
}

/** An answer with what its sentences answer alone, and the chance that it is right. */
export interface JudgedAnswer extends ReadAnswer {
  readonly sets: readonly ReadSet[];
  /** Calibrated, [0, 1]. */
  readonly chance: number;
}

/** What the judge makes of a question. */
export interface AnswerReading {
  /** Likeliest to answer first. */
  readonly read: readonly ReadPassage[];
  /** The surest first; those behind the first two were not read again. */
  readonly answers: readonly ReadAnswer[];
  /** Those whose sentences were read alone, the likeliest to be right first. */
  readonly judged: readonly JudgedAnswer[];
  readonly best: JudgedAnswer | null;
}
