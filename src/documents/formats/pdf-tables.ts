import type { Line, Segment } from './pdf-lines.ts';

/** [left, right] of a column of cells. */
type Column = [x0: number, x1: number];

export interface TableRowLines {
  /** Lines of text in each cell. */
  readonly cells: string[][];
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: TableRowLines[];
  readonly hasHeader: boolean;
}

/** Lines of a table follow each other no further apart than this, in sizes of the type. */
const farthest = 4;

/**
 * The table that begins at a line, by the alignment of what stands side by side in it: how many lines it has, its columns and rows. null
 * where the line begins none.
 * @param isHeading headings end a table
 */
export function tableAt(lines: readonly Line[], from: number, isHeading: (line: Line) => boolean): { table: Table; lines: number } | null {
  const first = lines[from];
  const named = beginsAt(lines, from, isHeading);
  if (first === undefined || named === null) return null;
  let columns = withLine([], named) ?? [];
  const own: Line[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at];
    const last = own.at(-1);
    if (line === undefined || line.column !== first.column || isHeading(line)) break;
    if (last !== undefined && line.y - last.y > farthest * line.size) break;
    const wider = withLine(columns, line);
    if (wider === null) break;
    columns = wider;
    own.push(line);
  }
  // A last line that stands alone in the first column is the paragraph after the table.
  while (own.length > 1 && isAlone(own.at(-1), own.at(-2), columns)) own.pop();
  const aligned = own.filter((line) => line.segments.length > 1).length;
  if (aligned < 2 && (own.length > 1 || first.segments.length < 3)) return null;
  columns = own.reduce((known, line) => withLine(known, line) ?? known, withLine([], named) ?? []);
  const rows = rowsOf(own, columns);
  const hasHeader = rows.length > 1 && namesColumns(rows, columns.length);
  return { table: { columns, rows: rows.map(({ cells }) => ({ cells })), hasHeader }, lines: own.length };
}

/**
 * The line that shows the columns of a table: the first one with something side by side. A cell of many lines may begin above it, where
 * the others of its row are set in its middle: those lines stand to the right of the row's first cell.
 */
function beginsAt(lines: readonly Line[], from: number, isHeading: (line: Line) => boolean): Line | null {
  const first = lines[from];
  if (first === undefined) return null;
  for (let at = from; at < Math.min(lines.length, from + 8); at += 1) {
    const line = lines[at];
    const before = lines[at - 1];
    if (line === undefined || isHeading(line) || line.column !== first.column) return null;
    if (at > from && before !== undefined && line.y - before.y > line.size * 1.6) return null;
    const [label] = line.segments;
    if (line.segments.length > 1 && label !== undefined)
      return at === from || (label.x1 < first.x0 && withLine(withLine([], line) ?? [], first) !== null) ? line : null;
    if (Math.abs(line.x0 - first.x0) > 2) return null;
  }
  return null;
}

/** The columns with those of a line; null when the line does not fit them. */
function withLine(columns: readonly Column[], line: Line): Column[] | null {
  const next = columns.map(([x0, x1]): Column => [x0, x1]);
  for (const segment of line.segments) {
    const under = next.filter((column) => overlaps(column, segment));
    const [column] = under;
    if (under.length > 1) return null;
    // One alone must stand between others to be a column of theirs.
    if (column === undefined && line.segments.length === 1 && !isBetween(next, segment)) return null;
    if (column === undefined) next.push([segment.x0, segment.x1]);
    else {
      column[0] = Math.min(column[0], segment.x0);
      column[1] = Math.max(column[1], segment.x1);
    }
  }
  return next.sort((a, b) => a[0] - b[0]);
}

function isBetween(columns: readonly Column[], segment: Segment): boolean {
  return columns.some((column) => column[1] <= segment.x0 + 1) && columns.some((column) => column[0] >= segment.x1 - 1);
}

function overlaps([x0, x1]: Column, segment: Segment): boolean {
  return segment.x0 < x1 - 1 && segment.x1 > x0 + 1;
}

function isAlone(line: Line | undefined, before: Line | undefined, columns: readonly Column[]): boolean {
  const [segment] = line?.segments ?? [];
  const [column] = columns;
  if (line === undefined || before === undefined || segment === undefined || column === undefined || line.segments.length > 1) return false;
  return overlaps(column, segment) && line.y - before.y > line.size * 1.6;
}

interface RowOfLines extends TableRowLines {
  readonly fonts: string[];
}

/** What stands close together in one column. */
interface Block {
  readonly column: number;
  readonly top: number;
  bottom: number;
  readonly segments: Segment[];
}

/**
 * Rows from the lines of a table. In each column the lines of one cell stand closest; cells that stand beside each other, at whatever
 * height, are a row. Where cells of a column are set as close as their lines, a row begins where its first column does.
 */
function rowsOf(lines: readonly Line[], columns: readonly Column[]): RowOfLines[] {
  const placed = columns.map((column) => lines.flatMap((line) => line.segments.filter((segment) => overlaps(column, segment))));
  const gaps = placed.flatMap((segments) =>
    segments.slice(1).flatMap((segment, index) => {
      const gap = segment.y - (segments[index]?.y ?? segment.y);
      return gap > segment.size * 0.6 ? [gap] : [];
    }),
  );
  const close = Math.min(...gaps) * 1.25;
  const blocks = placed.flatMap((segments, column) => blocksOf(segments, column, close));
  const starts = blocks.filter((block) => block.column === 0);
  const isCut = blocks.some((block) => starts.filter((start) => start.top < block.bottom && start.bottom > block.top).length > 1);
  const rows: { bottom: number; blocks: Block[] }[] = [];
  for (const block of (isCut ? cutAt(blocks, placed, close) : blocks).sort((a, b) => a.top - b.top || a.column - b.column)) {
    const row = rows.at(-1);
    if (row !== undefined && block.top < row.bottom - 1) {
      row.blocks.push(block);
      row.bottom = Math.max(row.bottom, block.bottom);
    } else rows.push({ bottom: block.bottom, blocks: [block] });
  }
  return rows.map((row) => ({
    cells: columns.map((_, column) =>
      row.blocks.filter((block) => block.column === column).flatMap((block) => block.segments.map(({ text }) => text)),
    ),
    fonts: row.blocks.flatMap((block) => block.segments.map(({ font }) => font)),
  }));
}

function blocksOf(segments: readonly Segment[], column: number, close: number): Block[] {
  const blocks: Block[] = [];
  for (const segment of segments) {
    const last = blocks.at(-1);
    if (last !== undefined && segment.y - last.bottom <= close) {
      last.segments.push(segment);
      last.bottom = segment.y;
    } else blocks.push({ column, top: segment.y - segment.size * 0.8, bottom: segment.y, segments: [segment] });
  }
  return blocks;
}

/** Every line of the first column begins a row, down to the next one. */
function cutAt(blocks: readonly Block[], placed: readonly (readonly Segment[])[], close: number): Block[] {
  const tops = (placed[0] ?? []).map((segment) => segment.y - segment.size);
  if (tops.length === 0) return [...blocks];
  const rowAt = (y: number): number => tops.filter((top) => top <= y).length;
  return placed.flatMap((segments, column) => {
    const parts = new Map<number, Segment[]>();
    for (const segment of segments) parts.set(rowAt(segment.y), [...(parts.get(rowAt(segment.y)) ?? []), segment]);
    return [...parts.values()].flatMap((part) => blocksOf(part, column, Math.max(close, 1000)));
  });
}

/** A first row of short words in every column, set in a face of its own or above three columns at least. */
function namesColumns(rows: readonly RowOfLines[], columns: number): boolean {
  const [first, ...others] = rows;
  if (first === undefined) return false;
  const names = first.cells.map((cell) => cell.join(' ').trim());
  const given = names.filter((name) => name !== '');
  if (
    given.length < Math.max(2, columns - 1) ||
    names.some((name) => name.length > 60 || /^[\d.,%\s]+$/.test(name) || /[.;]$/.test(name) || name.includes('✓'))
  ) {
    if (names.some((name) => name !== '')) return false;
  }
  const elsewhere = new Set(others.flatMap((row) => row.fonts));
  return columns >= 3 || first.fonts.every((font) => !elsewhere.has(font));
}

/**
 * A table that goes on from the page before: its cells under the columns of that. null when its columns are others.
 */
export function continued(table: Table, before: Table): TableRowLines[] | null {
  const places = table.columns.map(([x0, x1]) =>
    before.columns.flatMap((column, index) => (x0 < column[1] + 2 && x1 > column[0] - 2 ? [index] : [])),
  );
  const flat = places.map(([place, ...more]) => (more.length > 0 ? undefined : place));
  if (flat.some((place) => place === undefined) || new Set(flat).size !== flat.length) return null;
  return table.rows.map((row) => ({
    cells: before.columns.map((_, column) => {
      const own = flat.indexOf(column);
      return own < 0 ? [] : (row.cells[own] ?? []);
    }),
  }));
}
