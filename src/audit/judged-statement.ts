import type { GeneratedAnswer } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';

/** A statement with less of the question's content words than this says something else than what was asked. Set on HotpotQA and ClapNQ dev. */
const leastAsked = 0.6;

/** What asks, with the word of measure that a number answers. */
const asking =
  /\b(?:how\s+(?:many|much|long|often|old|tall|high|large|big|far|deep|wide|heavy|fast)|what|which|who|whom|when|where|why|how)\b/iu;

/** The question with the answer in the place of what asks for it, else at its end: no good English, but nothing that was asked is left out. */
export function withAnswer(question: string, answer: string): string {
  const asked = question.trim().replace(/[\s?.!]+$/u, '');
  const given = answer.trim().replace(/[\s.]+$/u, '');
  return `${asking.test(asked) ? asked.replace(asking, () => given) : `${asked} ${given}`}.`;
}

/**
 * What the evidence is judged against (docs/methods.md 2.1): the answer as a statement, or question and answer together where the statement
 * leaves out much of what was asked, or is a sentence of the documents: that would be proved by itself, whatever was asked.
 *
 * @param sentences the documents' sentences that were read, as a reader sees them
 */
export function judgedStatement(
  question: string,
  { text, statement }: Pick<GeneratedAnswer, 'text' | 'statement'>,
  sentences: Iterable<string>,
): string {
  if (text === '' || statement === '' || /^(?:yes|no)$/i.test(text)) return statement;
  if (saysWhatWasAsked(question, text, statement) && !isQuoted(statement, sentences)) return statement;
  return withAnswer(question, text);
}

function saysWhatWasAsked(question: string, text: string, statement: string): boolean {
  const said = new Set(contentStems(`${statement} ${text}`));
  const asked = contentStems(question);
  return asked.filter((word) => said.has(word)).length >= leastAsked * asked.length;
}

function isQuoted(statement: string, sentences: Iterable<string>): boolean {
  for (const sentence of sentences) if (sentence.includes(statement) || statement.includes(sentence)) return true;
  return false;
}
