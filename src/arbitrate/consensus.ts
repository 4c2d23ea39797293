import { sameAnswer } from '../text/same-answer.ts';

/** CF-RAG sec. 4.2.3: for each answer the share of all answers that agree with it, (0, 1]. */
export function agreements(answers: readonly string[]): number[] {
  return answers.map((answer) => answers.filter((other) => sameAnswer(answer, other)).length / answers.length);
}
