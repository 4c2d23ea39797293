import { datesAgree } from '../text/dates.ts';
import { type Force, relateForces } from '../text/normative.ts';
import { type Quantity, relateQuantities } from '../text/quantities.ts';
import { amountOf, formOf, formsOf } from './same-statement.ts';

/**
 * What a claim and a sentence make of each other where they are the same but for a few words: `contrary`: one place alone differs, and the
 * two cannot both hold; `unsaid`: some place says what the sentence does not; `other`: words of their own; `none`: they are too far apart
 * to tell.
 */
export type Difference = 'none' | 'other' | 'unsaid' | 'contrary';

/** Words of which one cannot be put for another of another line, as they say when, where or whether. */
const joints: readonly (readonly string[])[] = [
  ['if', 'when', 'whenever', 'where', 'provided', 'once'],
  ['unless'],
  ['until', 'till'],
  ['before'],
  ['after', 'following', 'since', 'from'],
  ['with'],
  ['without'],
  ['despite', 'although', 'though'],
  ['above', 'over'],
  ['below', 'under'],
  ['inside', 'within'],
  ['outside'],
  ['every', 'all', 'both', 'always'],
  ['some', 'most', 'many', 'few', 'sometimes', 'usually'],
  ['no', 'never', 'neither', 'none', 'nobody', 'nothing'],
];
const lineOf = new Map(joints.flatMap((words, line) => words.map((word): [string, number] => [word, line])));
/** Where only the claim has one of these, it says what the sentence does not. */
const turning = new Set(['not', 'no', 'never', 'only', 'nobody', 'none', 'neither', 'nor', 'without', 'unless']);
/** As `turning`, where only the sentence has it: what is said of some alone is said of them. */
const turned = new Set(['not', 'no', 'never', 'nobody', 'none', 'neither', 'nor', 'without', 'unless', 'until']);

/** Ten working days are no ten days. */
const daily = new Set(['working', 'business']);

/** Share of the longer text that both must have in common, and words of a place at which they differ. */
const near = { share: 0.7, place: 4 } as const;

interface Place {
  readonly own: readonly string[];
  readonly stated: readonly string[];
}

/** @see Difference */
export function differenceOf(claim: string, stated: string): Difference {
  const own = formOf(claim).split(' ');
  const found = new Set([...formsOf(stated)].map((form) => differenceAt(own, form.split(' '))));
  // A sentence is taken in several ways, with and without its asides.
  return (['contrary', 'other', 'unsaid'] as const).find((difference) => found.has(difference)) ?? 'none';
}

/** "Natural sites count" leaves out "if people shaped them". */
function leavesCondition(own: readonly string[], stated: readonly string[]): boolean {
  return own.length < stated.length && conditions.has(stated[own.length] ?? '') && own.every((word, at) => word === stated[at]);
}
const conditions = new Set(['if', 'unless', 'except', 'provided', 'only', 'save']);

function differenceAt(own: readonly string[], stated: readonly string[]): Difference {
  if (leavesCondition(own, stated)) return 'unsaid';
  const places = placesOf(own, stated);
  if (places === null) return 'none';
  const found = places.map(relationAt);
  if (places.length === 1 && found[0] === 'contrary') return 'contrary';
  return found.some((relation) => relation !== 'other') ? 'unsaid' : 'other';
}

function relationAt({ own, stated }: Place): 'other' | 'unsaid' | 'contrary' {
  // What stands before a colon names what is said.
  if (own.length === 0 && stated.at(-1) === ':') return 'other';
  const [mine, theirs] = [own.filter((word) => !stated.includes(word)), stated.filter((word) => !own.includes(word))];
  const [one, other] = [mine[0] ?? '', theirs[0] ?? ''];
  const isPair = mine.length === 1 && theirs.length === 1;
  if (isPair && forceOf(one) !== null && forceOf(other) !== null)
    return relateForces(forceOf(other), forceOf(one)) === 'breaks' ? 'contrary' : 'other';
  const isTurned = mine.some((word) => turning.has(word)) || theirs.some((word) => turned.has(word));
  const denies = (words: readonly string[]): boolean => words.length === 1 && words[0] === 'not';
  if ((denies(mine) && theirs.length === 0) || (denies(theirs) && mine.length === 0)) return 'contrary';
  const lines = (words: readonly string[]): number[] => words.flatMap((word) => lineOf.get(word) ?? []);
  const [first, second] = [lines(mine), lines(theirs)];
  const isJoint = first.length === 1 && second.length === 1 && first[0] !== second[0] && mine.length <= 2 && theirs.length <= 2;
  if (isJoint) return isPair && exclusive.has(`${one} ${other}`) ? 'contrary' : 'unsaid';
  if (isTurned && !own.concat(stated).some((word) => word.startsWith('!'))) return 'unsaid';
  if ([...mine, ...theirs].some((word) => daily.has(word))) return 'unsaid';
  if (mine.length > near.place || theirs.length > near.place) return 'other';
  return figuresAt(mine, theirs);
}

/** Joints that cannot both hold, claimed and stated. */
const exclusive = new Set([
  'if unless',
  'unless if',
  'before after',
  'after before',
  'from until',
  'until from',
  'with without',
  'without with',
]);

function forceOf(word: string): Force | null {
  return (
    new Map<string, Force>([
      ['!must', 'must'],
      ['!must-not', 'must not'],
      ['!may', 'may'],
      ['!need-not', 'need not'],
      ['!can', 'may'],
      ['!cannot', 'must not'],
      ['should', 'should'],
    ]).get(word) ?? null
  );
}

function figuresAt(mine: readonly string[], theirs: readonly string[]): 'other' | 'unsaid' | 'contrary' {
  const isPair = mine.length === 1 && theirs.length === 1;
  const named = (words: readonly string[], sign: RegExp): string[] => words.filter((word) => sign.test(word) && amountOf(word) === null);
  for (const sign of [/^@/, /^~/, /^#/, weekday, month]) {
    const [one, other] = [named(mine, sign), named(theirs, sign)];
    const [own, given] = [one[0], other[0]];
    if (own === undefined || given === undefined) continue;
    if (sign.source === '^@' && datesAgree(given.slice(1), own.slice(1))) continue;
    return isPair ? 'contrary' : 'unsaid';
  }
  const amounts = (words: readonly string[]): Quantity[] => words.flatMap((word) => amountOf(word) ?? []);
  const claimed = amounts(mine);
  const [figure, ...more] = amounts(theirs);
  if (figure === undefined || more.length > 0 || claimed.length === 0) return 'other';
  const relations = claimed.map((each) => relateQuantities(figure, each));
  if (isPair && relations[0] === 'breaks') return 'contrary';
  // "Within 30 minutes" follows from "within 20", and is another rule.
  const isLooser = claimed.some(({ comparator, high }) => isCeiling(comparator) && isCeiling(figure.comparator) && high > figure.high);
  return isLooser || relations.every((relation) => relation !== 'same' && relation !== 'implies') ? 'unsaid' : 'other';
}
const isCeiling = (comparator: Quantity['comparator']): boolean => comparator === 'at most' || comparator === 'less than';
const weekday = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
const month = /^(?:january|february|march|april|june|july|august|september|october|november|december)$/;

/** Where the two differ, by their longest common run of words; null where they have too little in common. */
function placesOf(own: readonly string[], stated: readonly string[]): Place[] | null {
  const [rows, columns] = [own.length, stated.length];
  const least = near.share * Math.max(rows, columns);
  if (Math.min(rows, columns) < least) return null;
  const width = columns + 1;
  const common = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      common[row * width + column] =
        own[row] === stated[column]
          ? (common[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(common[(row + 1) * width + column] ?? 0, common[row * width + column + 1] ?? 0);
  if ((common[0] ?? 0) < least) return null;
  const places: { own: string[]; stated: string[] }[] = [];
  let place: { own: string[]; stated: string[] } | null = null;
  for (let row = 0, column = 0; row < rows || column < columns;) {
    if (row < rows && column < columns && own[row] === stated[column]) {
      [row, column, place] = [row + 1, column + 1, null];
      continue;
    }
    if (place === null) places.push((place = { own: [], stated: [] }));
    const takesOwn =
      column >= columns || (row < rows && (common[(row + 1) * width + column] ?? 0) >= (common[row * width + column + 1] ?? 0));
    if (takesOwn) place.own.push(own[(row += 1) - 1] ?? '');
    else place.stated.push(stated[(column += 1) - 1] ?? '');
  }
  return places;
}
