import { relateQuantities } from '../text/quantities.ts';
import { relateScopes, scopeTermsIn } from '../text/scope.ts';
import { alignTo, compare, type Comparison, coverageOf } from './compare.ts';
import { type Reading, readText } from './reading.ts';
import { mainCell } from './rows.ts';
import type { ScopedSentence } from './types.ts';
import type { WordKnowledge } from './words.ts';

/** Share of its meaning that each of two statements must say of the other, to be about one thing. */
const leastShared = 0.6;
/** Or one says nearly all of the other, and more: then only a figure that is measured tells them apart. */
const contained = { whole: 0.75, part: 0.35 } as const;
const noAcronyms = new Map<string, readonly string[]>();

/**
 * Can two sentences not both hold? Only where each says nearly all of the other, in the same scope, and exactly one of its figures, its
 * obligation, its direction or its doer is against it. Tier 2 beside tier 3, SHOULD beside a stronger SHALL, and two rules of which one
 * has a "not" are no contradictions. Symmetric.
 */
export function contradict(a: ScopedSentence, b: ScopedSentence, knowledge: WordKnowledge): boolean {
  // Numbers and levels beside a rule in its row are no part of it.
  if (caption.test(a.text) || caption.test(b.text)) return false;
  const [left, right] = [a, b].map((side) => ({ ...side, text: mainCell(side.text) }));
  if (left === undefined || right === undefined) return false;
  const [one, two] = [readText(left.text), readText(right.text)];
  const aligned = alignTo(one, right, noAcronyms, knowledge, two);
  // Most pairs end here.
  if (coverageOf(aligned) < Math.min(contained.part, leastShared)) return false;
  const ab = compare(one, right, noAcronyms, knowledge, two, aligned);
  if (ab.scope === 'other') return false;
  const ba = compare(two, left, noAcronyms, knowledge, one);
  const shared = [ab.coverage, ba.coverage].sort((x, y) => x - y);
  const isContained = (shared[1] ?? 0) >= contained.whole && (shared[0] ?? 0) >= contained.part;
  if (((shared[0] ?? 0) < leastShared && !isContained) || ba.scope === 'other') return false;
  // What stands above the two limits them as well.
  const above = ({ headings, document }: ScopedSentence): string => [...headings, ...document].join(' > ');
  // Two versions of one document are what a conflict is between: their numbers part no scopes.
  const limits = scopeTermsIn(above(a)).filter(({ kind }) => kind !== 'version');
  if (relateScopes(limits, [b.text, above(b)]) === 'other') return false;
  // At least 14 implies at least 8 and is another rule all the same; SHALL beside SHOULD is none.
  // What one requires and the other recommends may both hold.
  const isForce = ab.modality === 'breaks' && ba.modality === 'breaks';
  const figures = sharesFigure(one, two) || isGranted(one) !== isGranted(two) ? 0 : 1;
  const [first, second] = [against(ab, one, isForce, figures), against(ba, two, isForce, figures)];
  if (Math.max(first.length, second.length) !== 1) return false;
  if ((shared[0] ?? 0) < leastShared) return first[0] === 'figure' || second[0] === 'figure';
  return first[0] === 'figure' || second[0] === 'figure' || first[0] === second[0];
}

type Ground = 'figure' | 'modality' | 'direction' | 'doer';

const caption = /^(?:figure|fig\.|table)\s*\d/i;
/** "Such as 10,000" is one of many. */
const example = /\b(?:such as|e\.g\.|for (?:example|instance)|typically|like)\b[^.;]*$/i;

/** Where one figure of both is the same, another that one of them adds is no other rule. */
function sharesFigure(one: Reading, two: Reading): boolean {
  return one.quantities.some((own) =>
    two.quantities.some(
      (other) => own.low > 1 && own.low === other.low && own.high === other.high && relateQuantities(other, own) !== 'breaks',
    ),
  );
}

/** What is permitted bounds nobody. */
function isGranted({ norms }: Reading): boolean {
  return norms.some(({ force }) => force === 'may');
}

function against({ atoms, reversed, exchanged, subjectsDiffer }: Comparison, own: Reading, isForce: boolean, figures: 0 | 1): Ground[] {
  const denied = atoms.filter(
    ({ kind, state, start }) =>
      (kind === 'quantity' || kind === 'time' || kind === 'scope') && state === 'denied' && !example.test(own.text.slice(0, start)),
  );
  return [
    ...Array.from({ length: denied.length * figures }, (): Ground => 'figure'),
    ...(isForce ? (['modality'] as const) : []),
    ...(reversed ? (['direction'] as const) : []),
    ...(exchanged && !subjectsDiffer ? (['doer'] as const) : []),
  ];
}
