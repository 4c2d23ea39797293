import { type Hidden, marksOf } from './seen-marks.ts';

/** Marks of a quote that its reader does not see, by its document's name. A quote of plain text is shown as it stands. @param path the document's */
export function hiddenIn(quote: string, path: string): Hidden[] {
  const found: Hidden[] = [];
  for (const [pattern, parts] of marksOf(quote, path))
    for (const match of quote.matchAll(pattern))
      for (const hidden of parts(match))
        if (hidden.end > hidden.start && !found.some((other) => hidden.start < other.end && other.start < hidden.end)) found.push(hidden);
  return found.sort((a, b) => a.start - b.start);
}

/** The part `[from, to)` of a quote without what is hidden. What a hidden range stands for is said where the range begins. */
export function withoutHidden(quote: string, hidden: readonly Hidden[], from = 0, to = quote.length): string {
  let seen = '';
  let at = from;
  for (const { start, end, instead } of hidden) {
    if (end <= at || start >= to) continue;
    if (start > at) seen += quote.slice(at, start);
    if (start >= from) seen += instead;
    at = Math.min(end, to);
  }
  return seen + quote.slice(at, Math.max(at, to));
}

/** A quote as a reader sees it: to show, never to cite. @param path the document's, which tells what is markup */
export function seenQuote(quote: string, path: string): string {
  return withoutHidden(quote, hiddenIn(quote, path)).trim();
}

/** The quote of a citation as a reader sees it, on one line. */
export function seenLine({ quote, path }: { readonly quote: string; readonly path: string }): string {
  return seenQuote(quote, path).replaceAll(/\s+/gu, ' ').trim();
}
