import { stem } from '../text/stem.ts';
import { tokenize, type Token } from '../text/tokens.ts';
import type { WordKnowledge } from './words.ts';

/** A table as a grid: `columns` name the cells of a row, and the first cell of a row names the row. */
export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table with the row that is read. */
export interface TablePlace extends Grid {
  readonly at: number;
  /** Sentences of its section before it. */
  readonly intro?: readonly string[];
}

/** Words that say nothing of what a claim is about. Not "before", "only", "new", "most" or "other": they limit what is said. */
const free = new Set(
  (
    'a an the this that these those of in on at for to from with by and as is are was were be been being it its you your they their them we our us i my he his she her ' +
    'there each every per any all do does did has have had having will shall can could may might must should which who up ' +
    'get gets got getting give gives given giving receive receives bring brings take takes took gave need needs needed make makes come comes include includes included offer offers offered let lets allow allows allowed ' +
    'permitted required requires entitled entitles keep keeps kept hold holds run runs last lasts lasting people person persons somebody someone anybody anyone everybody everyone ' +
    'pair pairs item items wear wears long time times'
  ).split(' '),
);

function isFree(word: string): boolean {
  return free.has(word);
}

/** Numbers and single capitals are names: the A of "Licence A" is none of "a licence". */
export function weighty(text: string): Token[] {
  return tokenize(text)
    .map((token) => (/^\p{Lu}$/u.test(token.text) && text[token.end] === '-' ? { ...token, text: token.lower } : token))
    .filter(({ text: word, lower, start }) => (/^\p{Lu}$/u.test(word) && !(start === 0 && word === 'A')) || !isFree(lower));
}

/** What stands in brackets explains a name. */
export function named(label: string): Token[] {
  return weighty(label.replaceAll(/\([^()]*\)/g, ''));
}

const letter = /^\p{Lu}$/u;
/** The same word, or a form of it. */
export function isSameWord(stated: Token, claimed: Token, knowledge: WordKnowledge): boolean {
  if (letter.test(stated.text)) return stated.text === claimed.text;
  if (letter.test(claimed.text)) return false;
  if (stated.lower === claimed.lower || stem(stated.lower) === stem(claimed.lower)) return true;
  return /^\p{L}/u.test(stated.lower) && /^\p{L}/u.test(claimed.lower) && knowledge.strength(stated.lower, claimed.lower) >= forms;
}
const forms = 0.94;
const synonyms = 0.85;

/** As `isSameWord`, or a word that says the same. */
export function isNearWord(stated: Token, claimed: Token, knowledge: WordKnowledge): boolean {
  if (isSameWord(stated, claimed, knowledge)) return true;
  if (!/^\p{L}{2}/u.test(stated.lower) || !/^\p{L}{2}/u.test(claimed.lower)) return false;
  return (
    lineOf(stated.lower).some((line) => lineOf(claimed.lower).includes(line)) || knowledge.strength(stated.lower, claimed.lower) >= synonyms
  );
}

/** Do both name one property? */
export function isInLine(stated: Token, claimed: Token): boolean {
  return lineOf(stated.lower).some((line) => lineOf(claimed.lower).includes(line));
}

/** Words that name the same property in heads and claims. */
const lines: readonly string[] = [
  'highest largest greatest longest biggest maximum max upper limit ceiling most',
  'smallest lowest shortest minimum min least',
  'price prices fee fees cost costs charge charges charged fare fares rent tariff pay pays paid',
  'pay wage wages salary rate earn earns earned paid makes',
  'supplement extra bonus surcharge',
  'renewal renewals renew renewed renewable extend extended',
  'hours hour work works worked',
  'leave off holiday holidays vacation',
  'deadline due closes close closing ends',
  'loan loans lend lends lent borrow borrows borrowed',
];
const lineOfWord = new Map<string, number[]>();
for (const [at, words] of lines.entries()) for (const word of words.split(' ')) lineOfWord.set(word, [...(lineOfWord.get(word) ?? []), at]);
function lineOf(word: string): readonly number[] {
  return lineOfWord.get(word) ?? [];
}

/** Rows as columns, and columns as rows. */
export function turnedGrid({ columns, rows }: Grid): Grid {
  return {
    columns: [columns[0] ?? '', ...rows.map((row) => row[0] ?? '')],
    rows: columns.slice(1).map((head, at) => [head, ...rows.map((row) => row[at + 1] ?? '')]),
  };
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dayName = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const dayPattern = new RegExp(
  String.raw`\b(?<one>${dayName})s?(?:\s?(?<joint>to|–|-|until|through)\s?(?<two>${dayName})s?)?\b|\b(?<week>weekdays?)\b|\b(?<end>weekends?)\b`,
  'giu',
);

/** Days of the week that a text names, with the places where it does: 0 is Monday. */
export function daysIn(text: string): { readonly days: ReadonlySet<number>; readonly places: readonly (readonly [number, number])[] } {
  const found = new Set<number>();
  const places: [number, number][] = [];
  for (const { index, 0: whole, groups } of text.matchAll(dayPattern)) {
    places.push([index, index + whole.length]);
    const [one, two] = [groups?.['one'], groups?.['two']].map((name) => (name === undefined ? -1 : days.indexOf(name.toLowerCase())));
    if (groups?.['week'] !== undefined) [0, 1, 2, 3, 4].forEach((day) => found.add(day));
    else if (groups?.['end'] !== undefined) [5, 6].forEach((day) => found.add(day));
    else if (one !== undefined && two !== undefined && two >= 0)
      for (let day = one; day !== (two + 1) % 7; day = (day + 1) % 7) found.add(day);
    else if (one !== undefined) found.add(one);
  }
  return { days: found, places };
}
