/** A part of a text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function isInside(part: Span, whole: Span): boolean {
  return whole.start <= part.start && part.end <= whole.end;
}

export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Starts of the words that stand inside any of the spans. */
export function startsInside(words: readonly Span[], spans: readonly Span[]): Set<number> {
  return new Set(words.filter((word) => spans.some((span) => isInside(word, span))).map(({ start }) => start));
}

/** What stands before and behind a part of a text. */
export function textAround(text: string, { start, end }: Span): string {
  return `${text.slice(0, start)} ${text.slice(end)}`;
}
