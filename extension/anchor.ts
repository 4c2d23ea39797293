import type { Citation } from '../src/contract/citation.ts';

/** What a citation is found again by. Offsets are UTF-16. */
export type Cited = Pick<Citation, 'quote' | 'start' | 'prefix' | 'suffix'>;

/** Places with the same words that are looked at, at most: a quote that stands more often than this is no quote. */
const mostPlaces = 1000;

/**
 * Where a citation stands in the text as an editor holds it: without byte order mark, all lines ended by `eol`, perhaps edited. Of
 * places with the same words the one among the same neighbours is taken, then the one nearest to the citation's offset, then the first.
 * @returns [start, end) in `text`; null when the words are gone
 */
export function anchor(text: string, eol: '\n' | '\r\n', cited: Cited): { start: number; end: number } | null {
  const inEditor = (words: string): string => words.replaceAll(/\r\n|\r|\n/g, eol);
  const quote = inEditor(cited.quote);
  if (quote === '') return null;
  const prefix = inEditor(cited.prefix.replace(/^\uFEFF/, ''));
  const suffix = inEditor(cited.suffix);
  let best: { start: number; neighbours: number; distance: number } | null = null;
  let at = text.indexOf(quote);
  for (let seen = 0; at >= 0 && seen < mostPlaces; seen += 1) {
    const neighbours = Number(text.endsWith(prefix, at)) + Number(text.startsWith(suffix, at + quote.length));
    const distance = Math.abs(at - cited.start);
    if (best === null || neighbours > best.neighbours || (neighbours === best.neighbours && distance < best.distance))
      best = { start: at, neighbours, distance };
    at = text.indexOf(quote, at + 1);
  }
  return best === null ? null : { start: best.start, end: best.start + quote.length };
}
