/** A row of a table as models read it: "name: value; name: value". Empty cells are left out, and values whose column has no name stand alone. */
export function describeRow(header: readonly string[], cells: readonly string[]): string {
  const parts: string[] = [];
  for (const [column, cell] of cells.entries()) {
    const name = (header[column] ?? '').replaceAll('_', ' ').replace(/\s*:$/, '').trim();
    const value = cell.trim();
    if (value !== '') parts.push(name === '' ? value : `${name}: ${value}`);
  }
  return parts.join('; ');
}
