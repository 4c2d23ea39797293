import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { tokenize } from '../text/tokens.ts';

/** What the documents and a dictionary know of words. */
export interface Glossary {
  /** Short forms that the documents explain, with the words they stand for, in lower case. */
  readonly acronyms: ReadonlyMap<string, readonly string[]>;
  /** Do two lower-case words share a sense, or is one derived from the other? */
  readonly related: (word: string, other: string) => boolean;
}

/** Words that are added at most: more pull a search away from the question. */
const most = 6;
const mostForOne = 2;

/**
 * A question with words of the documents behind it: what its short forms stand for, the short forms of what it spells out, and for words
 * that the documents do not use, related ones that they do. null where there is nothing to add.
 * @param vocabulary lower-case words of what was found first, most telling first
 */
export function expand(question: string, vocabulary: readonly string[], { acronyms, related }: Glossary): string | null {
  const tokens = tokenize(question).filter(({ lower }) => !isStopword(lower));
  const own = new Set(tokens.map(({ lower }) => stem(lower)));
  const known = new Set(vocabulary.map(stem));
  const added: string[] = [];
  const add = (word: string): void => {
    if (!own.has(stem(word)) && !added.includes(word) && added.length < most) added.push(word);
  };
  const spoken = ` ${tokenize(question)
    .map(({ lower }) => lower)
    .join(' ')} `;
  for (const [short, long] of acronyms) {
    if (new RegExp(String.raw`\b${short}s?\b`).test(question)) for (const word of long) if (!isStopword(word)) add(word);
    if (spoken.includes(` ${long.join(' ')} `)) add(short);
  }
  for (const { lower } of tokens) {
    if (known.has(stem(lower)) || lower.length < 4 || /\d/.test(lower)) continue;
    vocabulary
      .filter((word) => word.length > 3 && !isStopword(word) && related(lower, word))
      .slice(0, mostForOne)
      .forEach(add);
  }
  return added.length === 0 ? null : `${question.replace(/\s*\?*\s*$/, '')} ${added.join(' ')}?`;
}
