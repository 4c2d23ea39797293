import { describeRow, joinCells, tableRow } from '../table.ts';
import type { Block } from '../types.ts';

interface Cell {
  /** Characters from the beginning of the line. */
  readonly column: number;
  readonly words: string;
}

export interface TextLine {
  /** UTF-16 offsets of its words, from the first to the last. */
  readonly start: number;
  readonly end: number;
  readonly cells: readonly Cell[];
}

const listMark = /^(?:[-*+•‣–]|\(?(?:\d{1,3}|[A-Za-z])[.)])$/;
/** "4.1", "§ 3", "iv.": what numbers the clauses of a text. */
const clauseNumber = /^(?:§ ?)?(?:\d+(?:\.\d+)*[.)]?|\(?[ivxlc]{1,6}[.)])$/i;
const indentation = /[^\S\r\n]/;
export const ruled = /^[-=_+|\s]+$/;
/** The first column names what a row is about; longer ones, on average, are columns of prose. */
const wordsOfName = 4;
/** Cells of a column begin no further apart than this. */
const slack = 1;
/** Of a row, in characters: the expression for cells has no room for a line of megabytes. */
const longestLine = 20_000;
/** A line of more cells is no row that anybody set by hand. */
const mostCells = 100;
const tabWidth = 8;

/** Lines of a range, cut into cells where two spaces, a tab or a bar part them. */
export function linesOf(text: string, start: number, end: number): TextLine[] {
  return [...text.slice(start, end).matchAll(/[^\r\n]+/g)].map((line) => {
    // The first line of a paragraph is trimmed: its indentation stands before it.
    const from = start + line.index;
    let begin = from;
    if (line.index === 0) while (begin > 0 && indentation.test(text.charAt(begin - 1))) begin -= 1;
    // Each width goes on from the one before.
    let [width, measured] = [0, begin];
    const source = line[0].length > longestLine ? '' : line[0];
    const cells = [...source.matchAll(/[^\s|]+(?:[^\S\t][^\s|]+)*/g)].map((cell) => {
      width = widthOf(text.slice(measured, from + cell.index), width);
      measured = from + cell.index;
      return { column: width, words: cell[0] };
    });
    return { start: from + line[0].search(/\S|$/), end: from + line[0].trimEnd().length, cells };
  });
}

/** @param from the width at its beginning */
function widthOf(before: string, from: number): number {
  let width = from;
  for (const sign of before) width = sign === '\t' ? (Math.floor(width / tabWidth) + 1) * tabWidth : width + 1;
  return width;
}

/**
 * The table that begins at a line of plain text, told by cells that begin in the same columns: three lines of two cells, or two of three. without
 * blocks where the line begins none, or where the lines are prose. A line that begins right of the first column goes on with the row above it.
 */
export function alignedTable(
  lines: readonly TextLine[],
  from: number,
  headingPath: readonly string[],
): { readonly blocks: Block[] | null; readonly lines: number } {
  const own: TextLine[] = [];
  let columns: readonly number[] = [];
  let header = false;
  for (let place = from; place < lines.length; place += 1) {
    const line = lines[place];
    if (line === undefined) break;
    if (ruled.test(line.cells.map(({ words }) => words).join(' '))) {
      if (own.length === 0) break;
      header ||= own.length === 1;
      own.push({ ...line, cells: [] });
      continue;
    }
    if (line.cells.length < 2 && (own.length === 0 || at(columns, line.cells[0]?.column ?? 0) < 1)) break;
    if (line.cells.length > mostCells || line.cells.some(({ words }) => listMark.test(words))) break;
    const wider = withColumns(columns, line, own.length < 2);
    if (wider === null) break;
    columns = wider;
    own.push(line);
  }
  while (own.at(-1)?.cells.length === 0) own.pop();
  const full = own.filter(({ cells }) => cells.length > 1);
  if (columns.length < 2 || full.length < (columns.length > 2 ? 2 : 3)) return { blocks: null, lines: 1 };
  return { blocks: isProse(full, columns.length) ? null : rowsOf(own, columns, header, headingPath), lines: own.length };
}

/** Is it text that is set in columns, or clauses with hanging numbers? */
function isProse(lines: readonly TextLine[], columns: number): boolean {
  const first = lines.map(({ cells }) => cells[0]?.words ?? '');
  if (first.reduce((words, cell) => words + cell.split(' ').length, 0) > wordsOfName * first.length) return true;
  return columns === 2 && first.every((cell) => clauseNumber.test(cell));
}

/** The column that a cell begins in; -1 where none. */
function at(columns: readonly number[], column: number): number {
  return columns.findIndex((known) => Math.abs(known - column) <= slack);
}

/** The columns with those of another line; null where it does not stand in them. Only the first lines may show new ones. */
function withColumns(columns: readonly number[], { cells }: TextLine, mayAdd: boolean): readonly number[] | null {
  if (columns.length === 0) return cells.map(({ column }) => column);
  const added = cells.filter(({ column }) => at(columns, column) < 0).map(({ column }) => column);
  if (added.length === 0) return columns;
  // The row of names may leave the first column without one.
  const first = columns[0] ?? 0;
  return mayAdd && added.length === 1 && (added[0] ?? first) < first ? [...added, ...columns] : null;
}

function rowsOf(lines: readonly TextLine[], columns: readonly number[], ruledHeader: boolean, headingPath: readonly string[]): Block[] {
  const rows: { start: number; end: number; cells: string[] }[] = [];
  let parted = true;
  for (const line of lines) {
    if (line.cells.length === 0) parted = true;
    if (line.cells.length === 0) continue;
    const cells = columns.map(() => '');
    // The first of a column counts.
    for (const { column, words } of line.cells.toReversed()) {
      const index = at(columns, column);
      if (index >= 0) cells[index] = words;
    }
    const above = rows.at(-1);
    if (cells[0] === '' && above !== undefined && !parted) {
      above.cells = above.cells.map((cell, index) => [cell, cells[index] ?? ''].filter((part) => part !== '').join(' '));
      above.end = line.end;
    } else rows.push({ start: line.start, end: line.end, cells });
    parted = false;
  }
  return tableBlocks(rows, ruledHeader, headingPath);
}

/** Rows of a table in plain text as blocks. @param ruledHeader a rule parts the first row from the others: it names the columns */
export function tableBlocks(
  rows: readonly { readonly start: number; readonly end: number; readonly cells: readonly string[] }[],
  ruledHeader: boolean,
  headingPath: readonly string[],
): Block[] {
  const [first, ...rest] = rows;
  const names =
    first !== undefined &&
    (ruledHeader ||
      namesColumns(
        first.cells,
        rest.map(({ cells }) => cells),
      ))
      ? first.cells
      : null;
  return rows.map(({ start, end, cells }, place): Block => {
    const header = names !== null && place > 0 ? names : null;
    const plain = header === null ? joinCells(cells) : describeRow(header, cells);
    return { kind: 'table-row', start, end, headingPath, markup: [], plain, row: tableRow(header, cells) };
  });
}

/** Does the first row name the columns: without figures where those below have them, with its first cell empty, or in capitals over three columns? */
function namesColumns(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  if (rest.length === 0 || first.some((cell) => /\d/.test(cell))) return false;
  if (first[0] === '') return true;
  if (first.some((cell, column) => cell !== '' && rest.filter((cells) => /\d/.test(cells[column] ?? '')).length * 2 >= rest.length))
    return true;
  return first.length > 2 && first.every((cell) => /^\p{Lu}/u.test(cell));
}
