import { chancesOfComparisons } from '../../judge/comparisons.ts';
import { comparedSides, shareOfSide } from '../../read/sides.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import { contentStems } from '../../text/tokens.ts';
import { olderOf } from '../../verify/versions.ts';
import type { RankedSpan } from './candidates.ts';
import { comparisonsIn } from './comparison-units.ts';
import type { Unit } from './units.ts';

/** Of what tells a side from the other, the share that a sentence must say to be about it. */
const leastOfSide = 0.5;

/**
 * What may answer a comparison, the likeliest first, once for each best sentence: it alone, or two that each say one side, or what holds now beside what held before.
 * @param ranked best first
 * @param inOrder the same by document and place
 */
export function comparisonUnits(question: string, ranked: readonly RankedSpan[], inOrder: readonly RankedSpan[]): Unit[] {
  const found = comparisonsIn(question, ranked, inOrder);
  const chances = chancesOfComparisons(found.map(({ sentences, signs }) => ({ ids: sentences.map(({ id }) => id), signs })));
  const likeliest = new Map<string, Unit>();
  found.forEach(({ sentences }, place) => {
    const [by, other] = sentences;
    const chance = chances[place] ?? 0;
    if (chance > (likeliest.get(by.id)?.chance ?? -1))
      likeliest.set(by.id, { by, chance, list: other === undefined ? [by] : inReadingOrder(by, other), isJudged: true });
  });
  return [...likeliest.values()].sort((a, b) => b.chance - a.chance || (a.by.id < b.by.id ? -1 : 1));
}

/** What an older version says comes first. */
function inReadingOrder(a: RankedSpan, b: RankedSpan): RankedSpan[] {
  const older = a.path === b.path ? null : olderOf(a, b);
  if (older !== null) return older.older === 'a' ? [a, b] : [b, a];
  return a.path === b.path ? (a.start <= b.start ? [a, b] : [b, a]) : a.path < b.path ? [a, b] : [b, a];
}

/** Does a short answer name neither of the two that a question holds against each other? "London or abroad" is not answered by a third place. */
export function isNeither(question: string, answer: string): boolean {
  // "How much dearer is A or B" is answered by an amount.
  if (!/\bor\b/i.test(question) || quantitiesIn(answer).length > 0) return false;
  const sides = comparedSides(question);
  if (sides === null || sides.some(({ term }) => term !== null)) return false;
  const said = new Set(contentStems(answer));
  return !sides.some(({ stems }) => [...stems].some((root) => said.has(root)));
}

/** Do the sentences say most of what tells each of two apart that a question holds against each other? Of a question whose two are not known, yes. */
export function sayBothSides(question: string, sentences: readonly RankedSpan[]): boolean {
  const sides = comparedSides(question);
  return sides === null || sides.every((side) => sentences.some((sentence) => shareOfSide(side, sentence) > leastOfSide));
}
