import { sentences } from '../text/sentences.ts';
import { isStopword } from '../text/stopwords.ts';
import { tokenize } from '../text/tokens.ts';

const asking =
  /\b(?:what|which|who|whom|whose|when|where|why|how)\b|^\s*(?:is|are|was|were|do|does|did|has|have|can|could|may|might|must|shall|should|will|would)\b/i;
/** What stands before a question and asks nothing. Taken off again and again until nothing is left to take. */
const openings = [
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^,.!?]{0,30}[,.!]\s*/i,
  /^(?:so|ok|okay|well|and|but|just|also|anyway|by the way|btw|quick question|one more thing|sorry|thanks)\b\s*[,:;.!-]\s*/i,
  /^(?:please|kindly)\b,?\s*/i,
  /^(?:could|can|would|will) (?:you|someone|anyone|anybody) (?:please |kindly |just |quickly )*(?:tell|say|explain|let|help|remind|show|inform|confirm|clarify|check|find out)\b(?: (?:to )?(?:me|us))?(?: (?:know|understand|out))?,?\s+/i,
  /^(?:do|does|did) (?:you|anyone|anybody|someone) (?:happen to )?(?:know|remember|recall)\b,?\s+/i,
  /^i(?:'m| am| was)? (?:just |really |still )*(?:wondering|curious|trying to (?:find out|understand|work out|figure out)|looking for|not sure|unsure|interested in|asking|keen to know)\b(?: about)?,?\s+/i,
  /^i(?:'d| would)? (?:just |really )*(?:like|love|need|want|have) to (?:know|ask|find out|understand)\b,?\s+/i,
  /^(?:tell|remind|explain to|show) (?:me|us)\b,?\s+/i,
  /^(?:we|i) (?:wonder(?:ed)?|need to know|want to know|have been asked|was asked|were asked)\b,?\s+/i,
  /^(?:my|our) question is:?\s*/i,
];
const endings = [
  /(\?)?[,;.!?\s-]+(?:please|thanks|thank you|cheers|if (?:possible|you know|anyone knows|you (?:can|could|happen to know))|any (?:ideas?|help|pointers?)|many thanks|thanks in advance|i (?:can't|cannot|could not|couldn't) find it(?: anywhere)?|it(?:'s| is) (?:quite )?urgent)\b[^?]{0,25}[?.!]*\s*$/i,
];
/** "As a new employee, …", "Given that we moved last year, …": the situation, before a comma and a question. */
const situation =
  /^(?:as an?|as (?:we|i)|since|given|because|considering|assuming|while|although|though|now that|being an?|after|with|in light of|regarding|concerning|about|for (?:a|my|our))\b[^,?]{3,120},\s+(?=(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|can|could|may|must|shall|should|will|would)\b)/i;
const backward = /\b(?:it|its|they|them|their|this|that|these|those|he|she|his|her|there|then|such|one)\b/i;
/** Words that a question must keep, small ones aside. */
const leastWords = 2;

/** A question without politeness, situation and brackets; null where there is nothing to take off, or too little would be left. */
export function simplify(question: string): string | null {
  const text = question.replaceAll(/\s+/g, ' ').trim();
  let short = askingSentence(text);
  for (let before = ''; before !== short;) {
    before = short;
    for (const pattern of openings) short = keep(short, short.replace(pattern, ''));
    for (const pattern of endings) short = keep(short, short.replace(pattern, '$1'));
    short = keep(short, withoutSituation(short));
    short = keep(
      short,
      short.replaceAll(/\s*\([^()]{0,120}\)/g, (aside) => (/\p{Lu}{2,}|\d/u.test(aside) ? aside : '')),
    );
  }
  short = short.replace(/^(?:if|whether)\s+/i, '').trim();
  if (short === text || short === '') return null;
  const asked = text.includes('?') && !/\?$/.test(short) ? `${short.replace(/[.!]+$/, '')}?` : short;
  return `${asked.charAt(0).toUpperCase()}${asked.slice(1)}`;
}

/** Of several sentences the one that asks, where it can be understood without the others. */
function askingSentence(text: string): string {
  const parts = sentences(text).map(({ start, end }) => text.slice(start, end).trim());
  if (parts.length < 2) return text;
  const asks = parts.filter((part) => part.endsWith('?'));
  const only = asks.length === 1 ? asks[0] : undefined;
  const isWhole = (part: string): boolean => /^["“\p{Lu}]/u.test(part) && !backward.test(part) && wordsOf(part) > leastWords;
  return only !== undefined && isWhole(only) ? only : text;
}

/** A situation that names nothing can go: what it names (a level, a role, an amount) may be what the answer depends on. */
function withoutSituation(text: string): string {
  const match = situation.exec(text);
  return match === null || /\d|\b\p{Lu}/u.test(match[0].slice(1)) ? text : text.slice(match[0].length);
}

function keep(before: string, after: string): string {
  const short = after.trim();
  return wordsOf(short) >= leastWords || (asking.test(short) && wordsOf(short) > 0) ? short : before;
}

function wordsOf(text: string): number {
  return tokenize(text).filter(({ lower }) => !isStopword(lower)).length;
}
