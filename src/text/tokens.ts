import { stem } from './stem.ts';
import { isStopword } from './stopwords.ts';

/** A word or number with its place; `text.slice(start, end) === token.text`. Offsets are UTF-16. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly lower: string;
}

/**
 * Words with inner apostrophes and hyphens before letters kept whole where they are one word in use ("don't", "SP800-63B"), numbers
 * with their separators ("1,234.5", "3.0.1"), and every Han, kana or Thai character by itself, as there are no spaces to go by.
 */
const pattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{N}+(?:[.,]\p{N}+)*(?:\p{L}+)?|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?:\p{N}+(?:-\p{N}+)*\p{L}?)?/gu;

/** Tokens in order. Never throws; lone surrogates are no tokens. Hyphenated words are several tokens: "high-risk" meets "high risk". */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(pattern)) {
    tokens.push({ start: match.index, end: match.index + match[0].length, text: match[0], lower: match[0].toLowerCase() });
  }
  return tokens;
}

/** The same words in texts of nothing but ASCII, where no script needs to be known. */
const asciiPattern = /[0-9]+(?:[.,][0-9]+)*[A-Za-z]*|[A-Za-z]+(?:'[A-Za-z]+)*(?:[0-9]+(?:-[0-9]+)*[A-Za-z]?)?/g;
const ascii = /^[\0-\x7f]*$/;

/** Number of the tokens of a text. */
export function countTokens(text: string): number {
  return text.match(ascii.test(text) ? asciiPattern : pattern)?.length ?? 0;
}

/** By the word as it is written; empty for one without meaning of its own. */
const stems = new Map<string, string>();
const mostStems = 100_000;

/** Stems of the words that carry meaning, in order, with repetitions. Negations are kept: they decide. */
export function contentStems(text: string): string[] {
  const found: string[] = [];
  for (const word of text.match(ascii.test(text) ? asciiPattern : pattern) ?? []) {
    let own = stems.get(word);
    if (own === undefined) {
      const lower = word.toLowerCase();
      own = isStopword(lower) ? '' : stem(lower);
      if (stems.size >= mostStems) stems.clear();
      stems.set(word, own);
    }
    if (own !== '') found.push(own);
  }
  return found;
}
