import type { Citation } from '../contract/citation.ts';
import { findQuote } from '../contract/find-quote.ts';
import type { Anchor } from '../contract/session.ts';
import { LineIndex } from '../documents/cite.ts';

/** Finds citations of one document again in its text as it is now. */
export class Anchors {
  readonly #text: string;
  readonly #lines: LineIndex;

  constructor(text: string) {
    this.#text = text;
    this.#lines = new LineIndex(text);
  }

  /** Where the citation stands now. */
  find(citation: Citation): Anchor {
    const found = findQuote(this.#text, citation);
    if (found === null) return { state: 'lost' };
    const { start, end, moved } = found;
    return { state: moved ? 'moved' : 'same', start, end, line: this.#lines.lineAt(start) };
  }
}
