const measures: readonly (readonly [name: string, words: RegExp])[] = [
  ['second', /^(?:seconds?|secs?)\b/i],
  ['minute', /^(?:minutes?|mins?)\b/i],
  ['hour', /^hours?\b/i],
  ['day', /^days?\b/i],
  ['week', /^weeks?\b/i],
  ['month', /^months?\b/i],
  ['quarter', /^quarters\b/i],
  ['year', /^years?\b/i],
  ['length', /^(?:milli|centi|kilo)?met(?:er|re)s?\b|^(?:mm|cm|km|inch(?:es)?|feet|foot|yards?|miles?)\b/i],
  ['weight', /^(?:milli|kilo)?gram(?:me)?s?\b|^(?:mg|kg|tons?|tonnes?|ounces?)\b/i],
  ['data', /^(?:bits?|bytes?|kb|mb|gb|tb)\b/i],
  ['share', /^(?:%|percent|per cent|percentage points?)/i],
  ['money', /^(?:euros?|dollars?|pounds?|cents?|francs?|yen)\b/i],
];

/** What a number measures, by the word behind it; null where it counts something, or nothing is there. "Pounds" are money. */
export function measureAfter(text: string, end: number): string | null {
  const behind = text.slice(end, end + 24).replace(/^[-\s]+/, '');
  return measures.find(([, words]) => words.test(behind))?.[0] ?? null;
}
