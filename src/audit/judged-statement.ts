import type { GeneratedAnswer } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';

/** A statement with less of the question's content words than this says something else than what was asked. Set on HotpotQA and ClapNQ dev. */
const leastAsked = 0.6;

/**
 * What the evidence is judged against (METHODS 2.1): the answer as a statement, or, where the statement leaves out much of what was
 * asked, question and answer together. A sentence that was merely quoted as the statement would otherwise be proved by itself, whatever
 * the question wanted to know.
 */
export function judgedStatement(question: string, { text, statement }: Pick<GeneratedAnswer, 'text' | 'statement'>): string {
  if (text === '' || statement === '' || /^(?:yes|no)$/i.test(text)) return statement;
  const said = new Set(contentStems(`${statement} ${text}`));
  const asked = contentStems(question);
  if (asked.filter((word) => said.has(word)).length >= leastAsked * asked.length) return statement;
  return `${question.trim().replace(/[\s?]+$/, '')} ${text.replace(/[\s.]+$/, '')}.`;
}
