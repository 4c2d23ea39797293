import { LinchpinError } from '../base/error.ts';

/** Longer questions are refused: no reader gains from them, and a pasted document is better indexed than asked. */
export const maxQuestionLength = 10_000;

/**
 * The question as it is audited: well-formed, white space collapsed.
 * @throws LinchpinError `question-empty`, `question-too-long`.
 */
export function checkQuestion(question: string): string {
  const text = question.toWellFormed().replaceAll('\u0000', ' ').replaceAll(/\s+/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text))
    throw new LinchpinError('question-empty', 'The question is empty.', 'Write a question, for example: How long must passwords be?');
  if (text.length > maxQuestionLength) {
    throw new LinchpinError(
      'question-too-long',
      `The question has ${text.length} characters; ${maxQuestionLength} are the most.`,
      'Shorten it, or put the text into a document of the workspace and check that document.',
    );
  }
  return text;
}
