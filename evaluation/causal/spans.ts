import { tokenize } from '../../src/text/tokens.ts';
import type { GoldRelation, Offsets } from '../sets/causal-news-spans.ts';

/** Places of the tokens within a span: punctuation at its ends does not count. */
function tokensOf(text: string, [start, end]: Offsets): Set<number> {
  return new Set(tokenize(text.slice(start, end)).map((token) => start + token.start));
}

/** F1 of the tokens that two spans of a text share, [0, 1]. */
export function tokenOverlap(text: string, a: Offsets, b: Offsets): number {
  const left = tokensOf(text, a);
  const right = tokensOf(text, b);
  const shared = [...left].filter((place) => right.has(place)).length;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

/** The smaller of the two overlaps, cause with cause and effect with effect. */
export function pairOverlap(text: string, a: GoldRelation, b: GoldRelation): number {
  return Math.min(tokenOverlap(text, a.cause, b.cause), tokenOverlap(text, a.effect, b.effect));
}
