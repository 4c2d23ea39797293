import { type AnswerFit, answerSigns } from '../../../src/answer/chance.ts';

/** A calibration for tests: what answers and answers alone is right. The shipped one is fitted anew, and no test may hang on it. */
export function answerFit(more: Partial<AnswerFit> = {}): { readonly answers: AnswerFit } {
  return {
    answers: {
      signs: [...answerSigns],
      weights: answerSigns.map((sign) => (sign === 'answered' || sign === 'alone' ? 0.5 : 0)),
      offset: 0,
      supported: 0.8,
      possible: 0.4,
      risk: 0.1,
      confidence: 0.9,
      questions: 100,
      asserted: 40,
      wrong: 3,
      set: 'test',
      ...more,
    },
  };
}
