import { stem } from './stem.ts';
import { isStopword } from './stopwords.ts';
import { chunkEnd, partOf, type Utf8, utf8Of } from './utf8.ts';
import { WordTable } from './word-table.ts';

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

/** Number of the tokens of a text. */
export function countTokens(text: string): number {
  let count = 0;
  eachToken(utf8Of(text), () => {
    count += 1;
  });
  return count;
}

/** By the word as it is written; empty for one without meaning of its own. */
const stems = new WordTable<string>(100_000);

/** Stems of the words that carry meaning, in order, with repetitions. Negations are kept: they decide. */
export function contentStems(text: string): string[] {
  const found: string[] = [];
  const add = (own: string): void => {
    if (own !== '') found.push(own);
  };
  const source = utf8Of(text);
  const { bytes } = source;
  eachToken(source, (start, end) => {
    let own = stems.at(bytes, start, end);
    if (own === undefined) {
      own = stemOf(partOf(source, start, end));
      stems.add(bytes, start, end, own);
    }
    add(own);
  });
  return found;
}

function stemOf(word: string): string {
  const lower = word.toLowerCase();
  return isStopword(lower) ? '' : stem(lower);
}

/** The tokens of a text by their places in its bytes: those of the pattern, but in ASCII nothing is cut out and no script needs to be known. */
function eachToken(text: Utf8, visit: (start: number, end: number) => void): void {
  const { bytes, length } = text;
  for (let at = 0; at < length; at += 1) {
    const end = chunkEnd(text, at);
    if (end < 0) {
      // Characters to bytes, token by token.
      const chunk = partOf(text, at, -end);
      let [seen, start] = [0, at];
      for (const { 0: word, index } of chunk.matchAll(pattern)) {
        start += Buffer.byteLength(chunk.slice(seen, index));
        seen = index + word.length;
        const stop = start + Buffer.byteLength(word);
        visit(start, stop);
        start = stop;
      }
      at = -end;
      continue;
    }
    while (at < end) {
      const kind = kinds[bytes[at] ?? 0];
      if (kind !== digit && kind !== letter) {
        at += 1;
        continue;
      }
      const stop = tokenEnd(bytes, at, end);
      visit(at, stop);
      at = stop;
    }
  }
}

/** Kinds of bytes. What may stand within a token is one by itself: a point or comma in numbers, an apostrophe in words, a hyphen after them. */
const [other, digit, letter, separator, apostrophe, hyphen] = [0, 1, 2, 3, 4, 5];
const kinds = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[0-9]/.test(character)) return digit;
  if (/[A-Za-z]/.test(character)) return letter;
  return character === '.' || character === ',' ? separator : character === "'" ? apostrophe : character === '-' ? hyphen : other;
});

/** Where the token of ASCII ends that begins with the digit or letter at `start`. */
function tokenEnd(bytes: Uint8Array, start: number, end: number): number {
  if (kindAt(bytes, start, end) === digit) return run(letter, bytes, series(digit, separator, bytes, start, end), end);
  const word = series(letter, apostrophe, bytes, start, end);
  if (kindAt(bytes, word, end) !== digit) return word;
  const numbered = series(digit, hyphen, bytes, word, end);
  return kindAt(bytes, numbered, end) === letter ? numbered + 1 : numbered;
}

/** Runs of one kind, parted by single bytes of another. */
function series(kind: number, joint: number, bytes: Uint8Array, start: number, end: number): number {
  let at = run(kind, bytes, start, end);
  while (kindAt(bytes, at, end) === joint && kindAt(bytes, at + 1, end) === kind) at = run(kind, bytes, at + 1, end);
  return at;
}

function run(kind: number, bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && kinds[bytes[at] ?? 0] === kind) at += 1;
  return at;
}

function kindAt(bytes: Uint8Array, at: number, end: number): number {
  return at < end ? (kinds[bytes[at] ?? 0] ?? other) : other;
}
