/** Where words as a reader sees them stand in a quote with its markup and line breaks: offsets into the quote, or null. */
export function placeIn(quote: string, words: string): [start: number, end: number] | null {
  const parts = words.split(/\s+/).filter((part) => part !== '');
  if (parts.length === 0) return null;
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join(String.raw`[\s*_${'`'}]+`);
  const match = new RegExp(pattern, 'u').exec(quote);
  return match === null ? null : [match.index, match.index + match[0].length];
}
