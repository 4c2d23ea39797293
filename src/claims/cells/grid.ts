/** A table as a grid: `columns` name the cells of a row, and the first cell of a row names the row. */
export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table with the row that is read. */
export interface TablePlace extends Grid {
  readonly at: number;
  /** Sentences of its section before it. */
  readonly intro?: readonly string[];
}

/** Rows as columns, and columns as rows: many tables name what they are about in their head. */
export function turnedGrid({ columns, rows }: Grid): Grid {
  return {
    columns: [columns[0] ?? '', ...rows.map((row) => row[0] ?? '')],
    rows: columns.slice(1).map((head, at) => [head, ...rows.map((row) => row[at + 1] ?? '')]),
  };
}

/** The first cell of each row. */
export function rowNames({ rows }: Grid): string[] {
  return rows.map((row) => row[0] ?? '');
}
