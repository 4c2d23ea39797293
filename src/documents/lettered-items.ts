import type { Block } from './types.ts';

/** "(a) the first", "(iv) ...": items of rules and contracts, which no markup of a document tells from paragraphs. Group `mark`. */
const marked = /^\(?(?<mark>[a-z]|[ivx]{2,5}|\d{1,2})\)[^\S\r\n]+(?=\S)/;
const atLine = /^[^\S\r\n]*\(?(?:[a-z]|[ivx]{2,5}|\d{1,2})\)[^\S\r\n]+(?=\S)/gm;
const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv'];
/** Lists within each other, and blocks that are looked at for a second item. */
const deepest = 8;
const farthest = 50;
const announces = /[:：—–-]\s*$/;

/** An open list: the numerals that its marks are of, and the place of its last one. */
interface Open {
  readonly kind: Kind;
  place: number;
}

type Kind = 'letter' | 'roman' | 'figure';

/**
 * Paragraphs that begin with the marks of a list, one after the other from (a), (i) or (1) on, become its items, where a text that ends with a colon
 * or a dash introduces them: (i) within (a) is an item of (a). A paragraph of several such lines is cut before each. Other blocks stay as they are.
 */
export function letteredItems(text: string, blocks: readonly Block[]): Block[] {
  const parts = blocks.flatMap((block) => cutAtMarks(text, block));
  const found: Block[] = [];
  let open: Open[] = [];
  let before: Block | null = null;
  for (const [index, block] of parts.entries()) {
    const mark = block.kind === 'paragraph' ? markOf(text, block) : null;
    const depth = mark === null ? -1 : depthOf(mark, open, before !== null && announces.test(text.slice(before.start, before.end)));
    const isAlone = depth === 0 && open.length === 0 && !goesOn(text, mark, parts, index + 1);
    if (mark === null || depth < 0 || isAlone) {
      open = [];
      found.push(block);
    } else {
      const [kind, place] = readAs(mark, open[depth], depth > open.length - 1);
      open = [...open.slice(0, depth), { kind, place }];
      found.push({ ...block, kind: 'list-item', start: block.start + mark.length, depth: depth + 1 });
    }
    before = block;
  }
  return found;
}

interface Mark {
  readonly words: string;
  /** Of the mark with the space behind it, UTF-16. */
  readonly length: number;
}

function markOf(text: string, { start, end, markup }: Block): Mark | null {
  const found = marked.exec(text.slice(start, end));
  // What is set apart from the first letter on is a heading or a term.
  if (found === null || markup.some(([from, to]) => from < start + found[0].length && to > start)) return null;
  return { words: found.groups?.['mark'] ?? '', length: found[0].length };
}

/** How a mark may be read: (i) is the ninth letter and the first roman numeral. */
function readings({ words }: Mark): [Kind, number][] {
  const all: [Kind, number][] = [];
  if (/^\d+$/.test(words)) all.push(['figure', Number(words)]);
  if (romans.includes(words)) all.push(['roman', romans.indexOf(words) + 1]);
  if (/^[a-z]$/.test(words)) all.push(['letter', words.charCodeAt(0) - 96]);
  return all;
}

/** The list, from the outermost on, that a mark goes on with or begins; -1 where it does neither. */
function depthOf(mark: Mark, open: readonly Open[], introduced: boolean): number {
  const next = open.findLastIndex((list) => readings(mark).some(([kind, place]) => kind === list.kind && place === list.place + 1));
  if (next >= 0) return next;
  return introduced && open.length < deepest && readings(mark).some(([, place]) => place === 1) ? open.length : -1;
}

function readAs(mark: Mark, list: Open | undefined, isFirst: boolean): [Kind, number] {
  const all = readings(mark);
  const own = isFirst ? all.find(([, place]) => place === 1) : all.find(([kind, place]) => kind === list?.kind && place === list.place + 1);
  return own ?? ['letter', 1];
}

/** Does the next block of the same depth go on with the second mark? One item is no list. */
function goesOn(text: string, mark: Mark | null, parts: readonly Block[], from: number): boolean {
  if (mark === null) return false;
  for (let at = from; at < parts.length && at < from + farthest; at += 1) {
    const block = parts[at];
    const other = block?.kind === 'paragraph' ? markOf(text, block) : null;
    if (other === null) return false;
    if (readings(other).some(([kind, place]) => place === 2 && readings(mark).some(([first]) => first === kind))) return true;
  }
  return false;
}

/** A paragraph of several lines that begin with marks, as a block for what stands before them and for each. */
function cutAtMarks(text: string, block: Block): Block[] {
  if (block.kind !== 'paragraph' || block.plain !== undefined) return [block];
  const starts = [...text.slice(block.start, block.end).matchAll(atLine)].map(({ index }) => block.start + index);
  const lines = starts.filter((at) => at > block.start);
  if (starts.length < 2 || lines.length === 0) return [block];
  // Lines and marks both ascend.
  let first = 0;
  return [block.start, ...lines].flatMap((from, index) => {
    const start = from + text.slice(from, block.end).search(/\S/);
    const end = start + text.slice(start, lines[index] ?? block.end).trimEnd().length;
    while ((block.markup[first]?.[0] ?? Infinity) < start) first += 1;
    let last = first;
    while ((block.markup[last]?.[1] ?? Infinity) <= end) last += 1;
    return end > start ? [{ ...block, start, end, markup: block.markup.slice(first, last) }] : [];
  });
}
