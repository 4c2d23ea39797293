import { type DefaultTreeAdapterTypes, parse } from 'parse5';

import type { Locator } from '../../contract/locator.ts';
import { hiddenNodes } from '../hidden-elements.ts';
import type { Row, TextBuilder } from '../text-builder.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const unread = new Set(['head', 'script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object', 'nav', 'rt']);
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark q ruby s samp small span strong sub sup time tt u var wbr img input'.split(
    ' ',
  ),
);
const deepest = 200;

/**
 * Writes HTML that lies within another file, where its own offsets would lead nowhere.
 * @param source a document or a fragment
 */
export function writeHtml(source: string, locator: Locator | undefined, builder: TextBuilder): void {
  const { childNodes } = parse(source);
  const hidden = hiddenNodes(childNodes, builder.hidden);
  visit(hidden.size === 0 ? childNodes : shownOf(childNodes, hidden, 0), { list: 0, isQuote: false, depth: 0 }, locator, builder);
}

/** Takes out what no reader sees. */
function shownOf(nodes: readonly Node[], hidden: ReadonlySet<Node>, depth: number): Node[] {
  const shown = nodes.filter((node) => !hidden.has(node));
  if (depth <= deepest) for (const node of shown) if ('childNodes' in node) node.childNodes = shownOf(node.childNodes, hidden, depth + 1);
  return shown;
}

interface State {
  /** Lists around. */
  readonly list: number;
  readonly isQuote: boolean;
  readonly depth: number;
}

function visit(nodes: readonly Node[], state: State, locator: Locator | undefined, builder: TextBuilder): void {
  if (state.depth > deepest) return;
  let words = '';
  const flush = (): void => {
    if (state.list > 0) builder.item(words, state.list, '-', locator);
    else builder.paragraph(words, locator, { isQuote: state.isQuote });
    words = '';
  };
  for (const node of nodes) {
    if (!('tagName' in node)) {
      words += 'value' in node ? node.value.replaceAll(/\s+/g, ' ') : '';
      continue;
    }
    const name = node.tagName;
    if (unread.has(name)) continue;
    if (name === 'br') words += '\n';
    else if (inline.has(name) && !holdsBlock(node, 0)) words += textOf(node);
    else {
      flush();
      const inner = { ...state, depth: state.depth + 1 };
      if (/^h[1-6]$/.test(name)) builder.heading(Number(name.slice(1)), textOf(node), locator);
      else if (name === 'pre') builder.code(textOf(node, true), locator);
      else if (name === 'table') writeTable(node, locator, builder);
      else if (name === 'ul' || name === 'ol' || name === 'dl')
        visit(node.childNodes, { ...inner, list: state.list + 1 }, locator, builder);
      else visit(node.childNodes, name === 'blockquote' ? { ...inner, isQuote: true } : inner, locator, builder);
    }
  }
  flush();
}

function holdsBlock(element: Element, depth: number): boolean {
  return (
    depth < deepest &&
    element.childNodes.some(
      (node) => 'tagName' in node && (!inline.has(node.tagName) ? node.tagName !== 'br' : holdsBlock(node, depth + 1)),
    )
  );
}

function textOf(node: Node, keepLines = false, depth = 0): string {
  if ('value' in node) return keepLines ? node.value : node.value.replaceAll(/\s+/g, ' ');
  if (!('childNodes' in node) || depth > deepest || ('tagName' in node && unread.has(node.tagName))) return '';
  if ('tagName' in node && node.tagName === 'br') return '\n';
  const words = node.childNodes.map((each) => textOf(each, keepLines, depth + 1)).join('');
  return 'tagName' in node && !inline.has(node.tagName) && depth > 0 ? ` ${words} ` : words;
}

function writeTable(table: Element, locator: Locator | undefined, builder: TextBuilder): void {
  const rows: { readonly row: Row; readonly isHeader: boolean }[] = [];
  const collect = (element: Element, depth: number): void => {
    for (const child of element.childNodes) {
      if (!('tagName' in child) || depth > 5) continue;
      if (child.tagName === 'caption') builder.paragraph(textOf(child), locator);
      else if (child.tagName === 'tr') {
        const cells = child.childNodes.filter((cell): cell is Element => 'tagName' in cell && /^t[dh]$/.test(cell.tagName));
        rows.push({
          row: { cells: cells.map((cell) => textOf(cell)), ...(locator === undefined ? {} : { locator }) },
          isHeader: cells.length > 1 && cells.every((cell) => cell.tagName === 'th'),
        });
      } else collect(child, depth + 1);
    }
  };
  collect(table, 0);
  const header = rows[0]?.isHeader === true && rows.length > 1 ? rows[0].row : null;
  builder.table(header, rows.map(({ row }) => row).slice(header === null ? 0 : 1));
}
