import type { TableRow } from './types.ts';

/** Every row carries the names of its columns. Characters of one; what is longer is text and no name. */
const longestName = 200;
/** Names that a row of few cells may carry beyond them, whatever their number. */
const fewNames = 64;

const named = new WeakMap<readonly string[], readonly string[]>();

/** The names of columns, white space collapsed. */
function namesIn(header: readonly string[]): readonly string[] {
  const known = named.get(header);
  if (known !== undefined) return known;
  const names = header.map((name) => (name.length > longestName ? '' : collapsed(name)));
  named.set(header, names);
  return names;
}

/**
 * A row with its columns' names.
 * @param header null for the row of names itself, and where the table has none
 * @param heads header cells of the row; its first cell names it where there are none
 */
export function tableRow(header: readonly string[] | null, cells: readonly string[], heads: readonly string[] = []): TableRow {
  const words = cells.map(collapsed);
  const names = header === null ? [] : namesIn(header);
  const isNamed = names.some((name) => name !== '');
  const head = joinCells(heads) || (isNamed ? (words[0] ?? '') : '');
  // A thousand names over a row of two cells say nothing of it, and would be kept with each of a million.
  const isShort = names.length > fewNames && names.length > 8 * words.length;
  const columns = isNamed ? (isShort ? names.slice(0, words.length) : names) : [];
  while (isNamed && words.length < columns.length) words.push('');
  return { columns, cells: words, head: head === '' ? null : head };
}

/** A row of a table as models read it: "name: value; name: value". Empty cells are left out, and values whose column has no name stand alone. */
export function describeRow(header: readonly string[], cells: readonly string[]): string {
  const names = namesIn(header);
  return joinCells(
    cells.map((cell, column) => {
      const name = (names[column] ?? '').replaceAll('_', ' ').replace(/ ?:$/, '');
      const value = collapsed(cell);
      return value === '' || name === '' ? value : `${name}: ${value}`;
    }),
  );
}

/** The cells that are not empty: "value; value". */
export function joinCells(cells: readonly string[]): string {
  return cells
    .map(collapsed)
    .filter((cell) => cell !== '')
    .join('; ');
}

function collapsed(cell: string): string {
  return cell.replaceAll(/[\s\uFEFF]+/g, ' ').trim();
}
