import type { Citation } from './citation.ts';

/** Characters kept on each side of a quote, to find it again. */
export const quoteContext = 32;
/** Places with the same words that are looked at, at most: a quote that stands more often than this is no quote. */
const mostPlaces = 1000;

export interface FoundQuote {
  readonly start: number;
  readonly end: number;
  /** The quote stands elsewhere than the citation says, or with other white space. */
  readonly moved: boolean;
}

/**
 * Finds a citation in a text that may have changed: the same words where their surroundings fit best, the citation's own place before
 * others unless another fits much better, the nearest of equals; else the same words with other white space. Nothing else in the program
 * looks for a quote.
 * @returns UTF-16 offsets in `text`; null when the words are gone: the citation is stale
 */
export function findQuote(text: string, citation: Pick<Citation, 'start' | 'quote' | 'prefix' | 'suffix'>): FoundQuote | null {
  const { start, quote, prefix, suffix } = citation;
  if (quote === '') return null;
  const fitAt = (at: number): number =>
    commonEnd(text.slice(Math.max(0, at - quoteContext), at), prefix) +
    commonStart(text.slice(at + quote.length, at + quote.length + quoteContext), suffix);
  const isAtPlace = text.startsWith(quote, start);
  if (isAtPlace && fitAt(start) === prefix.length + suffix.length) return { start, end: start + quote.length, moved: false };
  let best: { at: number; fit: number } | null = isAtPlace ? { at: start, fit: fitAt(start) + quoteContext } : null;
  let at = text.indexOf(quote);
  for (let seen = 0; at >= 0 && seen < mostPlaces; seen += 1) {
    const fit = at === start ? -1 : fitAt(at);
    if (best === null || fit > best.fit || (fit === best.fit && Math.abs(at - start) < Math.abs(best.at - start))) best = { at, fit };
    at = text.indexOf(quote, at + 1);
  }
  if (best !== null) return { start: best.at, end: best.at + quote.length, moved: best.at !== start };
  return findLoosely(text, quote, start);
}

/** The same words with any white space between them, nearest to `near`. */
function findLoosely(text: string, quote: string, near: number): FoundQuote | null {
  const words = quote
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0 || words.length > 2000) return null;
  let best: FoundQuote | null = null;
  for (const match of text.matchAll(new RegExp(words.join('\\s+'), 'g'))) {
    if (best === null || Math.abs(match.index - near) < Math.abs(best.start - near))
      best = { start: match.index, end: match.index + match[0].length, moved: true };
  }
  return best;
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charAt(a.length - 1 - length) === b.charAt(b.length - 1 - length)) length += 1;
  return length;
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charAt(length) === b.charAt(length)) length += 1;
  return length;
}
