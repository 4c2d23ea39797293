import { decodeHTML } from './html-entities.ts';

/** Marks that part words for a reader: line breaks, and tags that begin or end a block or a cell. */
export const parting =
  /[\r\n]|<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|ol|option|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/i;

const uneven = /\s\s|[^\S ]|\0/;

/**
 * A range as a reader sees it: markup taken off, character references decoded, white space collapsed. Marks between letters leave no
 * gap ("un**believ**able"), unless they part lines or blocks ("one<br>two").
 * @param markup ascending and disjoint; may reach beyond the range
 */
export function toPlain(text: string, start: number, end: number, markup: readonly (readonly [number, number])[]): string {
  let plain = '';
  let at = start;
  for (const [from, to] of markup) {
    if (to <= at) continue;
    if (from >= end) break;
    plain += text.slice(at, Math.max(at, from));
    if (parting.test(text.slice(from, to))) plain += ' ';
    at = to;
  }
  if (at < end) plain += text.slice(at, end);
  const decoded = decodeHTML(plain);
  // Nearly always there is nothing to collapse: to look costs less than to replace each space by a space.
  return (uneven.test(decoded) ? decoded.replaceAll('\0', ' ').replaceAll(/\s+/g, ' ') : decoded).trim();
}
