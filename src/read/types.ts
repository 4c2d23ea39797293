import type { AnswerForm } from '../contract/report.ts';
import type { RankingSentence } from '../models/ports.ts';

/** A sentence that may answer, with the ranker's chance that it does. */
export interface RankedSentence extends RankingSentence {
  /** `path:start-end`. */
  readonly id: string;
  readonly path: string;
  readonly title: string;
  /** UTF-16 offset in its document. */
  readonly start: number;
  /** The sentence that introduces the list that it is an item of; empty where there is none. */
  readonly leadIn: string;
  /** [0, 1]. */
  readonly chance: number;
  /** The ranker's signs; null where no network read it. */
  readonly signs: Float32Array | null;
}

/** The words that answer, as they stand in one sentence. */
export interface ShortAnswer {
  /** As it is shown: with comparator and unit, "Yes", "No". */
  readonly text: string;
  /** Offsets of the words into the sentence's text as a reader sees it; empty (start = end) for yes and no. */
  readonly start: number;
  readonly end: number;
  /** The reader's probability of these words in this sentence, [0, 1]; for yes and no how clearly the sentence's rule decides. */
  readonly probability: number;
  /** Is it of the kind that is asked for: a time where "how long" is asked? */
  readonly fits: boolean;
  /** How many other answers of the kind the sentence has. */
  readonly others: number;
  /** A yes or no that the sentence may not mean: judged with its sentence, and never shown. */
  readonly open?: true;
}

/** Sentences that answer together, and what is read from them. */
export interface ReadAnswer {
  readonly form: AnswerForm;
  /** In reading order; all of them are needed. */
  readonly sentences: readonly RankedSentence[];
  /** null where the sentences themselves are the answer. */
  readonly short: ShortAnswer | null;
}
