import { quantitiesIn } from '../../text/quantities.ts';
import type { Token } from '../../text/tokens.ts';
import type { WordKnowledge } from '../words.ts';
import { isHourWord, isOfHours } from './by-time.ts';
import type { ClaimedValues } from './claimed-values.ts';
import { rowNames, type TablePlace } from './grid.ts';
import { isNearWord, isSameWord } from './same-word.ts';
import { isInside, textAround } from './span.ts';
import { type CellClaim, tellingWords, wordsOfName } from './telling-words.ts';
import type { Place } from './types.ts';

/** What stands around a cell and may explain a word of a claim: the rest of the cell, what is above the table, names, and what the text says of the table. */
export function sceneOf({ cell, property }: Place, { columns, intro = [] }: TablePlace, above: readonly string[]): string[] {
  const [measured] = quantitiesIn(cell);
  return [
    ...(measured === undefined ? [] : [textAround(cell, measured)]),
    ...above,
    property,
    columns[0] ?? '',
    // "The table shows who approves each kind of loan."
    ...intro.filter((sentence) => /^(?:the|this)\s(?:following\s)?table\b/i.test(sentence)),
  ];
}

/**
 * Does something account for every word of the claim: the names, its values, "not", or the scene? "Former" of "former bosuns" nothing does:
 * what the cell says need not hold of them.
 */
export function isExplained(
  claim: CellClaim,
  place: Place,
  values: ClaimedValues,
  scene: readonly string[],
  table: TablePlace,
  knowledge: WordKnowledge,
): boolean {
  const kinds = kindsOf(table);
  const isHours = isOfHours(place.cell);
  const isMoney = values.quantities.some(({ dimension }) => dimension.startsWith('money'));
  return claim.words.every(
    (word) =>
      place.used.has(word.start) ||
      isKindBehindName(word, claim.words, place.rowUsed, table, knowledge) ||
      values.places.some((span) => isInside(word, span)) ||
      // "Not", "can't".
      /^(?:not|no|never|cannot|none|[\p{L}]+n['’]t)$/u.test(word.lower) ||
      (isHours && isHourWord(word.lower)) ||
      (isMoney && moneyWords.has(word.lower)) ||
      // By the word itself, as "reserved" is near "book".
      kinds.some((stated) => isSameWord(stated, word, knowledge)) ||
      scene.some((text) => tellingWords(text).some((stated) => isNearWord(stated, word, knowledge))),
  );
}

/** Words that say of an amount of money that it is paid. */
const moneyWords = new Set('cost costs pay pays paid charge charges charged price fee earn earns makes rate at'.split(' '));

/** What the rows are, by the last word of each name: the "truck" of "reach truck". Where columns name what the table is about, what these are too. */
function kindsOf(table: TablePlace): Token[] {
  return [...rowNames(table), ...(table.columns[0] === '' ? table.columns : [])].flatMap((name) =>
    tellingWords(wordsOfName(name).at(-1)?.text ?? ''),
  );
}

/** Words for what the rows of a table are, whatever they are. */
const kindWord = /^(?:plan|level|tier|grade|band|class|category|group|type|edition)s?$/;

/**
 * Does the word stand behind the row's name and say what the row is? "The team plan", or "class B nodes" where the section speaks of nodes
 * before its table, and no name or cell of the table does.
 */
function isKindBehindName(
  word: Token,
  words: readonly Token[],
  rowUsed: ReadonlySet<number>,
  { columns, rows, intro = [] }: TablePlace,
  knowledge: WordKnowledge,
): boolean {
  const at = words.findIndex(({ start }) => start === word.start);
  if (!rowUsed.has(words[at - 1]?.start ?? -1)) return false;
  if (kindWord.test(word.lower)) return true;
  const says = (text: string): boolean => tellingWords(text).some((stated) => isSameWord(stated, word, knowledge));
  return intro.some(says) && ![...columns, ...rows.flat()].some(says);
}
