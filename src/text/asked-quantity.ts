import type { AskedForm } from './answer-form.ts';
import { datesIn } from './dates.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';
import { stem } from './stem.ts';
import { isStopword } from './stopwords.ts';
import { tokenize } from './tokens.ts';
import { unitOf } from './units.ts';

/** "How much time a week": no rate answers it; "mean seconds to the first shock" names its unit. */
const spanOfTime = /\bhow much time\b|\b(?:mean|average|median|number of|in) (?:seconds|minutes|hours|days|weeks|months|years)\b/i;
const duration =
  /\bhow (?:long|often|soon|frequently|quickly|late|early|old)\b|\b(?:duration|deadline|lifetime|time ?limit|retention|time ?out|after (?:what|how much) time)\b/i;
/** "How long must a password be": a length in characters, digits or metres, if not a time. */
const lengthOf = /\bhow (?:long|short)\b[^?]*\b(?:be|is|are)\s*\?*\s*$|\bhow (?:long|short) (?:is|are|was|were) (?:an?|the|my|our|your)\b/i;
/** How long these are is told in characters, words or pages. */
const written = /\bhow (?:long|short)\b[^?]*\b(?:pass(?:word|phrase|code)s?|PINs?|user ?names?|abstracts?|headlines?)\b[^?]*\bbe\b/i;
/** "What share does each of them pay": no sum of money. */
const shareOnly = /\b(?:what|which) (?:share|proportion|percentage|fraction|per ?cent)\b/i;
const amountOfMoney =
  /\b(?:costs?|prices?|fees?|fines?|fined|budget|pay|paid|salary|salaries|wages?|money|spend|spent|worth|charged?|grant|revenue|income|debt|bill|tariff|deposit|premium|dues|subscriptions?)\b|\bwhat (?:does|do|did|would|will) .{2,60} (?:charge|come to)\b/i;
/** Amounts that may be set as a share of another: "a fee of 2 %". */
const shareOfMoney = /\b(?:fee|fine|charged?|tariff|grant|budget|interest)\b/i;
const percentage = /\b(?:percent|percentage|share|proportion|fraction|%|rate)\b/i;
const counting = /\bhow many\b/i;
const lengthwise = /\bhow (?:deep|tall|wide|thick|broad)\b|\b(?:what|which) (?:is the )?(?:depth|width|height|distance|thickness)\b/i;
const heavy = /\bhow heavy\b|\bhow much (?:does|do|did|can|may|should|must) .{1,40}\b(?:weigh|carry|lift)\b/i;
const warm = /\bhow (?:hot|cold|warm|cool)\b|\b(?:what|which|max\w*|min\w*) (?:is the )?temperature\b/i;

const isTime = ({ dimension }: Quantity): boolean => dimension === 'time' || dimension === 'interval';
const isOf =
  (...dimensions: readonly string[]) =>
  ({ dimension }: Quantity): boolean =>
    dimensions.includes(dimension);

/** What dimension of quantity a question asks for; null where any will do. A number without a unit is of the dimension `count`. */
function askedDimension(question: string): ((quantity: Quantity) => boolean) | null {
  if (written.test(question)) return isExtent;
  if (shareOnly.test(question)) return isOf('share', 'count');
  if (lengthOf.test(question)) return (quantity) => isTime(quantity) || isExtent(quantity);
  if (spanOfTime.test(question)) return isOf('time');
  if (duration.test(question)) return isTime;
  if (lengthwise.test(question)) return isOf('length');
  if (heavy.test(question)) return isOf('mass');
  if (warm.test(question)) return isOf('temperature');
  if (amountOfMoney.test(question) && !counting.test(question))
    return ({ dimension }) => dimension.startsWith('money') || (dimension === 'share' && shareOfMoney.test(question));
  if (percentage.test(question)) return isOf('share', 'count');
  return counting.test(question) ? countedIn(question) : null;
}

const timesIn = /\bhow many times (?:an?|per|each|every|in an?)\b/i;

/** What is counted: "days" of "how many days", "sick days" of "how many sick days a year", at most three words and none of grammar. */
function firstWordsAfter(question: string): string[] {
  const words = (/\bhow many ((?:[\p{L}-]+\s*){1,3})/iu.exec(question)?.[1] ?? '').trim().toLowerCase().split(/\s+/);
  const end = words.findIndex((word) => isStopword(word) && word !== 'more');
  return end < 0 ? words : words.slice(0, end);
}

/** "How many days" asks for a time, "how many attempts" for a number. */
function countedIn(question: string): (quantity: Quantity) => boolean {
  if (timesIn.test(question)) return isOf('interval', 'count');
  const [unit] = firstWordsAfter(question).flatMap((word) => unitOf(word) ?? []);
  if (unit === undefined) return isOf('count', 'data');
  return unit.dimension === 'time' ? isTime : isOf(unit.dimension);
}

/** "How many attempts": a quantity that counts attempts, or nothing that is named, and not one that counts something else. */
function countsAsked(question: string, { counted, dimension }: Quantity): boolean {
  if (dimension !== 'count' || counted.length === 0) return true;
  const asked = /\bhow many ((?:\S+\s+){1,4})/i.exec(question)?.[1];
  if (asked === undefined) return true;
  const stems = new Set(
    tokenize(asked)
      .filter((token) => !isStopword(token.lower))
      .map((token) => stem(token.lower)),
  );
  return stems.size === 0 || counted.some((root) => stems.has(root));
}

/** The bounds that a question may ask for by name, and the comparators that answer it. */
function fitsBound(question: string, { comparator, dimension }: Quantity): boolean {
  // "At least how often": the least often is the longest time between.
  if (dimension === 'interval') return true;
  if (/\b(?:max(?:imum)?|at most|most|upper|cap|ceiling|longest|latest)\b/i.test(question))
    return comparator !== 'at least' && comparator !== 'more than';
  if (/\b(?:min(?:imum)?|at least|fewest|lower limit|shortest|earliest|least)\b/i.test(question))
    return comparator !== 'at most' && comparator !== 'less than';
  return true;
}

/** Is a quantity one that the question may be asking for: its dimension, what it counts, its bound? */
export function fitsAsked(question: string, quantity: Quantity): boolean {
  // When something is asked for, times of day are read by themselves; no amount is one.
  return (
    quantity.dimension !== 'clock' &&
    (askedDimension(question)?.(quantity) ?? true) &&
    countsAsked(question, quantity) &&
    fitsBound(question, quantity)
  );
}

/**
 * Is it of another dimension than is asked for? "15 euros" is no depth and "two parts" are no length; a bare number may be one.
 * @param named whether the text says what it counts
 */
export function isOtherDimension(question: string, quantity: Quantity, named = false): boolean {
  return quantity.dimension === 'clock' || ((named || quantity.dimension !== 'count') && !(askedDimension(question)?.(quantity) ?? true));
}

/** "How long" may ask for an extent too: in metres, or in what texts and keys are counted in. */
function isExtent({ dimension, counted }: Quantity): boolean {
  if (dimension === 'length' || dimension === 'data') return true;
  return dimension === 'count' && /^(?:charact|letter|digit|word|symbol|page|line|sign)/.test(counted[0] ?? '');
}

/** Has the text an amount that may be what is asked for? */
export function holdsAsked(question: string, text: string): boolean {
  const extent = /\bhow (?:long|short)\b/i.test(question);
  return quantitiesIn(text).some((quantity) => fitsAsked(question, quantity) || (extent && isExtent(quantity)));
}

/** A plural within two words: "two lay members", and not "four make a quorum". */
const countsNamed = /^[\s-](?:[\p{L}-]+\s)?\p{L}+s(?!\p{L})/u;

/**
 * Has a text another amount that could be what is asked for: of the asked dimension, or a bare number beside a count ("seven members; four make a quorum")?
 * @param answer the range of the one that is given
 */
export function hasRivalAmount(question: string, text: string, answer: { readonly start: number; readonly end: number }): boolean {
  const all = quantitiesIn(text);
  const own = all.find(({ start, end }) => start < answer.end && answer.start < end);
  if (own === undefined) return false;
  return all.some(
    (other) =>
      (other.end <= answer.start || other.start >= answer.end) &&
      (fitsAsked(question, other) ||
        (own.dimension === 'count' && other.dimension === 'count' && !countsNamed.test(text.slice(other.end)))),
  );
}

const clock = /\b\d{1,2}[:.]\d\d(?!\d)|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.|o['’]clock)(?![\p{L}])|\b(?:noon|midnight|midday)\b/iu;
const clockAsked = /\b(?:what|which) (?:time|hour)\b(?! (?:limit|of year|period|span))|\bopening (?:hours|times)\b/i;
/** What tells an amount of money, a time or a point of it without a figure. */
const moneyInWords = /\b(?:free|no charge|without charge|not charged|nothing to pay|pays? nothing|in full|half|unpaid|at cost)\b/i;
const timeInWords =
  /\b(?:indefinite\w*|forever|permanent\w*|immediate\w*|at once|promptly|as (?:long|soon) as|until|till|when|while|once|before|after|during|straight away|without delay|never|always|ends?|expir\w+|\p{L}+day)s?\b/iu;

/**
 * Has a text nothing that could be what is asked for: no amount at all where a number is asked, none of its dimension where that is known, no time of
 * day where "what time" is asked? A bare number may be any amount, and some amounts are said in words ("free of charge", "until it ends").
 * @param form of the question: others than `number` and `time` ask for no quantity
 */
export function lacksAsked(question: string, form: AskedForm, text: string): boolean {
  if (form === 'time') {
    if (clockAsked.test(question)) return !clock.test(text) && (/\bat (?:what|which)\b/i.test(question) || !timeInWords.test(text));
    return quantitiesIn(text).length === 0 && datesIn(text).length === 0 && !clock.test(text) && !timeInWords.test(text);
  }
  // "Minimum level", "who has the last word": read as asking for a number, and may ask for a name.
  if (form !== 'number' || /^\W*(?:who|whose|which)\b|[.!?:] (?:who|whose|which)\b/i.test(question)) return false;
  const all = quantitiesIn(text).filter(({ dimension }) => dimension !== 'clock');
  const dimension = lengthOf.test(question) ? null : askedDimension(question);
  if (dimension === null)
    return all.length === 0 && !(isTimeAsked(question) && (clock.test(text) || datesIn(text).length > 0 || timeInWords.test(text)));
  const bare = counting.test(question)
    ? isOf('count', 'data', 'share')
    : ({ dimension: own, counted }: Quantity) => own === 'count' && counted.length === 0;
  if (all.some((quantity) => dimension(quantity) || bare(quantity))) return false;
  if (isTimeAsked(question)) return !clock.test(text) && datesIn(text).length === 0 && !timeInWords.test(text);
  return !(amountOfMoney.test(question) && moneyInWords.test(text));
}

function isTimeAsked(question: string): boolean {
  return duration.test(question) || spanOfTime.test(question);
}
