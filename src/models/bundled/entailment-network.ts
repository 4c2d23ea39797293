import type { Side } from './entailment-alignment.ts';

/** Bits: stop word, name, number, negated, context. */
export const flagCount = 5;

export function tokenFlags(side: Side, at: number): number {
  const token = side.tokens[at];
  if (token === undefined) return 0;
  return (token.stop ? 1 : 0) | (token.name ? 2 : 0) | (token.value !== null ? 4 : 0) | (token.negated ? 8 : 0) | (token.sentence < 0 ? 16 : 0);
}
