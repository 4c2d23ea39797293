import { stem } from '../../text/stem.ts';
import type { Token } from '../../text/tokens.ts';
import type { WordKnowledge } from '../words.ts';

/** How sure the knowledge of words is at least of two forms of one word, and of two words for one thing. */
const forms = 0.94;
const synonyms = 0.85;

/** "A", "B". */
const capital = /^\p{Lu}$/u;

/** The same word, or a form of it. A single capital is the same as itself only. */
export function isSameWord(stated: Token, claimed: Token, knowledge: WordKnowledge): boolean {
  if (capital.test(stated.text)) return stated.text === claimed.text;
  if (capital.test(claimed.text)) return false;
  if (stated.lower === claimed.lower || stem(stated.lower) === stem(claimed.lower)) return true;
  return /^\p{L}/u.test(stated.lower) && /^\p{L}/u.test(claimed.lower) && knowledge.strength(stated.lower, claimed.lower) >= forms;
}

/** As `isSameWord`, or a word that says the same. */
export function isNearWord(stated: Token, claimed: Token, knowledge: WordKnowledge): boolean {
  if (isSameWord(stated, claimed, knowledge)) return true;
  if (!/^\p{L}{2}/u.test(stated.lower) || !/^\p{L}{2}/u.test(claimed.lower)) return false;
  return isSameProperty(stated, claimed) || knowledge.strength(stated.lower, claimed.lower) >= synonyms;
}

/** Do both words name one property of a thing, as "fee" and "costs" do? */
export function isSameProperty(stated: Token, claimed: Token): boolean {
  return linesOf(stated.lower).some((line) => linesOf(claimed.lower).includes(line));
}

/** Words of one line name the same property in heads of columns and in claims. A word may stand in several. */
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
const linesOfWord = new Map<string, number[]>();
for (const [at, words] of lines.entries())
  for (const word of words.split(' ')) linesOfWord.set(word, [...(linesOfWord.get(word) ?? []), at]);

function linesOf(word: string): readonly number[] {
  return linesOfWord.get(word) ?? [];
}
