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
const amountOfMoney =
  /\b(?:cost|costs|price|fee|fine|budget|pay|paid|salary|money|spend|spent|worth|charged?|grant|revenue|income|debt|bill|tariff)\b/i;
/** Amounts that may be set as a share of another: "a fee of 2 %". */
const shareOfMoney = /\b(?:fee|fine|charged?|tariff|grant|budget|interest)\b/i;
const percentage = /\b(?:percent|percentage|share|proportion|fraction|%|rate)\b/i;
const counting = /\bhow many\b/i;
const lengthwise = /\bhow (?:deep|tall|wide|thick|broad)\b|\b(?:what|which) (?:is the )?(?:depth|width|height|distance|thickness)\b/i;
const heavy = /\bhow heavy\b|\bhow much (?:does|do|did|can|may|should|must) .{1,40}\b(?:weigh|carry|lift)\b/i;
const warm = /\bhow (?:hot|cold|warm|cool)\b|\btemperature\b/i;

const isTime = ({ dimension }: Quantity): boolean => dimension === 'time' || dimension === 'interval';
const isOf =
  (...dimensions: readonly string[]) =>
  ({ dimension }: Quantity): boolean =>
    dimensions.includes(dimension);

/** What dimension of quantity a question asks for; null where any will do. A number without a unit is of the dimension `count`. */
function askedDimension(question: string): ((quantity: Quantity) => boolean) | null {
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

/** "How many days" asks for a time, "how many attempts" for a number. */
function countedIn(question: string): (quantity: Quantity) => boolean {
  const noun = /\bhow many (?:more |working |business |calendar |consecutive |full |extra |whole )?(?<noun>[\p{L}-]+)/iu.exec(question)
    ?.groups?.['noun'];
  const unit = noun === undefined ? null : unitOf(noun.toLowerCase());
  if (unit === null) return isOf('count', 'data');
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
function fitsBound(question: string, { comparator }: Quantity): boolean {
  if (/\b(?:max(?:imum)?|at most|most|upper|cap|ceiling|longest|latest)\b/i.test(question))
    return comparator !== 'at least' && comparator !== 'more than';
  if (/\b(?:min(?:imum)?|at least|fewest|lower limit|shortest|earliest|least)\b/i.test(question))
    return comparator !== 'at most' && comparator !== 'less than';
  return true;
}

/** Is a quantity one that the question may be asking for: its dimension, what it counts, its bound? */
export function fitsAsked(question: string, quantity: Quantity): boolean {
  return (askedDimension(question)?.(quantity) ?? true) && countsAsked(question, quantity) && fitsBound(question, quantity);
}

/**
 * Is it of another dimension than is asked for? "15 euros" is no depth and "two parts" are no length; a bare number may be one.
 * @param named whether the text says what it counts
 */
export function isOtherDimension(question: string, quantity: Quantity, named = false): boolean {
  return (named || quantity.dimension !== 'count') && !(askedDimension(question)?.(quantity) ?? true);
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
