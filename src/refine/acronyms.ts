/** Short forms that the documents explain, with the words they stand for: `PAD` for "presentation attack detection". */
export type Acronyms = ReadonlyMap<string, readonly string[]>;

const bracket = /\(\s*[*_]*(?<short>[A-Z][A-Za-z]{1,7})s?[*_]*\s*\)/gu;
/** The words before a bracket. They are sought from there: brackets are few, and beginnings of words many. */
const wordsBefore = /[\p{L}\s/-]*$/u;
const furthest = 160;
const mostWords = 8;

/** Reads "presentation attack detection (PAD)": the words before the bracket whose initials are the short form. Later explanations do not replace earlier ones. */
export function acronymsIn(texts: Iterable<string>): Acronyms {
  const found = new Map<string, readonly string[]>();
  for (const text of texts) {
    for (const match of text.matchAll(bracket)) {
      const explained = wordsBefore.exec(text.slice(Math.max(0, match.index - furthest), match.index))?.[0] ?? '';
      const short = match.groups?.['short'] ?? '';
      const words = explained
        .split(/[\s/-]+/)
        .filter((word) => word !== '')
        .slice(-mostWords);
      const letters = Array.from(short.replace(/s$/, '').toLowerCase());
      const long = initialsFrom(words, letters);
      if (long !== null && !found.has(short))
        found.set(
          short,
          long.map((word) => word.toLowerCase()),
        );
    }
  }
  return found;
}

/** The last words whose initials spell the letters; small words between them may be skipped. */
function initialsFrom(words: readonly string[], letters: readonly string[]): string[] | null {
  const taken: string[] = [];
  let letter = letters.length - 1;
  for (let at = words.length - 1; at >= 0 && letter >= 0; at -= 1) {
    const word = words[at] ?? '';
    if (word.charAt(0).toLowerCase() === letters[letter]) {
      taken.unshift(word);
      letter -= 1;
    } else if (!/^(?:of|and|the|for|to|in|by|on|with|a)$/i.test(word)) return null;
  }
  return letter < 0 && taken.length >= 2 ? taken : null;
}
