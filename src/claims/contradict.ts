import { relateScopes, scopeTermsIn } from '../text/scope.ts';
import { compare, type Comparison } from './compare.ts';
import { readText } from './reading.ts';
import type { ScopedSentence } from './types.ts';
import type { WordKnowledge } from './words.ts';

/** Share of its meaning that each of two statements must say of the other, to be about one thing. */
const leastShared = 0.6;
const noAcronyms = new Map<string, readonly string[]>();

/**
 * Can two sentences not both hold? Only where each says nearly all of the other, in the same scope, and exactly one of its figures, its
 * obligation, its direction or its doer is against it. Tier 2 beside tier 3, SHOULD beside a stronger SHALL, and two rules of which one
 * has a "not" are no contradictions. Symmetric.
 */
export function contradict(a: ScopedSentence, b: ScopedSentence, knowledge: WordKnowledge): boolean {
  const [one, two] = [readText(a.text), readText(b.text)];
  const ab = compare(one, b, noAcronyms, knowledge, two);
  const ba = compare(two, a, noAcronyms, knowledge, one);
  if (Math.min(ab.coverage, ba.coverage) < leastShared || ab.scope === 'other' || ba.scope === 'other') return false;
  // What stands above the two limits them as well.
  const above = ({ headings, document }: ScopedSentence): string => [...headings, ...document].join(' > ');
  if (relateScopes(scopeTermsIn(above(a)), [b.text, above(b)]) === 'other') return false;
  // At least 14 implies at least 8 and is another rule all the same; SHALL beside SHOULD is none.
  // What one requires and the other recommends may both hold.
  const isForce = ab.modality === 'breaks' && ba.modality === 'breaks';
  const [first, second] = [against(ab, isForce), against(ba, isForce)];
  if (Math.max(first.length, second.length) !== 1) return false;
  return first[0] === 'figure' || second[0] === 'figure' || first[0] === second[0];
}

type Ground = 'figure' | 'modality' | 'direction' | 'doer';

function against({ figures, reversed, exchanged, subjectsDiffer }: Comparison, isForce: boolean): Ground[] {
  return [
    ...Array.from({ length: figures.denied }, (): Ground => 'figure'),
    ...(isForce ? (['modality'] as const) : []),
    ...(reversed ? (['direction'] as const) : []),
    ...(exchanged && !subjectsDiffer ? (['doer'] as const) : []),
  ];
}
