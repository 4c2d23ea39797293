import type { CellClaim } from './telling-words.ts';
import { isInside, type Span } from './span.ts';

/** "Per hour", "a week", "weekly", "/month". */
const perTime =
  /\b(?:per|an?|each|every)\s(?<unit>hour|day|night|week|month|year)\b|\b(?<adverb>hourly|daily|nightly|weekly|monthly|yearly|annual(?:ly)?)\b|\/\s?(?<short>hour|day|week|month|year)\b/giu;
const adverbs: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  nightly: 'night',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annual: 'year',
  annually: 'year',
};

/** For what time an amount is: an hour, a week. */
export interface Rate extends Span {
  readonly unit: string;
}

/** "An hour", "weekly": the times that a text names as rates, whether or not an amount stands before them. */
export function ratesIn(text: string): Rate[] {
  return [...text.matchAll(perTime)].map(({ index, 0: whole, groups }) => ({
    unit: (groups?.['unit'] ?? groups?.['short'] ?? adverbs[(groups?.['adverb'] ?? '').toLowerCase()] ?? '').toLowerCase(),
    start: index,
    end: index + whole.length,
  }));
}

/** "Rate per hour" without "per hour"; all other places of the text stay. */
export function withoutRates(text: string): string {
  return ratesIn(text).reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);
}

/** A number, by its digit or its word. */
const number = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|once|twice)\b/i;

/**
 * The rates of a claim's amounts: "38 hours a week", "weekly". "A day" that no number stands before is a thing, as in "a day ticket", and so
 * is a rate that names the row.
 *
 * @param used starts of the words that name the row
 */
export function ratesOfClaim({ text, words }: CellClaim, used: ReadonlySet<number>): Rate[] {
  const first = text.search(number);
  return ratesIn(text).filter(
    (rate) =>
      !words.some((word) => used.has(word.start) && isInside(word, rate)) &&
      ((first >= 0 && first < rate.start) || /ly$/i.test(text.slice(rate.start, rate.end))),
  );
}
