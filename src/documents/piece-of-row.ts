import type { TableRow } from './types.ts';

/** Characters of a cell that names a row or says a value; longer ones are the text that is cut into pieces. */
const longestCell = 200;
/** Of the whole row: each piece carries it. */
const longestRow = 4000;

/**
 * Rows as the pieces of a long one carry them, from the first to the last: its short cells and its columns' names, and of the long cells what the piece
 * itself says. Whole, a cell of half a megabyte would be kept with each of its thousands of sentences. null where even the short cells are too many.
 */
export function pieceOfRow(row: TableRow): (plain: string) => TableRow | null {
  const short = row.cells.map((cell) => (cell.length <= longestCell ? cell : ''));
  const { columns, head } = row;
  const length = [...short, ...columns].reduce((sum, words) => sum + words.length + 1, 0);
  if (length > longestRow) return () => null;
  const long = row.cells.flatMap((cell, column) => (cell.length > longestCell ? [{ cell, column, from: 0 }] : []));
  return (plain) => {
    const cells = [...short];
    for (const each of long) {
      // Pieces come in order: each is looked for near where the last one ended.
      const near = each.cell.slice(each.from, each.from + plain.length + longestRow);
      const at = near.indexOf(plain);
      if (at < 0) continue;
      cells[each.column] = plain;
      each.from += at + plain.length;
      break;
    }
    return { columns, cells, head: head !== null && head.length <= longestCell ? head : null };
  };
}
