/** A range in one of several texts, UTF-16. */
export interface Found {
  readonly text: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Where words stand in a run of texts as a page draws them: broken over lines, hyphenated, with ligatures or not. Letters and digits alone
 * are compared, in lower case. Of several places the first. Empty where they do not all stand there, one after the other.
 */
export function findWords(texts: readonly string[], words: string): Found[] {
  const wanted = lettersOf(words)
    .map(([letter]) => letter)
    .join('');
  if (wanted === '') return [];
  const letters = texts.flatMap((text, index) => lettersOf(text).map(([letter, start, end]) => ({ letter, text: index, start, end })));
  // A letter may be several of a ligature's, which share their place.
  const all = letters.map(({ letter }) => letter).join('');
  const at = all.indexOf(wanted);
  if (at < 0) return [];
  const found: { text: number; start: number; end: number }[] = [];
  let offset = 0;
  for (const { letter, text, start, end } of letters) {
    const isIn = offset + letter.length > at && offset < at + wanted.length;
    offset += letter.length;
    if (!isIn) continue;
    const last = found.at(-1);
    if (last?.text === text) last.end = end;
    else found.push({ text, start, end });
  }
  return found;
}

function lettersOf(text: string): [letter: string, start: number, end: number][] {
  const letters: [string, number, number][] = [];
  let at = 0;
  for (const sign of text) {
    const plain = sign
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
    if (plain !== '') letters.push([plain, at, at + sign.length]);
    at += sign.length;
  }
  return letters;
}
