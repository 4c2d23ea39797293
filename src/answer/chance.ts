import { z } from 'zod';

import { logistic, logit } from '../inference/calibration.ts';
import { judgeCalibration } from '../inference/judge-calibration.ts';
import type { ReadAnswer, ReadSet } from './types.ts';

/** What the chance of an answer is computed from, in this order. */
export const answerSigns = [
  /** Logit of `answered` of the passage. */
  'answered',
  /** Logit of the most that a set of its sentences answers alone, the same answer. */
  'alone',
  /** By how much the best passage with another answer leads this one's; 0 where none does. */
  'margin',
  /** Other places that say the same, three at most. */
  'witnesses',
  'evidence',
  /** Probability of the words, where words answer. */
  'words',
  'isSide',
  'isSentences',
  /** Logarithm of the passage's place in the search. */
  'rank',
] as const;

export function signsOf(answer: ReadAnswer, rivals: readonly ReadAnswer[], sets: readonly ReadSet[]): number[] {
  const rival = rivals.filter((other) => other !== answer).reduce((most, { answered }) => Math.max(most, answered), 0.01);
  const alone = sets.filter(({ same }) => same).reduce((most, { answered }) => Math.max(most, answered), 0.005);
  const isSide = answer.form === 'yes' || answer.form === 'no';
  return [
    logit(answer.answered),
    logit(alone),
    Math.min(0, logit(answer.answered) - logit(rival)),
    Math.min(3, answer.witnesses.length - 1),
    answer.evidence,
    answer.form === 'span' ? (answer.short?.probability ?? 0) : (answer.likelyWords?.probability ?? 0),
    isSide ? 1 : 0,
    answer.form === 'sentences' ? 1 : 0,
    Math.log(1 + answer.rank),
  ];
}

const schema = z.object({
  answers: z.object({
    signs: z.array(z.string()),
    weights: z.array(z.number()),
    offset: z.number(),
    /** From this chance on an answer is called supported, and shown as what may answer. */
    supported: z.number(),
    possible: z.number(),
    /** Risk control: of the answers that reach `supported` on these questions so many were wrong. */
    risk: z.number(),
    confidence: z.number(),
    questions: z.int(),
    asserted: z.int(),
    wrong: z.int(),
    set: z.string(),
  }),
});

export type AnswerFit = z.infer<typeof schema>['answers'];

/** The chance that an answer is right, fitted on questions whose authors never ran the program (training/pair-encoder/calibrate). */
export class AnswerChance {
  readonly fit: AnswerFit;

  constructor(json: unknown) {
    this.fit = schema.parse(json).answers;
    if (this.fit.signs.join() !== answerSigns.join()) throw new RangeError('The calibration of models/judge was fitted to other signs.');
  }

  /** [0, 1]. */
  of(signs: readonly number[]): number {
    return logistic(signs.reduce((sum, sign, at) => sum + sign * (this.fit.weights[at] ?? 0), this.fit.offset));
  }
}

let shipped: AnswerChance | undefined;

/** The calibration that came with the judge's weights. @throws LinchpinError `model-unavailable`. */
export function shippedAnswerChance(): AnswerChance {
  shipped ??= judgeCalibration((json) => new AnswerChance(json));
  return shipped;
}
