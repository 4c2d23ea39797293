import { tokenize } from './tokens.ts';

/** Words of one shingle. */
const shingleWords = 5;

/** The distinct runs of five words of a text, each as a 32-bit number: case, marks and layout aside. */
export function shinglesOf(text: string): Set<number> {
  const words = tokenize(text).map(({ lower }) => lower);
  const found = new Set<number>();
  for (let at = 0; at + shingleWords <= words.length; at += 1) found.add(hashed(words, at));
  return found;
}

/** FNV-1a over the words of one shingle. */
function hashed(words: readonly string[], from: number): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = from; at < from + shingleWords; at += 1) {
    const word = words[at] ?? '';
    for (let place = 0; place < word.length; place += 1) hash = Math.imul(hash ^ word.charCodeAt(place), 0x01_00_01_93);
    hash = Math.imul(hash ^ 0x20, 0x01_00_01_93);
  }
  return hash >>> 0;
}

/**
 * How much of the longer of two texts stands in the other, by shingles, [0, 1]. An excerpt of a long source and a note that is quoted whole
 * are no copies: of these only the shorter stands in the other.
 */
export function sharedByLonger(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  if (many.size === 0) return 0;
  let common = 0;
  for (const shingle of few) if (many.has(shingle)) common += 1;
  return common / many.size;
}
