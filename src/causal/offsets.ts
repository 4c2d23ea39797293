import { tokenize } from '../text/tokens.ts';

/**
 * Where words of a span as a reader sees it stand in its source text: tokens of both are met in order, link targets are passed over.
 * null where the two do not agree word for word: what cannot be cut exactly is not cited.
 */
export function placeInQuote(plain: string, quote: string): ((range: readonly [number, number]) => [number, number] | null) | null {
  if (plain === quote) return ([start, end]) => [start, end];
  const hidden = [...quote.matchAll(/\]\([^)\s]*\)|\]\[[^\]]*\]|<[^>]*>|https?:\/\/\S+/g)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  const seen = tokenize(quote).filter(({ start, end }) => !hidden.some(([from, to]) => start >= from && end <= to));
  const tokens = tokenize(plain);
  const places = new Map<number, { start: number; end: number }>();
  let at = 0;
  for (const token of tokens) {
    while (at < seen.length && seen[at]?.text !== token.text) at += 1;
    const found = seen[at];
    if (found === undefined) return null;
    places.set(token.start, { start: found.start, end: found.end });
    at += 1;
  }
  return ([start, end]) => {
    const inside = tokens.filter((token) => token.start >= start && token.end <= end);
    const first = places.get(inside[0]?.start ?? -1);
    const last = places.get(inside.at(-1)?.start ?? -1);
    return first === undefined || last === undefined ? null : [first.start, last.end];
  };
}
