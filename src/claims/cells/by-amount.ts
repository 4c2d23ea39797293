import { type Comparator, type Quantity, quantitiesIn } from '../../text/quantities.ts';
import type { Token } from '../../text/tokens.ts';
import { unitOf } from '../../text/units.ts';
import { type CellReading, denies, open, says } from './cell-reading.ts';
import { ratesIn, withoutRates } from './rates.ts';
import { overlaps, textAround } from './span.ts';
import { type CellClaim, tellingWords } from './telling-words.ts';
import type { Place } from './types.ts';

/** Words of names and claims that make of an amount a bound: "largest load", "minimum stay". */
const most = /\b(?:highest|largest|greatest|longest|biggest|maximum|max|upper|limit|ceiling|at most|up to|within|no more than)\b/i;
const least = /\b(?:smallest|lowest|shortest|minimum|min|at least|least|no less than)\b/i;

/** Beside an amount in a cell: it holds only for some. */
const condition = /\b(?:if|unless|when|only|except|above|over|below|under|without|or|from|after the|not)\b/i;

/** Amounts this far apart are seldom of one thing. */
const farApart = 20;

/** Two lengths of time of which one counts months or years may differ by this share: 30 days are a month. */
const calendarShare = 0.035;

/**
 * What the one amount of a cell says of the one amount of a claim: only where both are of one kind and for the same time, as an hour.
 *
 * @param rates units of time that the claim's amount is for
 */
export function readByAmount({ text, words }: CellClaim, claimed: Quantity, place: Place, rates: readonly string[]): CellReading {
  const { label, head, cell } = place;
  const stated = statedAmount(claimed, place);
  if (stated === null || isForSome(textAround(cell, stated), words)) return open;
  const [ownRates, statedRates] = [new Set(rates), statedRatesOf(stated, place)];
  if ([...ownRates].some((unit) => !statedRates.has(unit))) return open;
  const [own, theirs] = [boundOf(claimed, text), boundOf(stated, `${head} ${label}`)];
  if (own === 'about' || theirs === 'about' || own === 'between' || theirs === 'between') return open;
  const [a, b] = [claimed.low, stated.low];
  const isSame = Math.abs(a - b) <= Math.max(Math.abs(a), Math.abs(b)) * (stated.calendar !== claimed.calendar ? calendarShare : 1e-9);
  if (isSame) return own === theirs || (theirs === 'exactly' && own !== 'more than' && own !== 'less than') ? says : open;
  // 25 days of leave are five weeks.
  if (isWorkingWeeks([claimed, text], [stated, cell]) || isWorkingWeeks([stated, cell], [claimed, text])) return open;
  // A claim without "an hour" may be of a day.
  const isTold = [...statedRates].every((unit) => ownRates.has(unit));
  if (!isTold || (b > 0 && Math.max(a / b, b / a) > farApart) || !(place.isNamed || claimed.dimension !== 'count')) return open;
  const permits = /\b(?:may|can|allowed|permitted|up to)\b/i.test(text);
  const isBroken =
    own === theirs ||
    (own === 'exactly' && theirs === 'at most' && a > b) ||
    (own === 'exactly' && theirs === 'at least' && a < b) ||
    (own === 'at most' && theirs === 'exactly' && (a < b || permits)) ||
    (own === 'at least' && theirs === 'exactly' && a > b);
  return isBroken ? denies('quantity') : open;
}

/** "For members", "in winter", "plus VAT" beside an amount: it holds only for these, unless the claim says so too. "In advance" limits nothing. */
function isForSome(around: string, words: readonly Token[]): boolean {
  const [, limit] = /\b(?:for|in|on|during|with|plus|at)\s(?!advance\b|total\b|once\b|a\stime\b)(.+)$/i.exec(around) ?? [];
  return limit !== undefined && tellingWords(limit).some(({ lower }) => !words.some((word) => word.lower === lower));
}

/** Are weeks of one text days of the other, five to a week? */
function isWorkingWeeks([weeks, textOfWeeks]: Stated, [days, textOfDays]: Stated): boolean {
  const isOf = (unit: RegExp, { start, end }: Quantity, text: string): boolean => unit.test(text.slice(start, end));
  return (
    isOf(/\bweeks?\b/i, weeks, textOfWeeks) &&
    isOf(/\bdays?\b/i, days, textOfDays) &&
    Math.abs(weeks.low * 5 - days.low * 7) <= 1e-9 * weeks.low
  );
}

type Stated = readonly [amount: Quantity, text: string];

/** Is an amount of time, or how often something is. */
function isOfTime({ dimension }: Quantity): boolean {
  return dimension === 'interval' || dimension === 'time';
}

/** The one amount of a cell if it can be held against the claim's: no condition stands beside it, and it is of the same kind. */
function statedAmount(claimed: Quantity, { head, label, cell }: Place): Quantity | null {
  const rates = ratesIn(cell);
  const [one, ...more] = quantitiesIn(cell).filter(
    (quantity) => quantity.dimension === 'interval' || !rates.some((rate) => overlaps(rate, quantity)),
  );
  if (one === undefined || more.length > 0 || condition.test(textAround(cell, one))) return null;
  // "Free miles: 40" are miles, and "40 free miles" a count.
  const measured = inUnitOf(one, `${withoutRates(head)} ${withoutRates(label)}`);
  const amount = measured.dimension === claimed.dimension ? measured : one;
  return amount.dimension === claimed.dimension || (isOfTime(amount) && isOfTime(claimed)) ? amount : null;
}

/** A bare number of a cell in the unit that the cell's names have: "Weekly hours: 38". */
function inUnitOf(quantity: Quantity, names: string): Quantity {
  if (quantity.dimension !== 'count') return quantity;
  for (const word of names.split(/[^\p{L}%]+/u)) {
    const unit = word.length > 2 ? unitOf(word.toLowerCase()) : null;
    if (unit !== null && !unit.dimension.startsWith('money'))
      return {
        ...quantity,
        dimension: unit.dimension,
        calendar: unit.calendar === true,
        low: quantity.low * unit.factor,
        high: quantity.high * unit.factor,
      };
  }
  return quantity;
}

/** Units of time that a cell's amount is for, as its column or the cell says. */
function statedRatesOf(stated: Quantity, { property, cell }: Place): Set<string> {
  return new Set([...ratesIn(property), ...(stated.dimension === 'interval' ? [] : ratesIn(cell))].map(({ unit }) => unit));
}

/** Is an amount exact or a bound, by itself or by what a text calls it? */
function boundOf({ comparator }: Quantity, text: string): Comparator {
  if (comparator !== 'exactly') return comparator;
  return most.test(text) ? 'at most' : least.test(text) ? 'at least' : 'exactly';
}
