import type { Locator } from '../../contract/locator.ts';
import type { Row, TextBuilder } from '../text-builder.ts';
import { type Line, type Page, wordsOf } from './pdf-lines.ts';
import { continued, type Table, tableAt, type TableRowLines } from './pdf-tables.ts';
import { Joiner, plainWords } from './pdf-words.ts';

const listMark = /^(?:[•◦▪▫‣·○●■□➢✓❖\uf0a7\uf0b7\uf0d8–—-]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{2,5})[.)])(?:\s+|$)/;
const contentsLine = /(?:\.\s?){5,}\s*(?:\d+|[ivxlc]+)$/i;

interface Lined<T> {
  readonly page: number;
  readonly value: T;
}
type Part =
  | {
      readonly kind: 'heading' | 'paragraph' | 'item';
      readonly page: number;
      readonly lines: Line[];
      readonly turns: { readonly line: number; readonly page: number }[];
    }
  | { readonly kind: 'table'; readonly page: number; readonly table: Table; readonly rows: Lined<TableRowLines>[] };

/** The type that most of the text is set in. */
interface Body {
  readonly size: number;
  readonly font: string;
  /** Between base lines, in sizes. */
  readonly leading: number;
}

/**
 * Writes pages as headings, paragraphs, items and tables.
 * @param outline depth of the document's bookmarks by their words, in lower case
 */
export function layOut(pages: readonly Page[], outline: ReadonlyMap<string, number>, builder: TextBuilder): void {
  const body = bodyOf(pages);
  const isHeading = (line: Line): boolean => headingIn(line, body, outline);
  const parts: Part[] = [];
  for (const page of pages) {
    for (const part of partsOf(page, body, isHeading)) {
      if (!goesOn(parts.at(-1), part)) parts.push(part);
    }
  }
  const joiner = new Joiner(pages.flatMap((page) => page.lines.flatMap((line) => line.segments.map((segment) => segment.text))));
  write(parts, joiner, levelsOf(parts, outline), builder);
}

function bodyOf(pages: readonly Page[]): Body {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  const leadings = new Map<number, number>();
  for (const { lines } of pages) {
    for (const [index, line] of lines.entries()) {
      for (const { text, size, font } of line.segments) {
        sizes.set(rounded(size), (sizes.get(rounded(size)) ?? 0) + text.length);
        fonts.set(font, (fonts.get(font) ?? 0) + text.length);
      }
      const before = lines[index - 1];
      if (before?.column !== line.column || before.size !== line.size) continue;
      const leading = rounded((line.y - before.y) / line.size);
      if (leading > 0.9 && leading < 2.5) leadings.set(leading, (leadings.get(leading) ?? 0) + 1);
    }
  }
  return { size: mostOf(sizes) ?? 10, font: mostOf(fonts) ?? '', leading: mostOf(leadings) ?? 1.2 };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function mostOf<T>(counts: ReadonlyMap<T, number>): T | undefined {
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function headingIn(line: Line, body: Body, outline: ReadonlyMap<string, number>): boolean {
  const words = plainWords(wordsOf(line));
  if (words.length > 160 || !/\p{L}/u.test(words) || contentsLine.test(words)) return false;
  if (outline.has(words.toLowerCase())) return true;
  if (line.segments.length > 2 || /[,;]$/.test(words)) return false;
  const isOtherFont = line.segments.every((segment) => segment.font !== body.font);
  return line.size >= body.size * 1.15 || (line.size >= body.size * 1.03 && isOtherFont && !/\.$/.test(words));
}

function partsOf(page: Page, body: Body, isHeading: (line: Line) => boolean): Part[] {
  const parts: Part[] = [];
  const edges = new Map<number, number>();
  for (const line of page.lines) edges.set(line.column, Math.max(edges.get(line.column) ?? 0, line.x1));
  const lines = page.lines.filter((line) => !contentsLine.test(wordsOf(line)));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    const isItem = isMarked(line);
    const found = isItem || isHeading(line) ? null : tableAt(lines, at, (each) => isHeading(each) || isMarked(each));
    if (found !== null) {
      const { table, lines: used } = found;
      parts.push({ kind: 'table', page: page.number, table, rows: table.rows.map((value) => ({ page: page.number, value })) });
      at += used - 1;
      continue;
    }
    const kind = isHeading(line) ? 'heading' : isItem ? 'item' : 'paragraph';
    const last = parts.at(-1);
    const before = lines[at - 1];
    if (
      last !== undefined &&
      last.kind !== 'table' &&
      before !== undefined &&
      before === last.lines.at(-1) &&
      follows(line, before, last, kind, body, edges)
    )
      last.lines.push(line);
    else parts.push({ kind, page: page.number, lines: [line], turns: [] });
  }
  return parts;
}

/** A mark of a list and words after it, not a row of a table that is numbered. */
function isMarked(line: Line): boolean {
  const [first, second, ...more] = line.segments;
  if (first === undefined || more.length > 0) return false;
  return second === undefined
    ? /^\S+\s+\S/.test(first.text) && listMark.test(first.text)
    : listMark.test(first.text.trim()) && first.text.trim().length <= 5;
}

/** Whether a line goes on with the part that ends in the line before. */
function follows(
  line: Line,
  before: Line,
  part: Exclude<Part, { kind: 'table' }>,
  kind: 'heading' | 'paragraph' | 'item',
  body: Body,
  edges: ReadonlyMap<number, number>,
): boolean {
  const gap = line.y - before.y;
  if (kind === 'item' || line.column !== before.column || gap <= 0 || gap > body.leading * 1.2 * Math.max(line.size, before.size))
    return false;
  if (kind === 'heading')
    return part.kind === 'heading' && Math.abs(line.size - before.size) < 0.5 && line.segments[0]?.font === before.segments[0]?.font;
  if (part.kind === 'heading' || Math.abs(line.size - before.size) > body.size * 0.12) return false;
  const edge = edges.get(line.column) ?? before.x1;
  const isShort = before.x1 < edge - (edge - before.x0) * 0.15;
  if (isShort && /[.!?:;]["”’)]?$/.test(wordsOf(before))) return false;
  return part.kind === 'item' || line.x0 <= before.x0 + line.size * 0.8 || before === part.lines[0];
}

/** Joins the first part of a page to the last of the page before, where that goes on. */
function goesOn(last: Part | undefined, part: Part): boolean {
  if (last === undefined || last.page === part.page) return false;
  if (last.kind === 'table' && part.kind === 'table') {
    const rows = continued(part.table, last.table);
    if (rows === null) return false;
    const header = last.table.hasHeader ? JSON.stringify(last.rows[0]?.value.cells) : null;
    for (const [index, row] of rows.entries()) {
      if (index === 0 && JSON.stringify(row.cells) === header) continue;
      const end = last.rows.at(-1);
      // What has nothing in its first column at the top of a page is the rest of the row before.
      if (index === 0 && row.cells[0]?.length === 0 && end !== undefined)
        for (const [column, cell] of row.cells.entries()) end.value.cells[column]?.push(...cell);
      else last.rows.push({ page: part.page, value: row });
    }
    return true;
  }
  if ((last.kind !== 'paragraph' && last.kind !== 'item') || part.kind !== 'paragraph') return false;
  const end = last.lines.at(-1);
  const begin = part.lines[0];
  if (end === undefined || begin === undefined || /[.!?:;]["”’)]?$/.test(wordsOf(end)) || !/^["“‘(]?\p{Ll}/u.test(wordsOf(begin)))
    return false;
  last.turns.push({ line: last.lines.length, page: part.page });
  last.lines.push(...part.lines);
  return true;
}

/** Levels of headings that are no bookmarks: larger type stands higher. */
function levelsOf(parts: readonly Part[], outline: ReadonlyMap<string, number>): (lines: readonly Line[]) => number {
  const known = new Map<number, number>();
  for (const part of parts) {
    if (part.kind !== 'heading') continue;
    const depth = outline.get(plainWords(part.lines.map(wordsOf).join(' ')).toLowerCase());
    const size = rounded(part.lines[0]?.size ?? 0);
    if (depth !== undefined && !known.has(size)) known.set(size, depth);
  }
  const sizes = [...new Set(parts.flatMap((part) => (part.kind === 'heading' ? [rounded(part.lines[0]?.size ?? 0)] : [])))].sort(
    (a, b) => b - a,
  );
  return (lines) => {
    const depth = outline.get(plainWords(lines.map(wordsOf).join(' ')).toLowerCase());
    const size = rounded(lines[0]?.size ?? 0);
    return depth ?? known.get(size) ?? Math.min(6, sizes.indexOf(size) + 1);
  };
}

function write(parts: readonly Part[], joiner: Joiner, levelOf: (lines: readonly Line[]) => number, builder: TextBuilder): void {
  /** Left edges of the items around, outermost first. */
  let indents: number[] = [];
  for (const part of parts) {
    const locator: Locator = { kind: 'page', page: part.page };
    if (part.kind !== 'item') indents = [];
    if (part.kind === 'table') {
      const rows = part.rows.map(({ page, value }): Row => ({
        cells: value.cells.map((cell) => joiner.join(cell)),
        locator: { kind: 'page', page },
      }));
      builder.table(part.table.hasHeader ? (rows[0] ?? null) : null, part.table.hasHeader ? rows.slice(1) : rows);
      continue;
    }
    const words = joiner.join(part.lines.map(wordsOf));
    const mark = part.kind === 'item' ? (listMark.exec(words)?.[0] ?? '') : '';
    const turns = part.turns.map(({ line, page }): [number, Locator] => [
      Math.max(0, joiner.join(part.lines.slice(0, line).map(wordsOf)).length - mark.length),
      { kind: 'page', page },
    ]);
    if (part.kind === 'heading') builder.heading(levelOf(part.lines), words, locator);
    else if (part.kind === 'item') {
      const left = part.lines[0]?.x0 ?? 0;
      indents = [...indents.filter((indent) => indent < left - 4), left];
      builder.item(words.slice(mark.length), indents.length, /[\p{L}\d]/u.test(mark) ? mark.trim() : '-', locator, turns);
    } else builder.paragraph(words, locator, { turns });
  }
}
