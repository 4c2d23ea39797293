import { datesAgree, datesIn } from '../../text/dates.ts';
import { type Quantity, quantitiesIn, relateQuantities } from '../../text/quantities.ts';
import type { Token } from '../../text/tokens.ts';
import type { WordKnowledge } from '../words.ts';
import { isSameWord } from './same-word.ts';
import { isInside, type Span, startsInside } from './span.ts';
import { type CellClaim, tellingWords, wordsOfName } from './telling-words.ts';
import type { Named } from './types.ts';
import { weekDaysIn } from './week-days.ts';

/**
 * The one row that a claim names by all words of its name. Of several the one with the most words: "chief deckhand", not "deckhand". Null
 * where it names none, or several alike.
 *
 * @param head name of the column in which the names stand
 */
export function namedRow(names: readonly string[], head: string, claim: CellClaim, knowledge: WordKnowledge): Named | null {
  const found = names.flatMap((name, at) => {
    const used = wordsNaming(name, head, claim, knowledge);
    return used === null ? [] : [{ at, used }];
  });
  const most = Math.max(0, ...found.map(({ used }) => used.size));
  const [only, ...more] = found.filter(({ used }) => used.size === most);
  return only === undefined || more.length > 0 ? null : only;
}

/**
 * Starts of the claim's words that say a name, or null where the claim does not say all of it: its days, its dates, its amounts and its words.
 *
 * @param head name of the column in which the name stands, empty where it has none
 */
export function wordsNaming(name: string, head: string, claim: CellClaim, knowledge: WordKnowledge): ReadonlySet<number> | null {
  if (isNameOfDays(name)) return daysNaming(name, claim);
  const [dates, amounts] = [datesIn(name), measuresIn(name)];
  const said: readonly (Span | undefined)[] = [
    ...dates.map((date) => datesIn(claim.text).find((own) => datesAgree(own.normal, date.normal))),
    ...amounts.map((amount) =>
      quantitiesIn(claim.text).find((own) => own.comparator === amount.comparator && relateQuantities(amount, own) === 'same'),
    ),
  ];
  const places = said.filter((place) => place !== undefined);
  if (places.length < said.length) return null;
  const used = startsInside(claim.words, places);
  const rest = wordsOfName(name).filter((word) => ![...dates, ...amounts].some((part) => isInside(word, part)));
  const before = wordsOfName(head).at(-1);
  for (const [at, word] of rest.entries()) {
    // The 2 of "Class 2" stands behind "class", and the B of a class B too.
    const lead = sign.test(word.text) ? (rest[at - 1] ?? before) : undefined;
    const met = claim.words.filter(
      (own) =>
        !used.has(own.start) && isSameWord(word, own, knowledge) && (lead === undefined || standsBehind(lead, own, claim.words, knowledge)),
    );
    if (met.length === 0) return null;
    for (const { start } of met) used.add(start);
  }
  return used.size === 0 ? null : used;
}

/** A number or a letter that names: the 2 of "Class 2". */
const sign = /^(?:\p{Lu}|\d+)$/u;

/** Does a word of the claim stand behind this one, or behind another number or letter, as the 3 of "classes 2 and 3" does? */
function standsBehind(lead: Token, { start }: Token, words: readonly Token[], knowledge: WordKnowledge): boolean {
  const last = words[words.findIndex((word) => word.start === start) - 1];
  return last !== undefined && (isSameWord(lead, last, knowledge) || sign.test(last.text));
}

/** "Monday to Friday" and nothing more; "Saturday class" is none. */
function isNameOfDays(name: string): boolean {
  const { days, places } = weekDaysIn(name);
  return (
    days.size > 0 &&
    tellingWords(name).every((word) => /^(?:until|through)$/.test(word.lower) || places.some((place) => isInside(word, place)))
  );
}

/** A claim names days by any of them, and by none beside: "on Tuesdays" is of "Monday to Friday". */
function daysNaming(name: string, { text, words }: CellClaim): ReadonlySet<number> | null {
  const [stated, own] = [weekDaysIn(name), weekDaysIn(text)];
  if (own.days.size === 0 || [...own.days].some((day) => !stated.days.has(day))) return null;
  return startsInside(words, own.places);
}

/** Amounts of a name: "more than 5 years", "up to £7,500". The numbers of "day ticket", "ten-swim card" and "Class 1" are none. */
function measuresIn(name: string): Quantity[] {
  const plain = name.replaceAll(/\([^()]*\)/g, (inside) => ' '.repeat(inside.length));
  return quantitiesIn(plain).filter(({ start, end }) => {
    const amount = name.slice(start, end);
    return /\d/.test(amount) && (/[£$€%]/.test(amount) || /\d\s?\p{L}/u.test(amount));
  });
}
