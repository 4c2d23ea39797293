import { type DefaultTreeAdapterTypes, parse } from 'parse5';

import { toPlain } from '../plain.ts';
import type { Block, BlockKind, DocumentParser } from '../types.ts';
import { paragraphs, trimRange } from './plain-text.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const skipped = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'iframe', 'object', 'nav']);
const blockElements: Readonly<Record<string, BlockKind>> = {
  p: 'paragraph', li: 'list-item', dt: 'list-item', dd: 'list-item', tr: 'table-row', blockquote: 'quote', figcaption: 'paragraph', caption: 'paragraph', address: 'paragraph',
  h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
};
const containers = new Set(['html', 'body', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'figure', 'form', 'fieldset', 'details', 'pre']);
/** Deeper nesting than any page has by design is not followed. */
const deepest = 200;

/** HTML by parse5, whose source offsets say where every text stands. */
export const html: DocumentParser = {
  id: 'html',
  version: 1,
  extensions: ['.html', '.htm', '.xhtml'],
  parse(text) {
    const document = parse(text, { sourceCodeLocationInfo: true });
    const blocks: Block[] = [];
    const headings: string[] = [];
    let title: string | null = null;

    const push = (kind: BlockKind, texts: readonly [number, number][]): Block | null => {
      const first = texts[0];
      const last = texts.at(-1);
      if (first === undefined || last === undefined) return null;
      const range = trimRange(text, first[0], last[1]);
      if (range === null) return null;
      const markup = texts.slice(1).map(([start], index): [number, number] => [texts[index]?.[1] ?? start, start]).filter(([start, end]) => end > start);
      const block: Block = { kind, ...range, headingPath: headings.filter((heading) => heading !== ''), markup };
      blocks.push(block);
      return block;
    };

    const visit = (nodes: readonly Node[], kind: BlockKind, depth: number): void => {
      let run: [number, number][] = [];
      const flush = (): void => {
        if (run.length > 0) push(kind, run);
        run = [];
      };
      for (const node of nodes) {
        if (!('tagName' in node)) {
          run.push(...textRanges(node, depth));
          continue;
        }
        const name = node.tagName;
        if (name === 'head') title ??= titleOf(node.childNodes);
        if (skipped.has(name) || depth > deepest) continue;
        const own = blockElements[name];
        if (own === undefined && !containers.has(name)) {
          run.push(...textRanges(node, depth));
          continue;
        }
        flush();
        if (name === 'pre') {
          for (const [start, end] of textRanges(node, depth)) for (const line of text.slice(start, end).matchAll(/[^\r\n]+/g)) push('code-line', [[start + line.index, start + line.index + line[0].length]]);
        } else if (own === 'heading') {
          const level = Number(name.slice(1)) - 1;
          headings.length = Math.min(headings.length, level);
          while (headings.length < level) headings.push('');
          const block = push('heading', textRanges(node, depth));
          if (block !== null) {
            headings[level] = toPlain(text, block.start, block.end, block.markup);
            title ??= headings[level] ?? null;
          }
        } else if (own === 'table-row') push('table-row', textRanges(node, depth));
        else visit(node.childNodes, own ?? kind, depth + 1);
      }
      flush();
    };

    visit(document.childNodes, 'paragraph', 0);
    // A fragment that parse5 gives no places for is still text.
    if (blocks.length === 0 && !text.includes('<')) for (const range of paragraphs(text)) blocks.push({ kind: 'paragraph', ...range, headingPath: [], markup: [] });
    return { text, title, blocks: ascending(blocks) };
  },
};

/** Misnested tables are moved by the parser; blocks are taken in source order, without those that lie in another. */
function ascending(blocks: readonly Block[]): Block[] {
  let end = 0;
  return [...blocks].sort((a, b) => a.start - b.start || b.end - a.end).filter((block) => {
    if (block.start < end) return false;
    end = block.end;
    return true;
  });
}

function textRanges(node: Node, depth: number): [number, number][] {
  if (depth > deepest) return [];
  if (node.nodeName === '#text') {
    const place = node.sourceCodeLocation;
    return place === null || place === undefined || !('value' in node) || node.value.trim() === '' ? [] : [[place.startOffset, place.endOffset]];
  }
  if (!('childNodes' in node) || ('tagName' in node && skipped.has(node.tagName))) return [];
  return node.childNodes.flatMap((child) => textRanges(child, depth + 1));
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
