import search from 'approx-string-match';

import type { Citation } from '../contract/citation.ts';
import { quoteContext } from '../contract/find-quote.ts';
import type { Anchor } from '../contract/session.ts';
import { LineIndex } from '../documents/cite.ts';

/** How a quote stood in the document that it was cut from: what has copies is told from them by its surroundings, or not at all. */
export interface Copies {
  /** Places with the same words, its own counted. */
  readonly of: number;
  /** Another one has the same surroundings too. */
  readonly alike: boolean;
}

type Place = Pick<Citation, 'start' | 'quote' | 'prefix' | 'suffix'>;

/** Copies beyond this number are not told apart. */
const mostCopies = 1000;
/** Of the quote's characters that may differ, where its words have changed. */
const mostErrors = 0.35;
/** Longer quotes and texts are not searched with errors: it takes time in proportion to both. */
const longestSearched = { quote: 1000, text: 400_000 };

/** @param text in which the citation was made */
export function copiesOf(text: string, citation: Place): Copies {
  const places = occurrences(text, citation.quote);
  const same = places.filter((place) => fitAt(text, place, citation) === 'both');
  return { of: places.length, alike: same.length > 1 };
}

/** Finds citations of one document again in its text as it is now. */
export class Anchors {
  readonly #text: string;
  readonly #contentHash: string;
  readonly #lines: LineIndex;

  /** @param contentHash of the text */
  constructor(text: string, contentHash: string) {
    this.#text = text;
    this.#contentHash = contentHash;
    this.#lines = new LineIndex(text);
  }

  /**
   * Where the citation stands now: by its place, where the document is as it was; else by its words and what stands around them; else, with
   * some of its words changed, where nothing else comes near. `lost` wherever two places could be meant.
   */
  find(citation: Citation, copies: Copies): Anchor {
    const { start, end, quote, contentHash } = citation;
    if (contentHash === this.#contentHash) return this.#placed('same', start, end);
    const exact = occurrences(this.#text, quote);
    if (exact.length > 0) {
      const at = this.#chosen(exact, citation, copies);
      return at === null ? { state: 'lost' } : this.#placed(at === start ? 'same' : 'moved', at, at + quote.length);
    }
    const near = this.#near(citation);
    return near === null
      ? { state: 'lost' }
      : { ...this.#placed('changed', near.start, near.end), state: 'changed', now: this.#text.slice(near.start, near.end) };
  }

  /** The one occurrence that is the citation's; null where that is in doubt. */
  #chosen(places: readonly number[], citation: Place, { of, alike }: Copies): number | null {
    if (alike || places.length > mostCopies) return null;
    const fits = places.map((place) => fitAt(this.#text, place, citation));
    const whole = places.filter((_, index) => fits[index] === 'both');
    const [only] = whole;
    if (only !== undefined) return whole.length === 1 ? only : null;
    // On one side something has changed: then there must never have been another place that it could be.
    const [found] = places;
    return places.length === 1 && of === 1 && fits[0] === 'one' && found !== undefined ? found : null;
  }

  /** The place that comes nearest to a quote that stands nowhere; null where none is near, or several are as near. */
  #near({ quote }: Place): { readonly start: number; readonly end: number } | null {
    if (quote.length > longestSearched.quote || this.#text.length > longestSearched.text) return null;
    const matches = search(this.#text, quote, Math.floor(quote.length * mostErrors));
    const [first] = matches;
    if (first === undefined) return null;
    // The same place may be found with ends that differ by a few characters.
    if (matches.some(({ start, end }) => start >= first.end || end <= first.start)) return null;
    return this.#toWords(first.start, first.end);
  }

  #toWords(from: number, to: number): { readonly start: number; readonly end: number } {
    let [start, end] = [from, to];
    while (start > 0 && isWord(this.#text.charAt(start)) && isWord(this.#text.charAt(start - 1))) start -= 1;
    while (end < this.#text.length && isWord(this.#text.charAt(end)) && isWord(this.#text.charAt(end - 1))) end += 1;
    const cut = this.#text.slice(start, end);
    return { start: start + cut.length - cut.trimStart().length, end: end - (cut.length - cut.trimEnd().length) };
  }

  #placed<S extends string>(state: S, start: number, end: number): { state: S; start: number; end: number; line: number } {
    return { state, start, end, line: this.#lines.lineAt(start) };
  }
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(character);
}

/** Overlapping ones too. */
export function occurrences(text: string, quote: string): number[] {
  if (quote === '') return [];
  const found: number[] = [];
  for (let at = text.indexOf(quote); at >= 0 && found.length <= mostCopies; at = text.indexOf(quote, at + 1)) found.push(at);
  return found;
}

/**
 * On how many sides does what stands around a place agree with the citation's surroundings? Where these are short a text began or ended, and
 * has to begin or end still.
 */
function fitAt(text: string, at: number, { quote, prefix, suffix }: Place): 'both' | 'one' | 'none' {
  const end = at + quote.length;
  const left = text.slice(Math.max(0, at - quoteContext), at) === prefix;
  const right = text.slice(end, end + quoteContext) === suffix;
  if (left && right) return 'both';
  return (left && prefix.trim() !== '') || (right && suffix.trim() !== '') ? 'one' : 'none';
}
