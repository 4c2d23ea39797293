import type { TableRow } from './types.ts';

/**
 * A row with its columns' names.
 * @param header null for the row of names itself, and where the table has none
 * @param heads header cells of the row; its first cell names it where there are none
 */
export function tableRow(header: readonly string[] | null, cells: readonly string[], heads: readonly string[] = []): TableRow {
  const words = cells.map(collapsed);
  const named = header !== null && header.some((name) => name.trim() !== '');
  const head = joinCells(heads) || (named ? (words[0] ?? '') : '');
  while (named && words.length < header.length) words.push('');
  return { columns: named ? header.map(collapsed) : [], cells: words, head: head === '' ? null : head };
}

/** A row of a table as models read it: "name: value; name: value". Empty cells are left out, and values whose column has no name stand alone. */
export function describeRow(header: readonly string[], cells: readonly string[]): string {
  return joinCells(
    cells.map((cell, column) => {
      const name = collapsed(header[column] ?? '')
        .replaceAll('_', ' ')
        .replace(/ ?:$/, '');
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
