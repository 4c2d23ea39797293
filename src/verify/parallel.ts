import { say } from '../base/language.ts';
import { extractMentions, type Mention, sameMention } from '../text/mentions.ts';
import { negationCue } from '../text/negation.ts';
import { contentStems, tokenize } from '../text/tokens.ts';

/** A sentence as it stands in its document. */
export interface Placed {
  readonly text: string;
  /** Title and headings above it. */
  readonly heading: string;
}

/** What two sentences that say nearly the same say differently. */
export interface ParallelDifference {
  readonly kind: 'number' | 'date' | 'negation' | 'entity';
  readonly explanation: string;
  /** Share of the other content words that both have, [0, 1]. */
  readonly overlap: number;
}

/** With less in common two sentences are about different things. Clauses are shorter, so that the same share is less. */
const leastOverlap = 0.6;
const leastClauseOverlap = 0.75;
const leastClauseWords = 3;
/** Words of a cell that is a sentence. */
const leastProse = 6;
const aside = /\([^()]*\)/g;
const pronoun = /^\W*(?:it|he|she|they|this|these|its|his|her|their)\b/i;

/**
 * Two sentences that are alike but for one name, number or date, or for a negation. Of names only one that answers the question counts:
 * "the Eastfield station has four pumps" does not contradict "the Westfield station has four pumps", unless it was asked which has.
 * Two or more differences are two subjects, and so are two headings where a pronoun stands for the subject. Of two clauses that are
 * alike but for a number or date the rest of their sentences does not count, unless it names others. null where there is no such pair.
 *
 * @param answer the short answer, or null for a claim
 */
export function parallelDifference(one: Placed, two: Placed, answer: string | null): ParallelDifference | null {
  const [a, b] = [withoutLabels(one.text), withoutLabels(two.text)];
  if (pronoun.test(a) && one.heading !== two.heading) return null;
  return sentenceDifference(a, b, answer) ?? clauseDifference(a, b, one.heading === two.heading);
}

function sentenceDifference(a: string, b: string, answer: string | null): ParallelDifference | null {
  const left = extractMentions(a);
  const right = extractMentions(b);
  const own = unmatched(left, right);
  const other = unmatched(right, left);
  if (own.length > 1 || other.length > 1 || own.length !== other.length) return null;
  const [one] = own;
  const [two] = other;
  const overlap = overlapOf(without(a, one), without(b, two));
  if (overlap < leastOverlap) return null;
  if (one === undefined || two === undefined)
    return isDenied(a, b) === isDenied(b, a) ? null : { kind: 'negation', explanation: say`one says so, the other denies it`, overlap };
  const kind = kindOf(one);
  if (kind !== kindOf(two) || (kind === 'entity' && (answer === null || !names(answer, one)))) return null;
  return {
    kind,
    explanation: kind === 'entity' ? say`one names ${one.text}, the other ${two.text}` : say`one says ${one.text}, the other ${two.text}`,
    overlap,
  };
}

/**
 * "At least 12 characters, spaces combined" beside "at least 8 characters, although 15 are better". A clause leaves its subject to the rest
 * of the sentence, which must not name anything else; ordinals name too.
 */
function clauseDifference(a: string, b: string, sameHeading: boolean): ParallelDifference | null {
  const [left, right] = [namesIn(a), namesIn(b)];
  if (unmatched(left, right).length > 0 || unmatched(right, left).length > 0) return null;
  let best: ParallelDifference | null = null;
  for (const clause of clausesOf(a)) {
    for (const other of clausesOf(b)) {
      if (!sameHeading && (pronoun.test(clause) || pronoun.test(other))) continue;
      const found = sentenceDifference(clause, other, null);
      if (
        found === null ||
        (found.kind !== 'number' && found.kind !== 'date') ||
        found.overlap < leastClauseOverlap ||
        found.overlap <= (best?.overlap ?? 0)
      )
        continue;
      best = found;
    }
  }
  return best;
}

function namesIn(text: string): Mention[] {
  return extractMentions(text.replaceAll(aside, ' ')).filter((mention) => kindOf(mention) === 'entity' || mention.normal.endsWith('th'));
}

/** Cut where another clause begins; asides, and clauses too short to say what they are about, are left out. */
function clausesOf(text: string): string[] {
  return text
    .replaceAll(aside, ',')
    .split(/[,;:\u2013\u2014]|\b(?:although|though|while|whereas|unless|if|when|where|which|that|because|and|but|or)\b/i)
    .filter((part) => new Set(contentStems(part)).size > leastClauseWords);
}

/** A row of a table that holds a sentence, without the cells that hold no word: numbers of requirements, levels, ticks. */
function withoutLabels(text: string): string {
  const cells = text.split('; ');
  if (!cells.some((cell) => cell.split(' ').length >= leastProse)) return text;
  return cells.filter((cell) => /\p{L}{2}/u.test(cell.replace(/^[^:]*: /, ''))).join('; ');
}

function kindOf({ kind }: Mention): 'number' | 'date' | 'entity' {
  return kind === 'number' || kind === 'date' ? kind : 'entity';
}

function names(answer: string, mention: Mention): boolean {
  return extractMentions(answer).some((named) => sameMention(named, mention)) || answer.toLowerCase().includes(mention.text.toLowerCase());
}

function unmatched(mentions: readonly Mention[], others: readonly Mention[]): Mention[] {
  return mentions.filter((mention) => !others.some((other) => sameMention(mention, other)));
}

function without(text: string, mention: Mention | undefined): string {
  return mention === undefined ? text : `${text.slice(0, mention.start)} ${text.slice(mention.end)}`;
}

function overlapOf(a: string, b: string): number {
  const left = new Set(contentStems(a));
  const right = new Set(contentStems(b));
  const shared = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** An odd number of cues denies, "unguessable" among them where the other says "guessable". */
function isDenied(text: string, other: string): boolean {
  const words = new Set(tokenize(other).map((token) => token.lower));
  const denies = (word: string): boolean =>
    negationCue(word) === 'negator' || words.has(/^(?:un|in|im|non-?)(\p{L}{4,})$/u.exec(word)?.[1] ?? ' ');
  return tokenize(text).filter((token) => denies(token.lower)).length % 2 === 1;
}
