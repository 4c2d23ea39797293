import type { Citation } from '../src/contract/citation.ts';
import { findQuote } from '../src/contract/find-quote.ts';

/** What a citation is found again by. Offsets are UTF-16. */
export type Cited = Pick<Citation, 'quote' | 'start' | 'prefix' | 'suffix'>;

/**
 * Where a citation stands in the text as an editor holds it: without byte order mark, all lines ended by `eol`, perhaps edited.
 * @returns [start, end) in `text`; null when the words are gone
 */
export function anchor(text: string, eol: '\n' | '\r\n', cited: Cited): { start: number; end: number } | null {
  const inEditor = (words: string): string => words.replace(/^\uFEFF/, '').replaceAll(/\r\n|\r|\n/g, eol);
  const { quote, start, prefix, suffix } = cited;
  const found = findQuote(text, { quote: inEditor(quote), start, prefix: inEditor(prefix), suffix: inEditor(suffix) });
  return found === null ? null : { start: found.start, end: found.end };
}
