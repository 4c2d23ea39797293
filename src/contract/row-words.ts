import type { Piece } from './answer-words.ts';
import type { NamedRow } from './evidence.ts';
import type { AnswerPart } from './report.ts';

/**
 * A row of a table with the names of its columns, in pieces: "Off-peak: £22". Empty cells are left out. The words that are marked in the row's quote
 * are marked in the cell that says them.
 * @param marks offsets into the quote, UTF-16
 */
export function rowPieces({ columns, cells }: NamedRow, quote: string, marks: AnswerPart['marks']): Piece[] {
  const wanted = marks
    .map(([start, end]) => ({ words: quote.slice(start, end), nth: occurrences(quote.slice(0, start), quote.slice(start, end)) }))
    .filter(({ words }) => words !== '');
  const seen = new Map<string, number>();
  const pieces: Piece[] = [];
  for (const [place, cell] of cells.entries()) {
    if (cell === '') continue;
    const name = (columns[place] ?? '').replace(/ ?:$/, '');
    pieces.push({ text: `${pieces.length === 0 ? '' : ' · '}${name === '' ? '' : `${name}: `}`, marked: false });
    const own = wanted.find(({ words, nth }) => nth >= (seen.get(words) ?? 0) && nth < (seen.get(words) ?? 0) + occurrences(cell, words));
    pieces.push(...markedIn(cell, own === undefined ? null : { words: own.words, nth: own.nth - (seen.get(own.words) ?? 0) }));
    for (const { words } of wanted) seen.set(words, (seen.get(words) ?? 0) + occurrences(cell, words));
  }
  return pieces.filter(({ text }) => text !== '');
}

/** The same as a text on one line. */
export function rowWords(row: NamedRow): string {
  return rowPieces(row, '', [])
    .map(({ text }) => text)
    .join('');
}

function markedIn(cell: string, mark: { readonly words: string; readonly nth: number } | null): Piece[] {
  if (mark === null) return [{ text: cell, marked: false }];
  let at = cell.indexOf(mark.words);
  for (let passed = 0; passed < mark.nth && at >= 0; passed += 1) at = cell.indexOf(mark.words, at + mark.words.length);
  if (at < 0) return [{ text: cell, marked: false }];
  return [
    { text: cell.slice(0, at), marked: false },
    { text: mark.words, marked: true },
    { text: cell.slice(at + mark.words.length), marked: false },
  ];
}

function occurrences(text: string, words: string): number {
  return words === '' ? 0 : text.split(words).length - 1;
}
