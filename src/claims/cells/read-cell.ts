import type { WordKnowledge } from '../words.ts';
import { readPlace } from './read-place.ts';
import { type CellReading, more, none, open, other } from './cell-reading.ts';
import { rowNames, type TablePlace } from './grid.ts';
import { namedRow } from './names.ts';
import { isNegated } from './negation.ts';
import { placesIn } from './places.ts';
import { isNearWord, isSameWord } from './same-word.ts';
import { type CellClaim, cellClaim, tellingWords } from './telling-words.ts';
import type { Named } from './types.ts';

/** A claim with more telling words says more than a cell. */
const longest = 16;

/** Words that set what is said under a condition, or hold it against something else. */
const limiting = /\b(?:if|unless|when|whenever|than|because|since|or|but|except|excluding|apart)\b/i;

/**
 * Reads a claim against the one cell of a table that it is about: its row is named by all words of the row's name, its column by a word of
 * the column's name, and every other word of the claim by what stands above the table, or by the cell. A claim with any word more is left
 * open: "former bosuns", "in winter", "lose".
 *
 * @param above headings, lead-in and title of the table
 */
export function readCell(text: string, table: TablePlace, above: readonly string[], knowledge: WordKnowledge): CellReading {
  if (/\?\s*$/.test(text) || limiting.test(text)) return none;
  const claim = cellClaim(text);
  if (claim.words.length === 0 || claim.words.length > longest) return none;
  const places = placesIn(table, claim, knowledge);
  const own = places.filter(({ row }) => row === table.at);
  const readings = own.map((place) => {
    const reading = readPlace(claim, place, table, above, knowledge);
    return reading.stance === 'denies' && !place.isSure ? open : reading;
  });
  const [decided, ...rest] = readings.filter(({ stance }) => stance === 'says' || stance === 'denies');
  if (decided !== undefined) return rest.every(({ stance }) => stance === decided.stance) ? decided : open;
  const named = namedRow(rowNames(table), table.columns[0] ?? '', claim, knowledge);
  if (named !== null && named.at !== table.at) return other;
  if (places.length > 0 && own.length === 0) return other;
  if (named === null) return none;
  return saysNoMore(claim, named, table, above, knowledge) ? open : more;
}

/** Does the table, or what stands above it, have every word of the claim? Its figures may be others. */
function saysNoMore(
  { words }: CellClaim,
  { used }: Named,
  { columns, rows, at, intro = [] }: TablePlace,
  above: readonly string[],
  knowledge: WordKnowledge,
): boolean {
  const cells = (rows[at] ?? []).flatMap(tellingWords);
  const said = [...columns, ...above, ...intro].flatMap(tellingWords);
  return words.every(
    (word) =>
      used.has(word.start) ||
      /\d/.test(word.text) ||
      isNegated(word.text) ||
      cells.some((stated) => isSameWord(stated, word, knowledge)) ||
      said.some((stated) => isNearWord(stated, word, knowledge)),
  );
}
