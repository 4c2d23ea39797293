import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';

import { Headings } from '../headings.ts';
import { HiddenTexts } from '../hidden-texts.ts';
import { toPlain } from '../plain.ts';
import { describeRow, joinCells, tableRow } from '../table.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { htmlBlocks } from './html.ts';
import { countedLinks } from './markdown-links.ts';
import { plainRuns } from './markdown-runs.ts';
import { plainBlocks, trimRange } from './plain-text.ts';

const markdownParser = parser.configure([GFM, plainRuns(), countedLinks()]);
/** Time and memory for one tree stay bounded: longer sources are parsed in parts, cut at blank lines where there are any. */
const partLength = 400_000;
/** Links and emphasis in one line cost more than linear time: a longer line is cut at a space. */
const lineLength = 20_000;
/** The parser recurses on nested quotes and lists; nobody writes what nests deeper. */
const nestedTooDeep = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){60}|^[ \t]{120,}(?:[-*+]|\d{1,9}[.)])[ \t]/m;
const deepest = 100;

const hidden = new Set([
  'HeaderMark',
  'EmphasisMark',
  'CodeMark',
  'LinkMark',
  'LinkTitle',
  'LinkLabel',
  'QuoteMark',
  'ListMark',
  'HTMLTag',
  'Comment',
  'CommentBlock',
  'ProcessingInstruction',
  'StrikethroughMark',
  'TaskMarker',
  'TableDelimiter',
  'CodeInfo',
  'HardBreak',
]);

type Markup = [start: number, end: number][];

/** CommonMark with GitHub's tables, task lists and strike-through, footnotes and HTML inside; front matter gives the title. */
export const markdown: DocumentParser = {
  id: 'markdown',
  version: 5,
  extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mdx'],
  parse(text) {
    const body = frontMatterEnd(text);
    const headings = new Headings();
    const blocks: Block[] = [];
    const hidden = new HiddenTexts();
    for (const [from, to] of parts(text, body)) {
      const part = text.slice(from, to);
      if (nestedTooDeep.test(part)) blocks.push(...plainBlocks(text, from, to, headings.path()));
      else new Walk(text, from, headings, blocks, hidden).visit(markdownParser.parse(part).topNode, 'paragraph', 0);
    }
    const first = blocks.find((block) => block.kind === 'heading');
    return {
      text,
      title: frontMatterTitle(text.slice(0, body)) ?? (first === undefined ? null : toPlain(text, first.start, first.end, first.markup)),
      blocks,
      ...hidden.all,
    };
  },
};

function frontMatterEnd(text: string): number {
  const match = /^\uFEFF?(---|\+\+\+)[^\S\r\n]*(?:\r\n|\r|\n)[\s\S]*?(?<=[\r\n])(?:\1|\.\.\.)[^\S\r\n]*(?:\r\n|\r|\n|$)/.exec(
    text.slice(0, 20_000),
  );
  return match === null ? (text.startsWith('\uFEFF') ? 1 : 0) : match[0].length;
}

function frontMatterTitle(front: string): string | null {
  const line = /^title[^\S\r\n]*[:=](.+)$/m.exec(front)?.[1]?.trim();
  const title = line?.replace(/^(["'])(.*)\1$/, '$2').trim();
  return title === undefined || title === '' ? null : title;
}

function* parts(text: string, from: number): Generator<[number, number]> {
  let start = from;
  for (const line of text.slice(from).matchAll(/[^\r\n]+/g)) {
    const lineStart = from + line.index;
    for (let at = lineStart; lineStart + line[0].length - at > lineLength;) {
      const space = text.lastIndexOf(' ', at + lineLength);
      at = space > at ? space + 1 : at + lineLength;
      yield [start, at];
      start = at;
    }
    if (lineStart - start > 2 * partLength || (lineStart - start > partLength && isAfterBlank(text, lineStart))) {
      yield [start, lineStart];
      start = lineStart;
    }
  }
  if (start < text.length) yield [start, text.length];
}

function isAfterBlank(text: string, lineStart: number): boolean {
  return /(?:\r\n|\n|\r)(?:\r\n|\n|\r)$/.test(text.slice(Math.max(0, lineStart - 4), lineStart));
}

function within(markup: Markup, from: number, to: number): Markup {
  return markup.filter(([start, end]) => start >= from && end <= to);
}

/** Turns a syntax tree of `text.slice(base, …)` into blocks. */
class Walk {
  readonly #text: string;
  readonly #base: number;
  readonly #headings: Headings;
  readonly #blocks: Block[];
  readonly #hidden: HiddenTexts;
  /** Lists around the place, quotations left out. */
  #depth = 0;

  constructor(text: string, base: number, headings: Headings, blocks: Block[], hidden: HiddenTexts) {
    this.#hidden = hidden;
    this.#text = text;
    this.#base = base;
    this.#headings = headings;
    this.#blocks = blocks;
  }

  visit(node: SyntaxNode, kind: BlockKind, depth: number): void {
    const level = /^(?:ATXHeading|SetextHeading)(\d)$/.exec(node.name)?.[1];
    if (level !== undefined) this.#heading(node, Number(level));
    else if (node.name === 'Paragraph' || node.name === 'Task') this.#paragraph(kind, node);
    else if (node.name === 'FencedCode' || node.name === 'CodeBlock') this.#code(node);
    else if (node.name === 'HTMLBlock')
      this.#blocks.push(...htmlBlocks(this.#text, this.#base + node.from, this.#base + node.to, this.#headings, kind, this.#hidden));
    else if (node.name === 'Table') this.#table(node);
    else if (/^(?:Bullet|Ordered)List$/.test(node.name) && depth < deepest) {
      this.#depth += 1;
      for (let child = node.firstChild; child !== null; child = child.nextSibling) this.visit(child, kind, depth + 1);
      this.#depth -= 1;
    } else if (depth < deepest && !/^(?:HorizontalRule|LinkReference|CommentBlock|ProcessingInstructionBlock)$/.test(node.name)) {
      const inner = node.name === 'ListItem' ? 'list-item' : node.name === 'Blockquote' ? 'quote' : kind;
      for (let child = node.firstChild; child !== null; child = child.nextSibling) this.visit(child, inner, depth + 1);
    }
  }

  /** Marks at the front (list, heading, task, footnote) are no part of a block: it begins where its text does. */
  #push(kind: BlockKind, from: number, to: number, markup: Markup, rest: Pick<Block, 'plain' | 'row'> = {}): Block | null {
    let start = this.#base + from;
    let front = 0;
    for (
      ;
      markup[front]?.[0] === start && /^(?:#+|\[[ xX]\]|\[\^[^\]]*\]:)$/.test(this.#text.slice(...(markup[front] ?? [0, 0])));
      front += 1
    ) {
      start = trimRange(this.#text, markup[front]?.[1] ?? start, this.#base + to)?.start ?? this.#base + to;
    }
    const range = trimRange(this.#text, start, this.#base + to);
    if (range === null) return null;
    const block: Block = {
      kind,
      ...range,
      headingPath: this.#headings.path(),
      markup: markup.slice(front),
      ...(kind === 'list-item' ? { depth: this.#depth } : {}),
      ...rest,
    };
    this.#blocks.push(block);
    return block;
  }

  /** Definitions of footnotes may follow each other without a blank line: each is a block. */
  #paragraph(kind: BlockKind, node: SyntaxNode): void {
    const markup = this.#markup(node);
    const source = this.#text.slice(this.#base + node.from, this.#base + node.to);
    let from = node.from;
    if (source.startsWith('[^')) {
      for (const line of source.matchAll(/[\r\n](?=\[\^[^\]\r\n]+\]:)/g)) {
        const to = node.from + line.index + 1;
        this.#push(kind, from, to, within(markup, this.#base + from, this.#base + to));
        from = to;
      }
    }
    this.#push(kind, from, node.to, within(markup, this.#base + from, this.#base + node.to));
  }

  #heading(node: SyntaxNode, level: number): void {
    // The underline, or the closing number signs, are no part of the words.
    const last = node.lastChild;
    const to = last?.name === 'HeaderMark' && last.from > node.from ? last.from : node.to;
    this.#headings.leave(level);
    const block = this.#push('heading', node.from, to, this.#markup(node));
    this.#headings.enter(level, block === null ? '' : toPlain(this.#text, block.start, block.end, block.markup));
  }

  #code(node: SyntaxNode): void {
    for (const code of node.getChildren('CodeText')) {
      for (const line of this.#text.slice(this.#base + code.from, this.#base + code.to).matchAll(/[^\r\n]+/g)) {
        this.#push('code-line', code.from + line.index, code.from + line.index + line[0].length, []);
      }
    }
  }

  #table(table: SyntaxNode): void {
    const headerNode = table.getChild('TableHeader');
    const header = headerNode === null ? [] : this.#cells(headerNode);
    for (let row = table.firstChild; row !== null; row = row.nextSibling) {
      if (row.name !== 'TableHeader' && row.name !== 'TableRow') continue;
      const cells = row.name === 'TableHeader' ? header : this.#cells(row);
      const isHeader = row.name === 'TableHeader';
      this.#push('table-row', row.from, row.to, this.#markup(row), {
        plain: isHeader ? joinCells(cells) : describeRow(header, cells),
        row: tableRow(isHeader ? null : header, cells),
      });
    }
  }

  /** The row's cells as a reader sees them; the tree has no nodes for empty ones, so that columns are counted by the bars. */
  #cells(row: SyntaxNode): string[] {
    const cells: string[] = [];
    let column = row.firstChild?.name === 'TableDelimiter' ? -1 : 0;
    for (let node = row.firstChild; node !== null; node = node.nextSibling) {
      if (node.name === 'TableDelimiter') column += 1;
      else if (node.name === 'TableCell') {
        while (cells.length < column) cells.push('');
        cells[Math.max(0, column)] = toPlain(this.#text, this.#base + node.from, this.#base + node.to, this.#markup(node));
      }
    }
    return cells;
  }

  /** The marks inside a node: what a reader does not see. Ascending and disjoint. */
  #markup(node: SyntaxNode): Markup {
    const base = this.#base;
    const text = this.#text;
    const markup: Markup = [];
    node.cursor().iterate((inner) => {
      const from = base + inner.from;
      const to = base + inner.to;
      if (inner.name === 'Link' && text.startsWith('[^', from)) {
        // A footnote's number, and at the front of a line its definition's colon too.
        markup.push([from, text[to] === ':' && (inner.from === node.from || /[\r\n]/.test(text.charAt(from - 1))) ? to + 1 : to]);
        return false;
      }
      if (inner.name === 'Escape') markup.push([from, from + 1]);
      // Bare and angled addresses are text; those of links and images are not.
      else if (inner.name === 'LinkTitle' || inner.name === 'URL' || inner.name === 'LinkMark') {
        if (inner.name === 'URL' && !/^(?:Link|Image)$/.test(inner.node.parent?.name ?? '')) return true;
        // The spaces inside a link's brackets go with it.
        const before = markup.at(-1)?.[1] ?? from;
        const isTail = inner.name !== 'LinkMark' || text[from] === ')';
        markup.push([isTail && before < from && text.slice(before, from).trim() === '' ? before : from, to]);
      } else if (hidden.has(inner.name)) markup.push([from, to]);
      else return true;
      return false;
    });
    return markup;
  }
}
