import type { AnswerType } from '../text/question.ts';
import type { GeneratedAnswer } from './ports.ts';

/** What a generator says where the evidence does not answer. */
export function abstentionOf(type: AnswerType): GeneratedAnswer {
  return {
    abstained: true,
    text: '',
    statement: '',
    type,
    claims: [],
    rationale: '',
    citedSpans: [],
    keySpans: [],
    conflicts: [],
    logProbability: null,
  };
}
