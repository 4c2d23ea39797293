/** A word or mark, with UTF-16 offsets into the text as it is. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Runs of letters and numbers, and single other characters that are not white space: the first `most` of them. */
export function tokenize(text: string, most: number): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]+|\S/gu)) {
    if (tokens.length >= most) break;
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
