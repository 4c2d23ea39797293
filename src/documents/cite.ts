import type { Citation } from '../contract/citation.ts';
import type { Locator } from '../contract/locator.ts';
import { quoteContext } from '../contract/find-quote.ts';

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
  locator?: Locator,
): Citation {
  if (start < 0 || end < start || end > text.length) throw new RangeError(`${start}-${end} is not within ${path}`);
  return {
    path,
    start,
    end,
    line: lines.lineAt(start),
    quote: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - quoteContext), start),
    suffix: text.slice(end, end + quoteContext),
    contentHash,
    ...(locator === undefined ? {} : { locator }),
  };
}
