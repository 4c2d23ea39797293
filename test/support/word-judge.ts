import type { PairScore, PairSpan } from '../../src/inference/types.ts';
import { contentStems } from '../../src/text/tokens.ts';
import { type ScriptedJudge, scriptedJudge } from './judge.ts';

const negation = /\b(?:not|no|never|cannot|without)\b|n['’]t\b/i;
const numbers = (text: string): string[] => text.match(/\d+(?:[.,:]\d+)*/g) ?? [];

/**
 * A judge that goes by words alone, for tests in which some reader is needed and what it knows is not: a text supports a claim by the share of
 * the claim's words that it says, and refutes it where the two differ by a number or a denial. A question is answered by the first number
 * or name of the best sentence that is not in the question.
 */
export function wordJudge(): ScriptedJudge {
  return scriptedJudge(({ query, heading, sentences }): Partial<PairScore> => {
    const asked = [...new Set(contentStems(query))];
    const shares = sentences.map((text) => {
      const said = new Set(contentStems(`${heading} ${text}`));
      return asked.length === 0 ? 0 : asked.filter((stem) => said.has(stem)).length / asked.length;
    });
    const share = Math.max(0, ...shares);
    const best = shares.indexOf(share);
    const text = sentences[best] ?? '';
    const own = numbers(query);
    const stated = numbers(text);
    const differs =
      (own.length > 0 && stated.length > 0 && !own.some((number) => stated.includes(number))) ||
      negation.test(query) !== negation.test(text);
    // Steep: half of the words are a text about the same thing, and no more.
    const surety = 0.99 * share ** 3;
    const marked = wordsOf(text, query);
    const spans: PairSpan[] = marked === null ? [] : [{ sentence: best, ...marked, probability: 0.9 }];
    return {
      answered: surety,
      entails: differs ? { supports: 0, neutral: 1 - surety, refutes: surety } : { supports: surety, neutral: 1 - surety, refutes: 0 },
      spans,
      evidence: shares.map((each, place) => (place === best ? Math.max(each, 0.6) : each / 2)),
    };
  });
}

/** A number, or a name of one or more words, that the question does not have. */
function wordsOf(text: string, question: string): { readonly start: number; readonly end: number } | null {
  const asked = question.toLowerCase();
  const found = [...text.matchAll(/\d+(?:[.,:]\d+)*|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu)].filter(
    ([words]) => !asked.includes(words.toLowerCase()),
  );
  const number = /\b(?:when|how|year)\b/i.test(question) ? found.find(([words]) => /^\d/.test(words)) : undefined;
  const chosen = number ?? found[0];
  return chosen === undefined ? null : { start: chosen.index, end: chosen.index + chosen[0].length };
}
