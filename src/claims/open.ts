import { datesAgree } from '../text/dates.ts';
import { relateQuantities } from '../text/quantities.ts';
import { contentStems } from '../text/tokens.ts';
import { figuresOf } from './checks.ts';
import { leastSaid } from './read.ts';
import type { ClaimReading } from './read.ts';
import type { PassageStance } from './types.ts';

/** A sentence that holds this much of the claim's words may say it, whatever the reading makes of it. */
const sameWords = 0.5;

/** Whether anything that was read says something of the claim: by the reading, or as it is in the claim's own words. */
export function isAnythingSaid(claim: string, { passages }: ClaimReading): boolean {
  if (passages.some(({ stances }) => stances.neutral <= 1 - leastSaid)) return true;
  return passages.some(({ spans }) => spans.some(({ text }) => wordsShared(claim, text) >= sameWords));
}

/** Whether a sentence of this passage may say something of the claim. */
export function maySay(claim: string, { stances }: PassageStance, text: string): boolean {
  return stances.neutral <= 1 - leastSaid || wordsShared(claim, text) >= sameWords;
}

/** How many of the claim's words a text holds, [0, 1]. */
export function wordsShared(claim: string, text: string): number {
  const own = new Set(contentStems(claim));
  const there = new Set(contentStems(text));
  return own.size === 0 ? 0 : [...own].filter((stem) => there.has(stem)).length / own.size;
}

/** The claim's figures and dates by whether a text gives them. In doubt one is given: the same number with another unit counts. */
export function figuresSaid(claim: string, text: string): { readonly said: readonly string[]; readonly unsaid: readonly string[] } {
  const own = figuresOf(claim);
  const there = figuresOf(text);
  const numbers = new Set(digitsIn(text));
  const said: string[] = [];
  const unsaid: string[] = [];
  const add = (words: string, isSaid: boolean): void => {
    (isSaid ? said : unsaid).push(words);
  };
  for (const { start, end, normal } of own.dates)
    add(
      claim.slice(start, end),
      there.dates.some((date) => datesAgree(date.normal, normal)) ||
        digitsIn(claim.slice(start, end)).every((number) => numbers.has(number)),
    );
  for (const amount of own.amounts) {
    const words = claim.slice(amount.start, amount.end);
    const digits = digitsIn(words);
    const isGiven = there.amounts.some(
      (other) => ['same', 'implies'].includes(relateQuantities(other, amount)) || (other.low === amount.low && other.high === amount.high),
    );
    add(words, isGiven || (digits.length > 0 && digits.every((number) => numbers.has(number))));
  }
  return { said, unsaid };
}

/** Numbers as they are written, less the marks that part thousands. */
function digitsIn(text: string): string[] {
  return (text.match(/\d+(?:[.,\s]\d{3})*(?:[.,]\d+)?/g) ?? []).map((number) => number.replaceAll(/[,\s](?=\d{3})/g, ''));
}
