import type { Block, DocumentParser } from '../types.ts';
import { alignedTable, linesOf } from './aligned-table.ts';

/**
 * Paragraphs are what blank lines part, lines that begin with a list mark are items of their own, and lines whose cells stand in columns
 * are rows of a table. A short line of a paragraph's own, without a full stop, above text is its heading.
 */
export const plainText: DocumentParser = {
  id: 'plain-text',
  version: 4,
  extensions: ['.txt', '.text', '.log'],
  parse(text) {
    const blocks: Block[] = [];
    const last = trimRange(text, 0, text.length)?.end ?? 0;
    let headingPath: readonly string[] = [];
    for (const { start, end } of paragraphs(text)) {
      if (end < last && end - start <= 80 && isHeading(text.slice(start, end))) {
        blocks.push({ kind: 'heading', start, end, headingPath: [], markup: [] });
        headingPath = [text.slice(start, end)];
      } else blocks.push(...withTables(text, start, end, headingPath));
    }
    return { text, title: null, blocks };
  },
};

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
    const table = alignedTable(lines, place, headingPath);
    const begin = lines[place]?.start ?? end;
    place += table.lines;
    if (table.blocks === null) continue;
    yield* items(text, from, begin, headingPath);
    yield* table.blocks;
    from = lines[place]?.start ?? end;
  }
  yield* items(text, from, end, headingPath);
}

/** A paragraph, cut before its lines with list marks. */
function* items(text: string, start: number, end: number, headingPath: readonly string[]): Generator<Block> {
  let from = start;
  let kind: Block['kind'] = 'paragraph';
  const block = (to: number): Block[] => {
    const range = trimRange(text, from, to);
    return range === null ? [] : [{ kind, ...range, headingPath, markup: [] }];
  };
  for (const mark of text.slice(start, end).matchAll(listLine)) {
    yield* block(start + mark.index);
    from = start + mark.index + mark[0].length;
    kind = 'list-item';
  }
  yield* block(end);
}

/** Paragraphs and items of a range, under the given headings: for source that has no other structure. */
export function plainBlocks(text: string, from: number, to: number, headingPath: readonly string[]): Block[] {
  return [...paragraphs(text, from, to)].flatMap(({ start, end }) => [...items(text, start, end, headingPath)]);
}

/** Maximal runs of lines that are not blank, trimmed. */
export function* paragraphs(text: string, from = 0, to = text.length): Generator<{ start: number; end: number }> {
  const blank = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;
  blank.lastIndex = from;
  let start = from;
  while (start < to) {
    const match = blank.exec(text);
    const end = match === null || match.index >= to ? to : match.index;
    const trimmed = trimRange(text, start, end);
    if (trimmed !== null) yield trimmed;
    if (match === null || match.index >= to) return;
    start = match.index + match[0].length;
    blank.lastIndex = start - 1;
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
