import type { Block, DocumentParser } from '../types.ts';

/** Paragraphs are what blank lines part. A short line of a paragraph's own, without a full stop, above text is its heading. */
export const plainText: DocumentParser = {
  id: 'plain-text',
  version: 1,
  extensions: ['.txt', '.text', '.log'],
  parse(text) {
    const blocks: Block[] = [];
    let headingPath: readonly string[] = [];
    for (const { start, end } of paragraphs(text)) {
      const words = text.slice(start, end);
      const isHeading = !words.includes('\n') && words.length <= 80 && /\p{L}/u.test(words) && !/[.!?;:,"”]$/u.test(words) && end < text.trimEnd().length;
      if (isHeading) {
        blocks.push({ kind: 'heading', start, end, headingPath: [], markup: [] });
        headingPath = [words];
      } else blocks.push({ kind: 'paragraph', start, end, headingPath, markup: [] });
    }
    return { text, title: null, blocks };
  },
};

/** Maximal runs of lines that are not blank, trimmed. */
export function* paragraphs(text: string, from = 0, to = text.length): Generator<{ start: number; end: number }> {
  const blank = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/g;
  blank.lastIndex = from;
  let start = from;
  while (start < to) {
    const match = blank.exec(text);
    const end = match === null || match.index >= to ? to : match.index;
    const trimmed = trimRange(text, start, end);
    if (trimmed !== null) yield trimmed;
    if (match === null || match.index >= to) return;
    start = match.index + match[0].length;
    blank.lastIndex = start - 1;
  }
}

/** The range without white space and byte order mark at its ends; null when nothing is left. */
export function trimRange(text: string, from: number, to: number): { start: number; end: number } | null {
  let start = from;
  let end = to;
  while (start < end && /[\s\uFEFF]/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  return end > start ? { start, end } : null;
}
