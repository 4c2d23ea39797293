import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { paragraphs } from './plain-text.ts';

const adornment = /^([=\-`:.'"~^_*+#])\1{2,}[^\S\r\n]*$/;
const listItem = /^[^\S\r\n]*(?:[-*+•]|\(?(?:\d+|[A-Za-z]|#)[.)])[^\S\r\n]+/;
const directive = /^[^\S\r\n]*\.\.(?:[^\S\r\n]|$)/;

/** Section titles with their adornments, lists, literal blocks and paragraphs; directives' bodies are read as text, comments are not read. */
export const restructuredText: DocumentParser = {
  id: 'restructured-text',
  version: 1,
  extensions: ['.rst', '.rest'],
  parse(text) {
    const blocks: Block[] = [];
    const styles: string[] = [];
    const headings: string[] = [];
    const path = (): string[] => headings.filter((heading) => heading !== '');
    let literalIndent: number | null = null;
    for (const { start, end } of paragraphs(text)) {
      const lines = linesOf(text, start, end);
      const indent = indentOf(text, start);
      if (literalIndent !== null && indent > literalIndent) {
        for (const line of lines) push(blocks, text, 'code-line', line, path());
        continue;
      }
      literalIndent = null;
      const title = titleIn(text, lines);
      const body = title === null ? lines : lines.slice(title.used);
      if (title !== null) {
        const known = styles.indexOf(title.style);
        const level = known < 0 ? styles.push(title.style) - 1 : known;
        headings.length = Math.min(headings.length, level);
        while (headings.length < level) headings.push('');
        push(blocks, text, 'heading', title.line, path());
        headings[level] = text.slice(title.line.start, title.line.end).trim();
      }
      const [first] = body;
      if (first === undefined) continue;
      const words = text.slice(first.start, first.end);
      if (directive.test(words)) {
        if (/::[^\S\r\n]*$/.test(words)) literalIndent = /code|literal|parsed/.test(words) ? indent : null;
        if (/^\s*\.\.\s+(?:note|warning|important|tip|caution|attention|danger|hint|admonition)::/.test(words)) group(text, body.slice(1), 'paragraph', path(), blocks);
        continue;
      }
      if (/::[^\S\r\n]*$/.test(text.slice(start, end))) literalIndent = indent;
      group(text, body, 'paragraph', path(), blocks);
    }
    return { text, title: headings[0] ?? null, blocks };
  },
};

interface Line {
  readonly start: number;
  readonly end: number;
}

function linesOf(text: string, start: number, end: number): Line[] {
  return [...text.slice(start, end).matchAll(/[^\r\n]+/g)].map((match) => ({ start: start + match.index, end: start + match.index + match[0].length }));
}

function indentOf(text: string, at: number): number {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return line.length;
}

/** A title: a line with an adornment of at least its length under it, or one above and under. */
function titleIn(text: string, lines: readonly Line[]): { line: Line; style: string; used: number } | null {
  const words = (line: Line | undefined): string => (line === undefined ? '' : text.slice(line.start, line.end));
  const [first, second, third] = lines;
  const over = adornment.exec(words(first));
  if (over !== null && second !== undefined && adornment.exec(words(third))?.[1] === over[1]) return { line: second, style: `over ${over[1] ?? ''}`, used: 3 };
  const under = adornment.exec(words(second));
  if (first !== undefined && under !== null && words(second).trimEnd().length >= words(first).trim().length) return { line: first, style: under[1] ?? '', used: 2 };
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

function push(blocks: Block[], text: string, kind: BlockKind, { start, end }: Line, headingPath: readonly string[]): void {
  const words = text.slice(start, end);
  const mark = kind === 'list-item' ? (listItem.exec(words)?.[0].length ?? 0) : words.length - words.trimStart().length;
  const inline = [...words.matchAll(/``|(?<![\w`*])[`*]{1,2}(?=\S)|(?<=\S)[`*]{1,2}_{0,2}(?![\w`*])|<[^<>\s]+>(?=`_)|:[a-z:]+:(?=`)/g)].map((match): [number, number] => [start + match.index, start + match.index + match[0].length]);
  blocks.push({ kind, start: start + words.length - words.trimStart().length, end, headingPath, markup: mark === 0 ? inline : [[start, start + mark], ...inline.filter(([from]) => from >= start + mark)] });
}
