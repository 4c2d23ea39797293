import { type DateMention, datesIn } from '../../text/dates.ts';
import { type Quantity, quantitiesIn } from '../../text/quantities.ts';
import { ratesOfClaim } from './rates.ts';
import { isInside, overlaps, type Span } from './span.ts';
import type { CellClaim } from './telling-words.ts';
import type { Place } from './types.ts';
import { weekDaysIn } from './week-days.ts';

/** What a claim says of a cell in amounts and dates, without those that name the row or the column. */
export interface ClaimedValues {
  /** Without "a week" and the like. */
  readonly quantities: readonly Quantity[];
  readonly dates: readonly DateMention[];
  /** Hours of the day, in minutes, of which morning or evening is not told: "closes at 7". */
  readonly bare: readonly number[];
  /** Units of the rates: "week" of "38 hours a week". */
  readonly rates: readonly string[];
  /** Where all of these stand in the claim. */
  readonly places: readonly Span[];
}

export function claimedValues(claim: CellClaim, { used, rowUsed, cell }: Place): ClaimedValues {
  const { text, words } = claim;
  const isName = (span: Span): boolean => {
    const inside = words.filter((word) => isInside(word, span));
    return inside.length > 0 && inside.every((word) => used.has(word.start));
  };
  const dates = datesIn(text).filter((date) => !isName(date));
  // "Every 3 months" is the amount itself where the cell is one.
  const isInterval = quantitiesIn(cell).some(({ dimension }) => dimension === 'interval');
  const rates = isInterval ? [] : ratesOfClaim(claim, rowUsed);
  const apart = [...rates, ...weekDaysIn(text).places];
  const quantities = [
    ...quantitiesIn(text).filter((quantity) => !isName(quantity) && !apart.some((span) => overlaps(span, quantity))),
    ...countsOfTimes(text),
  ];
  // "At 7", "until 9".
  const bare = quantities.filter(
    ({ dimension, low, start }) => dimension === 'count' && low <= 12 && /\b(?:at|until|till|by|from|to)\s$/i.test(text.slice(0, start)),
  );
  return {
    quantities,
    dates,
    bare: bare.map(({ low }) => low * 60),
    rates: rates.map(({ unit }) => unit),
    places: [...quantities, ...rates, ...dates],
  };
}

/** "Renewed once": how many times. "Once a week" is how often. */
function countsOfTimes(text: string): Quantity[] {
  return [...text.matchAll(/\b(?:once|twice)\b(?!\s(?:an?|per|every|each|in)\b)/gi)].map(({ 0: word, index }) => {
    const value = word.toLowerCase() === 'once' ? 1 : 2;
    return {
      start: index,
      end: index + word.length,
      comparator: 'exactly',
      low: value,
      high: value,
      dimension: 'count',
      calendar: false,
      counted: ['time'],
      denied: false,
    };
  });
}
