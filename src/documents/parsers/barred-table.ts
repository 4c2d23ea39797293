import type { Block } from '../types.ts';
import { ruled, tableBlocks, type TextLine } from './aligned-table.ts';

/** "| Licence | Age |": bars at both ends. */
const barred = /^\|.*\|$/;

/**
 * The table that begins at a line of plain text, its cells between bars, wherever these stand: two lines or more with equally many cells, rules aside.
 * Without blocks where the line begins none.
 */
export function barredTable(
  text: string,
  lines: readonly TextLine[],
  from: number,
  headingPath: readonly string[],
): { readonly blocks: Block[] | null; readonly lines: number } {
  const rows: { start: number; end: number; cells: string[] }[] = [];
  let rule = false;
  let place = from;
  for (; place < lines.length; place += 1) {
    const { start = 0, end = 0 } = lines[place] ?? {};
    const line = text.slice(start, end);
    // A table begins with its names: a rule that nothing stands above begins none.
    if (ruled.test(line)) {
      if (rows.length === 0) break;
      rule ||= rows.length === 1;
      continue;
    }
    const cells = barred.test(line)
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : [];
    if (cells.length < 2 || (rows[0] !== undefined && cells.length !== rows[0].cells.length)) break;
    rows.push({ start, end, cells });
  }
  return rows.length < 2 ? { blocks: null, lines: 1 } : { blocks: tableBlocks(rows, rule, headingPath), lines: place - from };
}
