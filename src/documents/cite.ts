import type { Citation } from '../contract/citation.ts';

const contextLength = 32;

/** Line starts of a text, for 1-based lines by binary search. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const match of text.matchAll(/\r\n|\r|\n/g)) this.#starts.push(match.index + match[0].length);
  }

  /** 1-based. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}

/** The citation of `text.slice(start, end)`. @throws RangeError when the range is not within the text. */
export function cite(
  path: string,
  text: string,
  contentHash: string,
  start: number,
  end: number,
  lines: LineIndex = new LineIndex(text),
): Citation {
  if (start < 0 || end < start || end > text.length) throw new RangeError(`${start}-${end} is not within ${path}`);
  return {
    path,
    start,
    end,
    line: lines.lineAt(start),
    quote: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - contextLength), start),
    suffix: text.slice(end, end + contextLength),
    contentHash,
  };
}

export interface FoundQuote {
  readonly start: number;
  readonly end: number;
  /** The quote stands elsewhere than the citation says, or with other white space. */
  readonly moved: boolean;
}

/**
 * Finds a citation in a text that may have changed: at its place; else the same words whose surroundings fit best, the nearest of
 * equals; else the same words with other white space. null when they are gone: the citation is stale.
 */
export function findQuote(text: string, citation: Pick<Citation, 'start' | 'end' | 'quote' | 'prefix' | 'suffix'>): FoundQuote | null {
  const { start, end, quote } = citation;
  if (quote === '') return null;
  if (text.slice(start, end) === quote) return { start, end, moved: false };
  let best: { at: number; fit: number } | null = null;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const fit =
      commonEnd(text.slice(Math.max(0, at - contextLength), at), citation.prefix) +
      commonStart(text.slice(at + quote.length, at + quote.length + contextLength), citation.suffix);
    if (best === null || fit > best.fit || (fit === best.fit && Math.abs(at - start) < Math.abs(best.at - start))) best = { at, fit };
  }
  if (best !== null) return { start: best.at, end: best.at + quote.length, moved: true };
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
