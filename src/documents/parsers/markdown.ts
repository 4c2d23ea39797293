import type { SyntaxNode, Tree } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';

import { toPlain } from '../plain.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { trimRange } from './plain-text.ts';

const markdownParser = parser.configure(GFM);
/** The parser recurses on nested quotes and lists; source beyond this is parsed in parts cut at blank lines. */
const partLength = 400_000;

const hidden = new Set(['HeaderMark', 'EmphasisMark', 'CodeMark', 'LinkMark', 'URL', 'LinkTitle', 'LinkLabel', 'QuoteMark', 'ListMark', 'HTMLTag', 'Comment', 'CommentBlock', 'ProcessingInstruction', 'StrikethroughMark', 'TaskMarker', 'TableDelimiter', 'CodeInfo', 'HardBreak', 'Escape']);

type Markup = [start: number, end: number][];

/** CommonMark with GitHub's tables, task lists and strike-through; YAML front matter gives the title. */
export const markdown: DocumentParser = {
  id: 'markdown',
  version: 1,
  extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mdx'],
  parse(text) {
    const body = frontMatterEnd(text);
    const blocks: Block[] = [];
    const headings: string[] = [];
    for (const [from, to] of parts(text, body)) {
      const tree = markdownParser.parse(text.slice(from, to));
      walk(tree, text, from, headings, blocks);
    }
    const first = blocks.find((block) => block.kind === 'heading');
    return { text, title: frontMatterTitle(text.slice(0, body)) ?? (first === undefined ? null : plainOf(text, first)), blocks };
  },
};

function plainOf(text: string, block: Block): string {
  return toPlain(text, block.start, block.end, block.markup);
}

function frontMatterEnd(text: string): number {
  const match = /^\uFEFF?---[^\S\r\n]*(?:\r\n|\r|\n)[\s\S]*?(?:\r\n|\r|\n)(?:---|\.\.\.)[^\S\r\n]*(?:\r\n|\r|\n|$)/.exec(text.slice(0, 20_000));
  return match === null ? (text.startsWith('\uFEFF') ? 1 : 0) : match[0].length;
}

function frontMatterTitle(front: string): string | null {
  const title = /^title:[^\S\r\n]*(.+?)[^\S\r\n]*$/m.exec(front)?.[1]?.replace(/^(["'])(.*)\1$/, '$2').trim();
  return title === undefined || title === '' ? null : title;
}

function* parts(text: string, from: number): Generator<[number, number]> {
  let start = from;
  while (text.length - start > partLength) {
    const blank = text.lastIndexOf('\n\n', start + partLength);
    const line = text.lastIndexOf('\n', start + partLength);
    const end = blank > start ? blank + 1 : line > start ? line + 1 : start + partLength;
    yield [start, end];
    start = end;
  }
  if (start < text.length) yield [start, text.length];
}

function walk(tree: Tree, text: string, base: number, headings: string[], blocks: Block[]): void {
  const push = (kind: BlockKind, node: { from: number; to: number }, markup: Markup, path: readonly string[] = headings.filter((heading) => heading !== '')): Block | null => {
    const range = trimRange(text, base + node.from, base + node.to);
    if (range === null) return null;
    const block: Block = { kind, ...range, headingPath: path, markup };
    blocks.push(block);
    return block;
  };

  const visit = (node: SyntaxNode, kind: BlockKind): void => {
    const level = /^(?:ATXHeading|SetextHeading)(\d)$/.exec(node.name)?.[1];
    if (level !== undefined) {
      const depth = Number(level) - 1;
      headings.length = Math.min(headings.length, depth);
      while (headings.length < depth) headings.push('');
      const block = push('heading', node, markupOf(node, base));
      headings[depth] = block === null ? '' : plainOf(text, block);
      return;
    }
    switch (node.name) {
      case 'Paragraph':
      case 'Task':
        push(kind, node, markupOf(node, base));
        return;
      case 'FencedCode':
      case 'CodeBlock':
        codeLines(node);
        return;
      case 'HTMLBlock':
        push(kind, node, htmlMarkup(text, base + node.from, base + node.to));
        return;
      case 'TableHeader':
      case 'TableRow':
        push('table-row', node, markupOf(node, base));
        return;
      case 'TableDelimiter':
      case 'HorizontalRule':
      case 'LinkReference':
      case 'CommentBlock':
      case 'ProcessingInstructionBlock':
        return;
      default:
        for (let child = node.firstChild; child !== null; child = child.nextSibling) {
          visit(child, node.name === 'ListItem' ? 'list-item' : node.name === 'Blockquote' ? 'quote' : kind);
        }
    }
  };

  const codeLines = (node: SyntaxNode): void => {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.name !== 'CodeText') continue;
      const code = text.slice(base + child.from, base + child.to);
      for (const line of code.matchAll(/[^\r\n]+/g)) push('code-line', { from: child.from + line.index, to: child.from + line.index + line[0].length }, []);
    }
  };

  visit(tree.topNode, 'paragraph');
}

/** The marks inside a node: what a reader does not see. */
function markupOf(node: SyntaxNode, base: number): Markup {
  const markup: Markup = [];
  const cursor = node.cursor();
  cursor.iterate((inner) => {
    if (!hidden.has(inner.name)) return true;
    // An escape hides its backslash only; autolinks show their address, which is a URL without a link around it.
    if (inner.name === 'Escape') markup.push([base + inner.from, base + inner.from + 1]);
    else if (inner.name !== 'URL' || inner.node.parent?.name === 'Link' || inner.node.parent?.name === 'Image') markup.push([base + inner.from, base + inner.to]);
    return false;
  });
  return markup;
}

function htmlMarkup(text: string, start: number, end: number): Markup {
  return [...text.slice(start, end).matchAll(/<!--[\s\S]*?-->|<[^>]*>/g)].map((match) => [start + match.index, start + match.index + match[0].length]);
}
