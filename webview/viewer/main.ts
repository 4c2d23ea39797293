import '../language.ts';

import type { ShownBlock, ShownDocument, ShownTarget } from '../../src/contract/document-view.ts';
import { element, listen, mainElement } from './host.ts';

listen((message) => Promise.resolve(message.type === 'text' ? showText(message.document, message.target) : true));

/** @returns whether the words of the target are marked */
function showText({ title, blocks, before, after }: ShownDocument, target: ShownTarget | null): boolean {
  const page = mainElement();
  const head = element('header', '');
  head.append(element('h1', 'title', title));
  if (target !== null && target.place !== '') head.append(element('p', 'place', target.place));
  const parts: HTMLElement[] = [head];
  if (before > 0) parts.push(element('p', 'more', '…'));
  let table: HTMLElement | null = null;
  let place = '';
  for (const block of blocks) {
    if (block.kind !== 'table-row') table = null;
    else if (table === null || block.isHeader) parts.push((table = element('table', '')));
    const shown = blockElement(block, target);
    if (block.place !== '' && block.place !== place) shown.dataset['place'] = block.place;
    place = block.place;
    (table ?? { append: (each: HTMLElement) => parts.push(each) }).append(shown);
  }
  if (after > 0) parts.push(element('p', 'more', '…'));
  page.replaceChildren(...parts);
  const mark = page.querySelector('mark');
  mark?.scrollIntoView({ block: 'center' });
  return target === null || mark !== null;
}

function blockElement(block: ShownBlock, target: ShownTarget | null): HTMLElement {
  const { kind, depth, start, text } = block;
  const marked = marking(start, text, target);
  switch (kind) {
    case 'heading':
      return filled(element(`h${Math.min(6, depth + 1)}`, ''), marked);
    case 'list-item': {
      const item = filled(element('p', 'item'), marked);
      item.dataset['depth'] = String(Math.min(6, depth));
      return item;
    }
    case 'code-line':
      return filled(element('pre', ''), marked);
    case 'quote':
      return filled(element('blockquote', ''), marked);
    case 'table-row': {
      const row = element('tr', '');
      // Cells stand between bars, as they were written.
      let at = 0;
      for (const cell of text.split(' | ')) {
        row.append(filled(element(block.isHeader ? 'th' : 'td', ''), marking(start + at, cell, target)));
        at += cell.length + 3;
      }
      return row;
    }
    case 'paragraph':
      return filled(element('p', ''), marked);
  }
}

/** Parts of a text: those in the target are marked. */
function marking(start: number, text: string, target: ShownTarget | null): readonly (readonly [words: string, isMarked: boolean])[] {
  if (target === null) return [[text, false]];
  const from = Math.min(text.length, Math.max(0, target.start - start));
  const to = Math.min(text.length, Math.max(from, target.end - start));
  return [
    [text.slice(0, from), false],
    [text.slice(from, to), true],
    [text.slice(to), false],
  ];
}

function filled(into: HTMLElement, parts: readonly (readonly [words: string, isMarked: boolean])[]): HTMLElement {
  for (const [words, isMarked] of parts) if (words !== '') into.append(isMarked ? element('mark', '', words) : words);
  return into;
}
