import type { Token } from '../../text/tokens.ts';
import type { WordKnowledge } from '../words.ts';
import { type CellReading, denies, open, says } from './cell-reading.ts';
import { isOfDoer } from './heads.ts';
import { isNearWord, isSameWord } from './same-word.ts';
import { type CellClaim, tellingWords } from './telling-words.ts';
import type { Place } from './types.ts';

/**
 * What a cell of words says of a claim: it says the claim where the claim says all words of the cell, and denies it where the claim says all
 * words of another cell of the column. Every other word of the claim must be one of the names or of the scene.
 *
 * @param scene what stands around the table's cell: headings, names
 */
export function readByWords(
  { text, words }: CellClaim,
  { head, label, cell, others, used, isNamed }: Place,
  scene: readonly string[],
  isTurned: boolean,
  knowledge: WordKnowledge,
): CellReading {
  // What may be is not what is.
  if (isTurned || /\b(?:may|might|could|can)\b/i.test(text)) return open;
  /** Starts of the words that say a value, or null where the claim does not say all of it. */
  const saying = (value: string): Set<number> | null => {
    const stated = tellingWords(value);
    if (stated.length === 0) return null;
    const met = stated.map((each) => words.filter((word) => !used.has(word.start) && isSameWord(each, word, knowledge)));
    return met.some((found) => found.length === 0) ? null : new Set(met.flat().map(({ start }) => start));
  };
  /** Does the claim say nothing but the value, the names and the scene? */
  const isAll = (value: ReadonlySet<number>): boolean =>
    words.every(
      (word) =>
        used.has(word.start) ||
        value.has(word.start) ||
        scene.some((each) => tellingWords(each).some((stated) => isNearWord(stated, word, knowledge))),
    );
  const own = saying(cell);
  if (own !== null) return isAll(own) ? says : open;
  if (!isNamed || tellingWords(cell).length === 0 || /\d/.test(cell)) return open;
  const isDenied = others
    .filter((value) => isOther(value, cell, knowledge))
    .flatMap((value) => saying(value) ?? [])
    .some(isAll);
  return isDenied ? denies(isOfDoer(`${head} ${label}`) ? 'party' : 'meaning') : open;
}

/**
 * Is a value another than a cell's? It has no word in common with it, as "a lead" is no other than "a lead and a witness"; or it is the same
 * but for a number or a letter, as "Class R" and "Class F".
 */
function isOther(value: string, cell: string, knowledge: WordKnowledge): boolean {
  const [one, two] = [tellingWords(value), tellingWords(cell)];
  const lacking = (words: readonly Token[], beside: readonly Token[]): Token[] =>
    words.filter((word) => !beside.some((each) => isSameWord(each, word, knowledge)));
  const [own, theirs] = [lacking(one, two), lacking(two, one)];
  const isSign = (words: readonly Token[]): boolean => words.length === 1 && /^(?:\p{Lu}|\d+)$/u.test(words[0]?.text ?? '');
  return (own.length === one.length && own.length > 0) || (isSign(own) && isSign(theirs));
}
