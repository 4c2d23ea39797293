import type { Block, DocumentParser } from '../types.ts';
import { alignedTable, linesOf } from './aligned-table.ts';
import { barredTable } from './barred-table.ts';

/**
 * Paragraphs are what blank lines part, lines that begin with a list mark are items of their own, and lines whose cells stand in columns
 * are rows of a table. A short line of a paragraph's own, without a full stop, above text is its heading; so is a numbered one right above it.
 */
export const plainText: DocumentParser = {
  id: 'plain-text',
  version: 6,
  extensions: ['.txt', '.text', '.log'],
  parse(text) {
    const blocks: Block[] = [];
    const last = trimRange(text, 0, text.length)?.end ?? 0;
    let section: readonly string[] = [];
    let headingPath: readonly string[] = [];
    for (const { start, end } of paragraphs(text)) {
      if (end < last && end - start <= longestHeading && isHeading(text.slice(start, end))) {
        blocks.push({ kind: 'heading', start, end, headingPath: [], markup: [] });
        section = [text.slice(start, end)];
        headingPath = section;
        continue;
      }
      let from = start;
      for (const heading of numberedHeadings(text, start, end, end === last)) {
        blocks.push(...withTables(text, from, heading.start, headingPath));
        blocks.push({ kind: 'heading', start: heading.start, end: heading.end, headingPath: section, markup: [] });
        headingPath = [...section, text.slice(heading.start, heading.end)];
        from = heading.end;
      }
      blocks.push(...withTables(text, from, end, headingPath));
    }
    return { text, title: null, blocks };
  },
};

const longestHeading = 80;
const longestNumbered = 60;
const numbered = /^(?:§ ?)?\d{1,2}\.?[^\S\r\n]+(?=\S)/;
const startsSentence = /^[^\S\r\n]*(?:["'“‘(]?\p{Lu}|§|\d+\.\d)/u;

/**
 * "3. Licence": numbered lines that are short, end with no stop, and have text right below them that is neither an item nor their own second line.
 * @param isLast nothing comes after the range
 */
function* numberedHeadings(text: string, start: number, end: number, isLast: boolean): Generator<{ start: number; end: number }> {
  const lines = [...text.slice(start, end).matchAll(/[^\r\n]+/g)];
  const widest = widestOf(lines.map(([line]) => line));
  for (const [place, line] of lines.entries()) {
    const words = line[0].trimEnd();
    const below = lines[place + 1]?.[0] ?? (isLast ? '' : nextLine(text, end));
    const title = words.replace(numbered, '');
    const isBroken = isBrokenEarly(words, below, widest) || /\S {2,}\S|\t/.test(below) || lines.length === 1;
    if (words.length > longestNumbered || title === words || !isHeading(title) || !/^\p{Lu}/u.test(title) || !isBroken) continue;
    // Alone between blank lines it is an item as likely, unless its own clauses follow.
    const follows = lines[place + 1] === undefined ? ownClause(words).test(below) : startsSentence.test(below) && !listMark.test(below);
    if (follows) yield { start: start + line.index, end: start + line.index + words.length };
  }
}

function widestOf(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, line.trimEnd().length), 0);
}

/** Would the first word of the next line have had room on this one? */
function isBrokenEarly(line: string, below: string, widest: number): boolean {
  return line.trimEnd().length + 1 + (/\S+/.exec(below)?.[0].length ?? 0) <= widest;
}

/** The clauses of "3. Price" begin with "3.1". */
function ownClause(heading: string): RegExp {
  return new RegExp(String.raw`^\s*(?:§ ?)?${/\d+/.exec(heading)?.[0] ?? ''}\.\d`);
}

function nextLine(text: string, from: number): string {
  const next = /[^\s][^\r\n]*/g;
  next.lastIndex = from;
  return next.exec(text)?.[0] ?? '';
}

function isHeading(words: string): boolean {
  return !/[\r\n]/.test(words) && /\p{L}/u.test(words) && !/[.!?;:,"”]$/u.test(words) && !listMark.test(words);
}

const listMark = /^[^\S\r\n]*(?:[-*+•‣–]|\(?(?:\d{1,3}|[A-Za-z])[.)])[^\S\r\n]+(?=\S)/;
const listLine = new RegExp(listMark.source, 'gm');

/** A paragraph, with the tables that its lines are set as. */
function* withTables(text: string, start: number, end: number, headingPath: readonly string[]): Generator<Block> {
  const lines = linesOf(text, start, end);
  let from = start;
  for (let place = 0; place < lines.length;) {
    const bars = barredTable(text, lines, place, headingPath);
    const table = bars.blocks === null ? alignedTable(lines, place, headingPath) : bars;
    const begin = lines[place]?.start ?? end;
    place += table.lines;
    if (table.blocks === null) continue;
    yield* items(text, from, begin, headingPath, true);
    yield* table.blocks;
    from = lines[place]?.start ?? end;
  }
  yield* items(text, from, end, headingPath, true);
}

/**
 * A paragraph, cut before its lines with list marks.
 * @param endsItems an item ends where a line that is not indented begins a sentence, though it had room on the line before
 */
function* items(text: string, start: number, end: number, headingPath: readonly string[], endsItems = false): Generator<Block> {
  let from = start;
  let kind: Block['kind'] = 'paragraph';
  const block = (to: number): Block[] => {
    const range = trimRange(text, from, to);
    return range === null ? [] : [{ kind, ...range, headingPath, markup: [] }];
  };
  const widest = endsItems ? widestOf(text.slice(start, end).split(/[\r\n]+/)) : 0;
  const closed = function* (to: number): Generator<Block> {
    const behind = endsItems && kind === 'list-item' ? behindItem(text, from, to, widest) : null;
    if (behind !== null) {
      yield* block(behind);
      from = behind;
      kind = 'paragraph';
    }
    yield* block(to);
  };
  for (const mark of text.slice(start, end).matchAll(listLine)) {
    yield* closed(start + mark.index);
    from = start + mark.index + mark[0].length;
    kind = 'list-item';
  }
  yield* closed(end);
}

/** Where text goes on behind an item; null where all is the item's. */
function behindItem(text: string, from: number, to: number, widest: number): number | null {
  const lines = [...text.slice(from, to).matchAll(/[^\r\n]+/g)];
  for (const [place, line] of lines.entries()) {
    const above = place === 0 ? undefined : lines[place - 1]?.[0];
    if (above !== undefined && /^["'“‘(]?\p{Lu}/u.test(line[0]) && isBrokenEarly(above, line[0], widest)) return from + line.index;
  }
  return null;
}

/** Paragraphs and items of a range, under the given headings: for source that has no other structure. */
export function plainBlocks(text: string, from: number, to: number, headingPath: readonly string[]): Block[] {
  return [...paragraphs(text, from, to)].flatMap(({ start, end }) => [...items(text, start, end, headingPath)]);
}

/** Maximal runs of lines that are not blank, trimmed. */
export function* paragraphs(text: string, from = 0, to = text.length): Generator<{ start: number; end: number }> {
  const blank = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;
  // Not beyond the range: whoever asks for each line of a text would have all the rest of it looked through.
  const source = text.slice(from, to);
  let start = from;
  while (start < to) {
    const match = blank.exec(source);
    const trimmed = trimRange(text, start, match === null ? to : from + match.index);
    if (trimmed !== null) yield trimmed;
    if (match === null) return;
    start = from + match.index + match[0].length;
    blank.lastIndex = start - from - 1;
  }
}

const space = /[\s\uFEFF]/;

/** The range without white space and byte order mark at its ends; null when nothing is left. */
export function trimRange(text: string, from: number, to: number): { start: number; end: number } | null {
  let start = from;
  let end = to;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return end > start ? { start, end } : null;
}
