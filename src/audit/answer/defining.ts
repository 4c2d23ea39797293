import type { AskedForm } from '../../text/answer-form.ts';
import { contentStems } from '../../text/tokens.ts';
import type { Unit } from './units.ts';

const asksMeaning = /\bmeans?\b|\bwhat(?:['’]s| is| are| exactly is| exactly are)\b|\bdefin|\bcount(?:s|ed)? as\b/i;
/** Words of such a question that are no part of its term. */
const asking = /\b(?:means?|meant|exactly|defin\w+|count(?:s|ed)?|called)\b/gi;
/** `"Service Failure" means a delivery that ...`, after the number of its clause. Group `term`. */
const defines =
  /^(?:\d[\d.]*\.?\s+|\(\p{L}{1,4}\)\s+)?[“"'‘*]*(?<term>[^“”"'‘’*:;]{2,50}?)[”"'’*]*\s+(?:means|mean|shall mean|refers? to|stands? for)\s/u;
/** Content words of a term. */
const longestTerm = 4;
/** Content words of the question beside the term: with more, something else is asked of it. */
const mostOthers = 3;
/** Of 33 sentences that alone define the term of a question for its meaning 31 answered it (fitted sets), though five of these were not the nearest in their words. */
const sure = 0.8;

/** Sentences that answer, the likeliest first: where a meaning is asked for, the one sentence that defines the asked term is hardly unlikely. */
export function definingFirst(question: string, form: AskedForm, units: readonly Unit[]): Unit[] {
  if ((form !== 'definition' && form !== 'entity') || !asksMeaning.test(question)) return [...units];
  // What is asked for comes first: "what is the credit for a service failure" asks for no meaning of it.
  const [first = '', ...others] = contentStems(question.replaceAll(asking, ' '));
  const asked = new Set([first, ...others]);
  const defining = units.filter(({ by, list }) => {
    if (list !== null || by.kind === 'table-row' || by.kind === 'heading') return false;
    const term = contentStems(defines.exec(by.text)?.groups?.['term'] ?? '');
    return (
      term.includes(first) && term.length <= longestTerm && asked.size <= term.length + mostOthers && term.every((root) => asked.has(root))
    );
  });
  const [only] = defining;
  if (only === undefined || defining.length > 1 || only.chance >= sure) return [...units];
  return [{ ...only, chance: sure }, ...units.filter((unit) => unit !== only)].sort((a, b) => b.chance - a.chance);
}
