import { toPlain } from './plain.ts';
import type { Block } from './types.ts';

/** Of a term, in characters and words: what is longer is a sentence. */
const longest = { characters: 60, words: 6 };
/** Marks that set a term apart: emphasis and code of Markdown and its kin, and of HTML. */
const sets = /^(?:[*_`+]{1,3}|\\(?:textbf|texttt|emph)\{|<(?:b|strong|em|i|code|dt|dfn|kbd|var|tt)\b[^>]*>)$/i;

/** Is a term short enough to stand above its sentences as a heading does? */
export function isTerm(words: string): boolean {
  return words !== '' && words.length <= longest.characters && words.split(' ').length <= longest.words;
}

/** The term of a list item: what its document's structure says, or what it begins with, set apart by marks: "maxRetries" of "- **maxRetries** `number` - How often ...". null where it begins otherwise. */
export function termOfItem(text: string, { kind, start, end, markup, term: told }: Block): string | null {
  if (told !== undefined) return told;
  if (kind !== 'list-item') return null;
  let at = start;
  for (const [index, [from, to]] of markup.entries()) {
    if (text.slice(at, from).trim() !== '') return null;
    at = to;
    const closing = markup[index + 1];
    if (!sets.test(text.slice(from, to).trim()) || closing === undefined) continue;
    const term = toPlain(text, to, Math.min(end, closing[0]), []).replace(/[:：.]$/, '');
    if (term === '') continue;
    return isTerm(term) ? term : null;
  }
  return null;
}

/** "Default: 5", "Defaults to 300 seconds.", "Optional.": no sentence, but the end of the one before it. */
const ending = /^\s*(?:\(?(?:optional|required)\)?\s*[.;]?\s*$|(?:the |its )?defaults?(?: value)?\s*(?::|=|is\b|to\b|are\b))/i;
/** Words of such an ending. */
const longestEnding = 12;

export function endsTheOneBefore(sentence: string): boolean {
  return ending.test(sentence) && sentence.trim().split(/\s+/).length <= longestEnding;
}
