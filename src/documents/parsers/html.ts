import { type DefaultTreeAdapterTypes, parse } from 'parse5';

import { Headings } from '../headings.ts';
import { hiddenNodes } from '../hidden-elements.ts';
import { HiddenTexts } from '../hidden-texts.ts';
import { isTerm } from '../items.ts';
import { toPlain } from '../plain.ts';
import { describeRow, joinCells, tableRow } from '../table.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { plainBlocks, trimRange } from './plain-text.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Ranges = [start: number, end: number][];

const skipped = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'iframe', 'object', 'nav']);
const blockElements: Readonly<Record<string, BlockKind>> = {
  p: 'paragraph',
  li: 'list-item',
  dt: 'list-item',
  dd: 'list-item',
  tr: 'table-row',
  blockquote: 'quote',
  figcaption: 'paragraph',
  caption: 'paragraph',
  address: 'paragraph',
  summary: 'paragraph',
  legend: 'paragraph',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
};
const containers = new Set([
  'html',
  'body',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'aside',
  'ul',
  'ol',
  'dl',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'figure',
  'form',
  'fieldset',
  'details',
  'pre',
  'hr',
]);
/** Deeper nesting than any page has by design is not followed. */
const deepest = 200;

interface Term {
  readonly words: string;
  /** Where it stands, if it opens the first sentence of its description: "1000-59999: Accounts of users." */
  opens: Ranges | null;
}

/** Landmarks of a page that are about the page, and what is not shown. */
function isAside(node: Element): boolean {
  return node.attrs.some(
    ({ name, value }) =>
      (name === 'role' && /^(?:navigation|search|menu|menubar|tablist)$/i.test(value.trim())) ||
      (name === 'aria-hidden' && value === 'true') ||
      (name === 'hidden' && value !== 'until-found'),
  );
}

/** The sign after a heading that links to itself. */
function isSelfLink({ tagName, childNodes }: Element): boolean {
  const [only] = childNodes;
  return tagName === 'a' && childNodes.length === 1 && only !== undefined && 'value' in only && /^\s*[¶§#🔗]\s*$/u.test(only.value);
}

/** HTML by parse5, whose source offsets say where every text stands. */
export const html: DocumentParser = {
  id: 'html',
  version: 5,
  extensions: ['.html', '.htm', '.xhtml'],
  parse(text) {
    const hidden = new HiddenTexts();
    const walk = new Walk(text, 0, new Headings(), hidden);
    const blocks = walk.blocksOf(text, 'paragraph');
    // A file without a tag is still text.
    return {
      text,
      title: walk.title,
      blocks: blocks.length === 0 && !text.includes('<') ? plainBlocks(text, 0, text.length, []) : blocks,
      ...hidden.all,
    };
  },
};

/** HTML inside another format: the blocks of [start, end), which may be a fragment, under and into the document's headings. */
export function htmlBlocks(text: string, start: number, end: number, headings: Headings, kind: BlockKind, hidden: HiddenTexts): Block[] {
  return new Walk(text, start, headings, hidden).blocksOf(text.slice(start, end), kind);
}

class Walk {
  title: string | null = null;
  readonly #text: string;
  readonly #base: number;
  readonly #headings: Headings;
  readonly #told: HiddenTexts;
  #hidden: ReadonlySet<Node> = new Set();
  readonly #blocks: Block[] = [];
  #columns: readonly string[] = [];
  /** Lists around the place. */
  #depth = 0;
  /** The term whose description is read. */
  #term: Term | null = null;

  constructor(text: string, base: number, headings: Headings, told: HiddenTexts) {
    this.#told = told;
    this.#text = text;
    this.#base = base;
    this.#headings = headings;
  }

  blocksOf(source: string, kind: BlockKind): Block[] {
    const { childNodes } = parse(source, { sourceCodeLocationInfo: true });
    this.#hidden = hiddenNodes(childNodes, this.#told);
    this.#visit(childNodes, kind, 0);
    return ascending(this.#blocks);
  }

  #visit(nodes: readonly Node[], kind: BlockKind, depth: number): void {
    let run: Ranges = [];
    const flush = (): void => {
      this.#push(kind, run);
      run = [];
    };
    for (const node of nodes) {
      const name = 'tagName' in node ? node.tagName : '';
      if (!('tagName' in node) || (blockElements[name] === undefined && !containers.has(name) && !skipped.has(name))) {
        this.#collect(node, depth, run);
        continue;
      }
      if (name === 'head') this.title ??= titleOf(node.childNodes);
      if (skipped.has(name) || isAside(node) || this.#hidden.has(node) || depth > deepest) continue;
      flush();
      const own = blockElements[name];
      if (name === 'pre') this.#lines(node, depth);
      else if (own === 'heading') this.#heading(node, Number(name.slice(1)), depth);
      else if (own === 'table-row') this.#row(node, depth);
      else {
        if (name === 'table') this.#columns = [];
        const list = name === 'ul' || name === 'ol' || name === 'dl' ? 1 : 0;
        this.#depth += list;
        const outer = this.#term;
        if (list === 1 || name === 'dt') this.#term = null;
        // A paragraph of an item or a quotation is part of it.
        this.#visit(node.childNodes, own === undefined || (own === 'paragraph' && kind !== 'paragraph') ? kind : own, depth + 1);
        if (list === 1) this.#term = outer;
        else if (name === 'dt') this.#term = this.#termOf(node, depth);
        this.#depth -= list;
      }
    }
    flush();
  }

  #push(kind: BlockKind, texts: Ranges, rest: Pick<Block, 'plain' | 'row'> = {}): Block | null {
    const opening = kind === 'list-item' ? (this.#term?.opens ?? []) : [];
    const ranges = ascending([...opening, ...texts].map(([start, end]) => ({ start, end })));
    const first = ranges.find((range) => trimRange(this.#text, range.start, range.end) !== null);
    const last = ranges.findLast((range) => trimRange(this.#text, range.start, range.end) !== null);
    const range = first === undefined || last === undefined ? null : trimRange(this.#text, first.start, last.end);
    if (range === null) return null;
    if (opening.length > 0 && this.#term !== null && !texts.some(([start, end]) => trimRange(this.#text, start, end) !== null)) return null;
    if (this.#term !== null && kind === 'list-item') this.#term.opens = null;
    const markup: Ranges = [];
    for (const [index, { start }] of ranges.entries()) {
      const before = ranges[index - 1]?.end ?? start;
      if (before < start && before >= range.start && start <= range.end) markup.push([before, start]);
    }
    const depth = kind === 'list-item' ? { depth: Math.max(1, this.#depth) } : {};
    const term = kind === 'list-item' && this.#term !== null ? { term: this.#term.words } : {};
    const block: Block = { kind, ...range, headingPath: this.#headings.path(), markup, ...depth, ...term, ...rest };
    this.#blocks.push(block);
    return block;
  }

  /** A term of a definition list; null where it is too long for one. */
  #termOf(node: Element, depth: number): Term | null {
    const ranges = this.#collect(node, depth);
    const [first, last] = [ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0];
    const gaps = ranges.slice(1).map(([start], index): [number, number] => [ranges[index]?.[1] ?? start, start]);
    const words = toPlain(this.#text, first, last, gaps);
    const bare = words.replace(/[:：]$/, '');
    return isTerm(bare) ? { words: bare, opens: bare !== words || !/\p{L}/u.test(words) ? ranges : null } : null;
  }

  #heading(node: Element, level: number, depth: number): void {
    this.#headings.leave(level);
    const block = this.#push('heading', this.#collect(node, depth));
    const words = block === null ? '' : toPlain(this.#text, block.start, block.end, block.markup);
    this.#headings.enter(level, words);
    if (words !== '') this.title ??= words;
  }

  #lines(node: Element, depth: number): void {
    for (const [start, end] of this.#collect(node, depth)) {
      for (const line of this.#text.slice(start, end).matchAll(/[^\r\n]+/g))
        this.#push('code-line', [[start + line.index, start + line.index + line[0].length]]);
    }
  }

  /** A row of header cells names the columns of the rows after it. */
  #row(node: Element, depth: number): void {
    const cells = node.childNodes.filter((child) => 'tagName' in child && (child.tagName === 'td' || child.tagName === 'th'));
    const words = cells.map((cell) => {
      const ranges = ascending(this.#collect(cell, depth).map(([start, end]) => ({ start, end })));
      const gaps = ranges.slice(1).map(({ start }, index): [number, number] => [ranges[index]?.end ?? start, start]);
      return toPlain(this.#text, ranges[0]?.start ?? 0, ranges.at(-1)?.end ?? 0, gaps);
    });
    const isHeader = cells.length > 0 && cells.every((cell) => cell.nodeName === 'th');
    const named = !isHeader && words.length === this.#columns.length;
    const heads = isHeader ? [] : words.filter((_, index) => cells[index]?.nodeName === 'th');
    this.#push('table-row', this.#collect(node, depth), {
      plain: named ? describeRow(this.#columns, words) : joinCells(words),
      row: tableRow(named ? this.#columns : null, words, heads),
    });
    if (isHeader) this.#columns = words;
  }

  /** The parser joins texts that tags had parted (after the body's end, around misplaced tables): the tags between are left out again. */
  #texts(start: number, end: number, value: string, into: Ranges): void {
    let from = this.#base + start;
    const to = this.#base + end;
    for (const tag of this.#text.slice(from, to).matchAll(/<!--[\s\S]*?-->|<[/!?]?[a-z][^<>]*>/gi)) {
      if (value.includes(tag[0])) continue;
      const at = this.#base + start + tag.index;
      if (at > from) into.push([from, at]);
      from = at + tag[0].length;
    }
    if (to > from) into.push([from, to]);
  }

  /** Where the texts inside a node stand in the document, white space between elements with them. */
  #collect(node: Node, depth: number, into: Ranges = []): Ranges {
    if (depth > deepest || this.#hidden.has(node)) return into;
    if (node.nodeName === '#text') {
      const place = node.sourceCodeLocation;
      if (place !== null && place !== undefined && 'value' in node) this.#texts(place.startOffset, place.endOffset, node.value, into);
    } else if ('childNodes' in node && !('tagName' in node && (skipped.has(node.tagName) || isAside(node) || isSelfLink(node)))) {
      for (const child of node.childNodes) this.#collect(child, depth + 1, into);
    }
    return into;
  }
}

/** Misnested markup is moved by the parser; ranges are taken in source order, without those that lie in another. */
function ascending<T extends { readonly start: number; readonly end: number }>(ranges: readonly T[]): T[] {
  let end = 0;
  return [...ranges]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((range) => {
      if (range.start < end) return false;
      end = range.end;
      return true;
    });
}

function titleOf(nodes: readonly Node[]): string | null {
  for (const node of nodes) {
    if (!('tagName' in node) || node.tagName !== 'title') continue;
    const [first] = node.childNodes;
    const words = first !== undefined && 'value' in first ? first.value.replaceAll(/\s+/g, ' ').trim() : '';
    if (words !== '') return words;
  }
  return null;
}
