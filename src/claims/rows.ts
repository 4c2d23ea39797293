import { datesAgree, datesIn } from '../text/dates.ts';
import { scopeTermsIn } from '../text/scope.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { tokenize } from '../text/tokens.ts';
import { unitOf } from '../text/units.ts';
import type { Reading } from './reading.ts';

interface Cell {
  readonly head: string;
  readonly value: string;
}

/** What a claim is about in a row. */
export interface RowReading {
  readonly text: string;
  /** The claim names the row and a column: what the cell says is about it. */
  readonly isCell: boolean;
}

/**
 * The part of a table's row that a claim is about: its first cell, and the cells of the columns that the claim names (a level, a year, a
 * site), so that the rule of AAL3 is not read for AAL2. The whole row where the claim names no column, or where the text is no row.
 *
 * @param text the row as a reader sees it: `head: value; head: value`
 */
export function rowFor(text: string, claim: Reading): RowReading {
  const cells = cellsOf(text);
  if (cells === null) return { text, isCell: false };
  const named = cells.map((cell, place) => place > 0 && cell.head !== '' && isNamed(cell.head, claim));
  const kept = named.some(Boolean) ? cells.filter((_, place) => place === 0 || named[place] === true) : cells;
  return {
    text: kept.map((cell) => (cell.head === '' ? cell.value : `${cell.head}: ${withUnit(cell)}`)).join('; '),
    isCell: kept.length === 2 && isNamed(cells[0]?.value ?? '', claim),
  };
}

/** The cell that carries a row: the one with most of its words. The whole text where no cell does, or where it is no row. */
export function mainCell(text: string): string {
  const cells = cellsOf(text) ?? [];
  const words = (value: string): number => tokenize(value).length;
  const longest = cells.reduce<Cell | null>((best, cell) => (best === null || words(cell.value) > words(best.value) ? cell : best), null);
  return longest !== null && words(longest.value) * 2 >= words(text) ? longest.value : text;
}

function cellsOf(text: string): Cell[] | null {
  const parts = text.split('; ');
  if (parts.length < 2) return null;
  const cells = parts.map((part): Cell => {
    const colon = part.indexOf(': ');
    return colon > 0 && colon <= 60 ? { head: part.slice(0, colon), value: part.slice(colon + 2) } : { head: '', value: part };
  });
  // A sentence with a semicolon has no heads.
  return cells.slice(1).filter(({ head }) => head !== '').length * 2 >= cells.length - 1 && cells.some(({ head }) => head !== '')
    ? cells
    : null;
}

function isNamed(head: string, claim: Reading): boolean {
  const terms = scopeTermsIn(head);
  if (terms.length > 0) return terms.some((term) => claim.scope.some((own) => own.kind === term.kind && own.value === term.value));
  const dates = datesIn(head);
  if (dates.length > 0) return dates.some((date) => claim.dates.some((own) => datesAgree(own.normal, date.normal)));
  const stems = new Set(claim.words.map((word) => stem(word.lower)));
  // The A of "Licence A" is its name.
  const letters = new Set(claim.words.filter(({ text, start }) => start > 0 && isLetter(text)).map(({ text }) => text));
  const words = tokenize(head).filter((token) => isLetter(token.text) || !isStopword(token.lower));
  return words.length > 0 && words.every((token) => (isLetter(token.text) ? letters.has(token.text) : stems.has(stem(token.lower))));
}

function isLetter(text: string): boolean {
  return /^\p{Lu}$/u.test(text);
}

/** "Days of leave: 28" is 28 days. */
function withUnit({ head, value }: Cell): string {
  if (!/^\s*\d[\d.,]*\s*$/.test(value)) return value;
  const unit = /^[\p{L}%]+/u.exec(head)?.[0] ?? '';
  return unitOf(unit) !== null && unit.length > 2 ? `${value.trim()} ${unit.toLowerCase()}` : value;
}
