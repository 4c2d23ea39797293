import { stemmer } from 'stemmer';

const cache = new Map<string, string>();
const cacheLimit = 200_000;

/** Porter stem of a lower-case word; words with digits or of other scripts stay as they are. A possessive ending goes first. */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const bare = word.replace(/['’]s?$/u, '');
  const result = /^[a-z'’]+$/.test(bare) ? stemmer(bare) : bare;
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(word, result);
  return result;
}
