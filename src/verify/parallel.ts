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

/** With less in common two sentences are about different things. */
const leastOverlap = 0.6;
const pronoun = /^\W*(?:it|he|she|they|this|these|its|his|her|their)\b/i;

/**
 * Two sentences that are alike but for one name, number or date, or for a negation. Of names only one that answers the question counts:
 * "the Eastfield station has four pumps" does not contradict "the Westfield station has four pumps", unless it was asked which has.
 * Two or more differences are two subjects, and so are two headings where a pronoun stands for the subject. null where there is no such pair.
 *
 * @param answer the short answer, or null for a claim
 */
export function parallelDifference({ text: a, heading }: Placed, { text: b, heading: otherHeading }: Placed, answer: string | null): ParallelDifference | null {
  if (pronoun.test(a) && heading !== otherHeading) return null;
  const left = extractMentions(a);
  const right = extractMentions(b);
  const own = unmatched(left, right);
  const other = unmatched(right, left);
  if (own.length > 1 || other.length > 1 || own.length !== other.length) return null;
  const [one] = own;
  const [two] = other;
  const overlap = overlapOf(without(a, one), without(b, two));
  if (overlap < leastOverlap) return null;
  if (one === undefined || two === undefined) return isDenied(a) === isDenied(b) ? null : { kind: 'negation', explanation: 'one says so, the other denies it', overlap };
  const kind = kindOf(one);
  if (kind !== kindOf(two) || (kind === 'entity' && (answer === null || !names(answer, one)))) return null;
  return { kind, explanation: kind === 'entity' ? `one names ${one.text}, the other ${two.text}` : `one says ${one.text}, the other ${two.text}`, overlap };
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

/** An odd number of cues denies. */
function isDenied(text: string): boolean {
  return tokenize(text).filter((token) => negationCue(token.lower) === 'negator').length % 2 === 1;
}
