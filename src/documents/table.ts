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
