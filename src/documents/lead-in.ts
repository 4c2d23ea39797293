import { sentences } from '../text/sentences.ts';
import { toPlain } from './plain.ts';
import type { Block } from './types.ts';

/** Of lists within each other. */
const mostLeads = 8;

/**
 * For each block the words that introduce it: of list items and table rows the sentence before them that ends with a colon, and of nested
 * items also the item above that does, outermost first. undefined where there are none.
 */
export function leadIns(text: string, blocks: readonly Block[]): (string | undefined)[] {
  /** Lead-ins in force, outermost first, with the depth from which on they hold. */
  let open: { readonly from: number; readonly words: string }[] = [];
  let tail: { readonly block: Block; readonly depth: number } | null = null;
  let before: Block['kind'] | null = null;
  return blocks.map((block) => {
    // A list's introduction is none of the table's after it.
    if (before !== block.kind && (before === 'list-item' || before === 'table-row')) {
      open = [];
      tail = null;
    }
    before = block.kind;
    const isLed = block.kind === 'list-item' || block.kind === 'table-row';
    const depth = block.kind === 'list-item' ? (block.depth ?? 1) : block.kind === 'table-row' ? 1 : 0;
    if (!isLed) {
      open = [];
      // A table or list may follow a heading's own paragraph only.
      tail = block.kind === 'paragraph' || block.kind === 'quote' ? { block, depth: 0 } : null;
      return undefined;
    }
    open = open.filter((lead) => lead.from <= depth);
    if (tail !== null && tail.depth < depth) {
      const words = announcement(text, tail.block);
      if (words !== null && open.length < mostLeads) open.push({ from: tail.depth + 1, words });
    }
    tail = block.kind === 'list-item' ? { block, depth } : null;
    const words = open.map((lead) => lead.words).join(' ');
    return words === '' ? undefined : words;
  });
}

/** The last sentence of a block, where it ends with a colon. */
function announcement(text: string, { start, end, markup }: Block): string | null {
  const plain = toPlain(text, start, end, markup);
  if (!/[:：]$/.test(plain)) return null;
  const last = sentences(plain).at(-1);
  return last === undefined ? null : plain.slice(last.start, last.end);
}
