import { partiesIn } from '../../text/parties.ts';
import type { RankedSpan } from './candidates.ts';

/** Longer headings are sentences that mention somebody. */
const longestHeading = 60;

/**
 * Tells whether a sentence is another party's: the question names a party that has a section of its own in the sentence's document, and the
 * sentence stands under another party's and does not name the question's. The Secretary's term is no answer to how long the Leader serves.
 * @param all sentences that were retrieved
 */
export function ofOtherParty(question: string, all: readonly RankedSpan[]): (sentence: RankedSpan) => boolean {
  const asked = headsIn(question);
  if (asked.size === 0) return () => false;
  const isAsked = (heads: ReadonlySet<string>): boolean => [...heads].some((head) => asked.has(head));
  const headings = new Map<string, Set<string>>();
  for (const { path, span } of all) {
    const own = headings.get(path) ?? new Set<string>();
    for (const heading of span.span.headingPath) if (heading.length < longestHeading) own.add(heading);
    headings.set(path, own);
  }
  const withOwnSection = new Set(
    [...headings].filter(([, own]) => [...own].some((heading) => isAsked(headsIn(heading)))).map(([path]) => path),
  );
  return ({ path, text, leadIn, span }) => {
    if (!withOwnSection.has(path)) return false;
    const heading = span.span.headingPath.at(-1) ?? '';
    const own = heading.length < longestHeading ? headsIn(heading) : asked;
    return own.size > 0 && !isAsked(headsIn([...span.span.headingPath, leadIn, text].join('. ')));
  };
}

/** The last words of the parties that a text names. "In office" and "term of office" name nobody. */
function headsIn(text: string): Set<string> {
  return new Set(partiesIn(text.replaceAll(/\b(?:in|of) office\b/gi, '')).map(({ name }) => name.split(' ').at(-1) ?? name));
}
