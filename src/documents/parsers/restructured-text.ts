import { Headings } from '../headings.ts';
import { joinCells, tableRow } from '../table.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { paragraphs, trimRange } from './plain-text.ts';

const adornment = /^([=\-`:.'"~^_*+#])\1{2,}[^\S\r\n]*$/;
const listItem = /^[^\S\r\n]*(?:[-*+•]|\(?(?:\d+|[A-Za-z]|#)[.)])[^\S\r\n]+/;
const option = /^[^\S\r\n]*:[^:\r\n]+:(?:[^\S\r\n]|$)/;
/** Directives whose bodies are no text for readers. */
const unread =
  /^(?:toctree|contents|include|raw|image|figure-?md|math|csv-table|index|highlight|only|meta|default-role|role|sectnum|target-notes|autosummary|currentmodule|automodule|autoclass|autofunction)$/;
const directive = /^[^\S\r\n]*\.\.(?:[^\S\r\n]|$)/;

/** Section titles with their adornments, lists, literal blocks and paragraphs; directives' bodies are read as text or code, comments are not read. */
export const restructuredText: DocumentParser = {
  id: 'restructured-text',
  version: 3,
  extensions: ['.rst', '.rest'],
  parse(text) {
    const blocks: Block[] = [];
    const styles: string[] = [];
    const headings = new Headings();
    let title: string | null = null;
    /** What stands deeper than this is literal, or belongs to a comment. */
    let deeper: { readonly than: number; readonly is: 'code' | 'hidden' } | null = null;
    for (const { start, end } of paragraphs(text)) {
      const lines = linesOf(text, start, end);
      const indent = indentOf(text, start);
      if (deeper !== null && indent > deeper.than) {
        if (deeper.is === 'code') for (const line of lines) push(blocks, text, 'code-line', line, headings.path());
        continue;
      }
      deeper = null;
      const titled = titleIn(text, lines);
      const body = titled === null ? lines : lines.slice(titled.used);
      if (titled !== null) {
        const known = styles.indexOf(titled.style);
        const level = known < 0 ? styles.push(titled.style) : known + 1;
        headings.leave(level);
        push(blocks, text, 'heading', titled.line, headings.path());
        const words = text.slice(titled.line.start, titled.line.end).trim();
        headings.enter(level, words);
        title ??= words;
      }
      const [first] = body;
      if (first === undefined) continue;
      const words = text.slice(first.start, first.end);
      if (directive.test(words)) {
        const name = /^\s*\.\.\s+([\w-]+)::/.exec(words)?.[1];
        if (name === undefined || unread.test(name)) deeper = { than: indent, is: 'hidden' };
        else if (/code|literal|parsed/.test(name)) {
          deeper = { than: indent, is: 'code' };
          for (const line of body.slice(1))
            if (!option.test(text.slice(line.start, line.end))) push(blocks, text, 'code-line', line, headings.path());
        } else {
          const argument = { start: first.start + words.indexOf('::') + 2, end: first.end };
          const rest = body.slice(1).filter((line) => !option.test(text.slice(line.start, line.end)));
          group(
            text,
            trimRange(text, argument.start, argument.end) === null ? rest : [argument, ...rest],
            'paragraph',
            headings.path(),
            blocks,
          );
        }
        continue;
      }
      if (text.slice(start, end).endsWith('::')) deeper = { than: indent, is: 'code' };
      group(text, body, 'paragraph', headings.path(), blocks);
    }
    return { text, title, blocks };
  },
};

interface Line {
  readonly start: number;
  readonly end: number;
}

function linesOf(text: string, start: number, end: number): Line[] {
  return [...text.slice(start, end).matchAll(/[^\r\n]+/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

/** White space before the first words of a line. */
function indentOf(text: string, at: number): number {
  let from = at;
  while (from > 0 && !/[\r\n]/.test(text.charAt(from - 1))) from -= 1;
  return at - from;
}

/** A title: a line with an adornment of at least its length under it, or one above and under. */
function titleIn(text: string, lines: readonly Line[]): { line: Line; style: string; used: number } | null {
  const words = (line: Line | undefined): string => (line === undefined ? '' : text.slice(line.start, line.end));
  const [first, second, third] = lines;
  const over = adornment.exec(words(first));
  if (over !== null && second !== undefined && adornment.exec(words(third))?.[1] === over[1])
    return { line: second, style: `over ${over[1] ?? ''}`, used: 3 };
  const under = adornment.exec(words(second));
  if (first !== undefined && under !== null && words(second).trimEnd().length >= words(first).trim().length)
    return { line: first, style: under[1] ?? '', used: 2 };
  return null;
}

/** Lines as list items where they begin as such, else as one block. Adornments and table borders are no text. */
function group(text: string, lines: readonly Line[], kind: BlockKind, path: readonly string[], blocks: Block[]): void {
  let open: (Line & { readonly kind: BlockKind }) | null = null;
  for (const line of lines) {
    const words = text.slice(line.start, line.end);
    if (adornment.test(words.trim()) || /^[+=|\- ]+$/.test(words)) {
      if (open !== null) push(blocks, text, open.kind, open, path);
      open = null;
    } else if (listItem.test(words) || words.startsWith('|')) {
      if (open !== null) push(blocks, text, open.kind, open, path);
      open = { ...line, kind: words.startsWith('|') ? 'table-row' : 'list-item' };
    } else if (open === null) open = { ...line, kind };
    else open = { start: open.start, end: line.end, kind: open.kind };
  }
  if (open !== null) push(blocks, text, open.kind, open, path);
}

const inlineMark = /``|(?<=\S)[`*]{1,2}_{0,2}(?![\w`*])|(?<![\w`*])[`*]{1,2}(?=\S)|(?<!\s)\s*<[^<>\s]+>(?=`_)|:[a-z:]{1,60}:(?=`)/g;

/** A block of the lines' text: it begins after a list mark. */
function push(blocks: Block[], text: string, kind: BlockKind, line: Line, headingPath: readonly string[]): void {
  const source = text.slice(line.start, line.end);
  const range = trimRange(text, line.start + (kind === 'list-item' ? (listItem.exec(source)?.[0].length ?? 0) : 0), line.end);
  if (range === null) return;
  const words = text.slice(range.start, range.end);
  const markup =
    kind === 'code-line'
      ? []
      : [...words.matchAll(inlineMark)].map((match): [number, number] => [
          range.start + match.index,
          range.start + match.index + match[0].length,
        ]);
  const cells = kind === 'table-row' ? words.split('|') : null;
  blocks.push({ kind, ...range, headingPath, markup, ...(cells === null ? {} : { plain: joinCells(cells), row: tableRow(null, cells) }) });
}
