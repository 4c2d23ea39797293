/** The term of "what is a relying party", "what does X mean", "X - what is that?", in lower case without article; null where none is asked for. */
export function askedTerm(question: string): string | null {
  const text = question.trim().replace(/[?!.\s]+$/, '');
  for (const pattern of patterns) {
    const term = pattern.exec(text)?.groups?.['term'];
    if (term !== undefined) {
      const bare = bareTerm(term);
      if (bare !== '' && bare.split(' ').length <= longestTerm) return bare;
    }
  }
  return null;
}

/** Words. */
const longestTerm = 5;

const quoted = /["“”'‘’*_`]/g;
const articles = /^(?:an?|the|this|that|their|its|our|your)\s+/i;

const patterns: readonly RegExp[] = [
  /\bwhat (?:does|do|did|is|are|was) (?:it |they |he |she |we |you |[\p{L} ]{1,60}? )?(?:mean|understand) (?:by|when (?:it|they|we) (?:says?|calls?|speaks? of|talks? (?:of|about))(?: .{0,40})?) (?<term>.{2,60})$/iu,
  /\bwhat(?: exactly)? (?:does|do|did) (?<term>.{2,60}?) (?:mean|stand for|refer to)\b/i,
  /\bmeaning of (?<term>.{2,60})$/i,
  /\bdefin(?:e|ition of) (?<term>.{2,60})$/i,
  /\bwhat (?:counts|qualifies) as (?<term>.{2,60})$/i,
  /\bwhat(?:'s| is| are) meant by (?<term>.{2,60})$/i,
  /^["“](?<term>[^"”]{2,60})["”]\s*[-–—,:]/,
  /["“](?<term>[^"”]{2,60})["”]/,
  /\bwhat(?:'s| is| are| exactly is| on earth is)(?: this| these| that)? (?<term>.{2,60}?)(?: exactly| anyway| in plain (?:words|english)| supposed to be)?$/i,
];

/** In lower case, without article, quotation marks and what stands in brackets. */
function bareTerm(text: string): string {
  return text
    .replaceAll(/\s*\([^)]*\)/g, '')
    .replaceAll(quoted, '')
    .trim()
    .replace(articles, '')
    .trim()
    .toLowerCase();
}

/**
 * Does a sentence say what a term is: "X is a …", "X: …", "X means …", "by X we mean …", "… is called X", a glossary row that begins with
 * it? Or does it stand first under a heading that is the term?
 * @param term as `askedTerm` gives it
 */
export function definesTerm(term: string, text: string, headingPath: readonly string[] = []): boolean {
  const heading = bareTerm(headingPath.at(-1) ?? '');
  if (heading !== '' && (heading === term || heading === `${term}s` || `${heading}s` === term)) return true;
  const pattern = term
    .split(/\W+/)
    .filter((word) => word !== '')
    .join(String.raw`\W+`);
  if (pattern === '') return false;
  return new RegExp(
    String.raw`^\W*(?:(?:an?|the|each|by|term)\s+)*\W*${pattern}(?:s|es)?\W{0,3}(?:\s*\([^)]*\))?\W{0,3}(?:\s*[:;–—|-]\s|\s+(?:is|are|means?|refers? to|denotes?|stands for|describes?|consists? of|we (?:mean|understand)|shall mean|includes?)\b)|\b(?:called|known as|referred to as|termed|we call|defined as|abbreviated)\s+(?:an?\s+|the\s+)?\W{0,2}${pattern}\b|\b(?:(?:by|term|word)\s+)\W{0,2}${pattern}\W{0,2}\s+(?:we|is|means?|refers?)`,
    'iu',
  ).test(text);
}
