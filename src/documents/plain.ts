import { decodeHTML } from './entities.ts';

/**
 * A range as a reader sees it: markup taken off, character references decoded, white space collapsed. Marks between letters leave no
 * gap ("un**believ**able"); a mark with space around it leaves one.
 */
export function toPlain(text: string, start: number, end: number, markup: readonly (readonly [number, number])[]): string {
  let plain = '';
  let at = start;
  for (const [from, to] of markup) {
    if (to <= at) continue;
    if (from >= end) break;
    plain += text.slice(at, Math.max(at, from));
    if (text.slice(from, to).includes('|')) plain += ' | ';
    at = to;
  }
  if (at < end) plain += text.slice(at, end);
  return decodeHTML(plain)
    .replaceAll('\u0000', ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:\| )+\|/g, '|')
    .replaceAll(/^[| ]+|[| ]+$/g, '')
    .trim();
}
