import { Headings } from '../headings.ts';
import { describeRow, joinCells, tableRow } from '../table.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { trimRange } from './plain-text.ts';

interface Line {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** A block whose lines are not all read yet. */
interface Open {
  readonly start: number;
  readonly end: number;
  readonly kind: BlockKind;
  readonly depth?: number;
}

const heading = /^(={1,6}|#{1,6})[^\S\n]+(?=\S)/;
const item = /^\s*(?:(\*{1,5}|\.{1,5}|-)|\d{1,3}\.|<\d{1,3}>|[a-zA-Z]\.)[^\S\n]+(?=\S)/;
const term = /^\s*[^:\s][^:\n]{0,120}:{2,4}(?:\s+|$)/;
const fence = /^(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|```\w*)\s*$/;
/** Attributes, options of blocks, macros without text, and comments of a line. */
const silent =
  /^(?::!?[\w-]+!?:(?:\s|$)|\[[^\]]*\]\s*$|(?:include|image|video|audio|toc|ifdef|ifndef|ifeval|endif)::|\/\/(?!\/\/)|\+\s*$|'{3,}\s*$|<{3,}\s*$)/;

/** AsciiDoc: sections, paragraphs, lists, tables by their columns, listings, quotations. Included files are documents of their own. */
export const asciidoc: DocumentParser = {
  id: 'asciidoc',
  version: 1,
  extensions: ['.adoc', '.asciidoc', '.asc'],
  parse(text) {
    const blocks: Block[] = [];
    const headings = new Headings();
    let title: string | null = null;
    const state: { open: Open | null } = { open: null };
    let options = '';
    let quoted: string | null = null;
    const flush = (): void => {
      if (state.open !== null) push(blocks, text, state.open, headings.path());
      state.open = null;
    };
    const lines = linesOf(text);
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at];
      if (line === undefined) break;
      const { words, start, end } = line;
      const edge = fence.exec(words)?.[1];
      if (/^[|,:!]={3,}\s*$/.test(words)) {
        flush();
        const close = endOf(lines, at, words.trim());
        if (words.startsWith('|')) writeTable(text, lines.slice(at + 1, close), options, headings.path(), blocks);
        at = close;
      } else if (edge !== undefined && !isUnderline(edge, state.open, text)) {
        flush();
        if (/^[-.`+/]/.test(edge) && edge !== '--') {
          const close = endOf(lines, at, edge.startsWith('`') ? '```' : words.trim());
          if (!/^[+/]/.test(edge))
            for (const { start: from, end: to } of lines.slice(at + 1, close)) {
              const range = trimRange(text, from, to);
              if (range !== null) blocks.push({ kind: 'code-line', ...range, headingPath: headings.path(), markup: [] });
            }
          at = close;
        } else if (edge.startsWith('_')) quoted = quoted === edge ? null : edge;
      } else if (words.trim() === '') flush();
      else if (silent.test(words)) {
        flush();
        options = words;
        continue;
      } else if (heading.test(words)) {
        flush();
        const mark = heading.exec(words)?.[0] ?? '';
        const level = mark.trimEnd().length - 1;
        const range = trimRange(text, start + mark.length, end);
        if (range !== null) {
          headings.leave(Math.max(1, level));
          push(blocks, text, { ...range, kind: 'heading' }, headings.path());
          const name = text.slice(range.start, range.end);
          if (level > 0) headings.enter(level, name);
          title ??= name;
        }
      } else if (item.test(words) || term.test(words)) {
        flush();
        const match = item.exec(words);
        const from = start + (match?.[0].length ?? words.length - words.trimStart().length);
        state.open = { start: from, end, kind: 'list-item', depth: Math.max(1, match?.[1]?.length ?? 1) };
      } else if (/^\.[^\s.]/.test(words)) {
        // The title of what follows introduces it.
        flush();
        push(blocks, text, { start: start + 1, end, kind: 'paragraph' }, headings.path());
      } else if (state.open === null) state.open = { start, end, kind: quoted === null ? 'paragraph' : 'quote' };
      else state.open = { ...state.open, end };
      if (words.trim() !== '') options = '';
    }
    flush();
    return { text, title, blocks };
  },
};

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    if (match[0] === '') continue;
    const words = match[0].replace(/[\r\n]+$/, '');
    const from = match.index === 0 && words.startsWith('\uFEFF') ? 1 : 0;
    lines.push({ start: match.index + from, end: match.index + words.length, words: words.slice(from) });
  }
  return lines;
}

/** The line that closes what a line opens; the last one where none does. */
function endOf(lines: readonly Line[], from: number, mark: string): number {
  for (let at = from + 1; at < lines.length; at += 1) if (lines[at]?.words.trimEnd() === mark) return at;
  return lines.length;
}

/** Two-line titles of old: a line under one of its length. */
function isUnderline(edge: string, open: Open | null, text: string): boolean {
  return open !== null && /^-/.test(edge) && Math.abs(text.slice(open.start, open.end).length - edge.length) <= 2;
}

const inlineMark =
  /(?<![\w*`_#])(?:\*{1,2}|_{1,2}|`{1,2}|#{1,2})(?=[^\s*`_#])|(?<=[^\s*`_#])(?:\*{1,2}|_{1,2}|`{1,2}|#{1,2})(?![\w*`_#])|(?:link|xref|mailto):[^\s[\]]{1,300}\[(?=[^\]\n]{1,300}\])|\[(?<=https?:\/\/[^\s[\]]{1,300}\[)(?=[^\]\n]{0,300}\])|<<[^<>,\n]{1,200},\s*(?=[^<>\n]{1,200}>>)|>>(?<=<<[^<>,\n]{1,200},[^<>\n]{1,200}>>)|\[\[[^\]\n]{1,100}\]\]|\](?<=(?:link|xref|mailto):[^\s[\]]{1,300}\[[^\]\n]{1,300}\])| \+$/gm;

function push(blocks: Block[], text: string, { start, end, kind, depth }: Open, headingPath: readonly string[]): void {
  const range = trimRange(text, start, end);
  if (range === null) return;
  const markup = [...text.slice(range.start, range.end).matchAll(inlineMark)].map((match): [number, number] => [
    range.start + match.index,
    range.start + match.index + match[0].length,
  ]);
  blocks.push({ kind, ...range, headingPath, markup, ...(depth === undefined ? {} : { depth }) });
}

/** Cells begin at bars. A row is as many cells as the options say, or as the first line holds; the first row names the columns where a blank line follows it. */
function writeTable(text: string, lines: readonly Line[], options: string, headingPath: readonly string[], blocks: Block[]): void {
  const cells: { start: number; end: number; words: string }[] = [];
  let firstLine = 0;
  let isHeaderByBlank = false;
  for (const [index, { words, start, end }] of lines.entries()) {
    const bars = [...words.matchAll(/(?<!\\)(?:(?<=^|\s)[\d.+<>^]{0,6}[aehlmsdv]?)?\|/g)];
    const [first] = bars;
    const last = cells.at(-1);
    if (first === undefined) {
      if (last !== undefined && words.trim() !== '') cells[cells.length - 1] = { ...last, end, words: `${last.words} ${words}` };
      if (words.trim() === '' && cells.length > 0 && cells.length === firstLine && index < lines.length - 1) isHeaderByBlank = true;
      continue;
    }
    for (const [number, bar] of bars.entries()) {
      const from = bar.index + bar[0].length;
      const to = bars[number + 1]?.index ?? words.length;
      cells.push({ start: start + from, end: number + 1 < bars.length ? start + to : end, words: words.slice(from, to) });
    }
    if (firstLine === 0) firstLine = cells.length;
  }
  const columns = /cols\s*=\s*"?(\d{1,2})\*/.exec(options)?.[1] ?? null;
  const listed = /cols\s*=\s*"([^"]+)"/.exec(options)?.[1]?.split(/[,;]/).length ?? 0;
  const width = Math.max(1, columns !== null ? Number(columns) : listed > 1 ? listed : firstLine);
  const hasHeader = isHeaderByBlank || /header/.test(options);
  let names: readonly string[] | null = null;
  for (let from = 0; from < cells.length; from += width) {
    const row = cells.slice(from, from + width);
    const [first, last] = [row[0], row.at(-1)];
    if (first === undefined || last === undefined) continue;
    const range = trimRange(text, first.start, last.end);
    const words = row.map((cell) => cell.words.replaceAll(/(?<![\w])[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}(?![\w])/g, '').trim());
    const plain = names === null ? joinCells(words) : describeRow(names, words);
    if (range === null || plain === '') continue;
    blocks.push({ kind: 'table-row', ...range, headingPath, markup: [], plain, row: tableRow(names, words) });
    if (from === 0 && hasHeader) names = words;
  }
}
