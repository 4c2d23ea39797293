import { comparedSides, comparesTimes, shareOfSide } from '../../read/sides.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import { contentStems } from '../../text/tokens.ts';
import { olderOf } from '../../verify/versions.ts';
import type { RankedSpan } from './candidates.ts';
import { saySameRule } from './same-rule.ts';
import type { Unit } from './units.ts';

/** Of what tells a side from the other, the share that a sentence must say to be about it. */
const leastOfSide = 0.5;
/** Rows or items of one table or list that a side may stand away from the other. */
const farthest = 12;
/**
 * A sentence that says both sides, has two amounts of a kind, or holds one thing against another is likelier to compare than its words tell: set on the
 * fitted comparisons, of 46 the right ones were first 13 times without and 19 with, among the first ten 25 and 31; other values did nearly as well.
 */
const bothOdds = 2;
const amountsOdds = 3;
const contrastOdds = 1.5;
/** "How big", "where further": what has no amount hardly tells. */
const noAmountOdds = 1 / 3;
/** No sentence is sure. */
export const surest = 0.98;

const degree =
  /\b(?:how (?:much|many|big|long|often|far|fast|high|well|heavily)|penalty|figures?|amounts?|rates?|(?:more|less|fewer|further|better|worse|brightly|(?:bigg|small|high|low|long|short|cheap|dear|fast|slow|strict|tough|hott|cool|gentl|larg|hard|bright|soon|earli|lat)er)\b)/i;
const contrast = /\b(?:against|instead of|than|while|whereas|compared|versus|respectively|rather|but|from .{1,40} to)\b|;/i;
const past = /^(?:before|until|up to|formerly|previously|in the past|earlier|originally)\b|\b(?:used to|was cut|were cut|no longer)\b/i;

/**
 * What may answer a comparison, the likeliest first: a sentence, or two of one table, list or place that each say one side, or what holds now beside what
 * held before.
 * @param ranked best first
 * @param inOrder the same by document and place
 */
export function comparisonUnits(question: string, ranked: readonly RankedSpan[], inOrder: readonly RankedSpan[]): Unit[] {
  const sides = comparedSides(question);
  const shares = new Map<string, Shares>(
    sides === null ? [] : ranked.map((sentence) => [sentence.id, [shareOfSide(sides[0], sentence), shareOfSide(sides[1], sentence)]]),
  );
  const partners = new Map<string, RankedSpan>();
  inOrder.forEach((sentence, place) => {
    for (const other of inOrder.slice(place + 1, place + 1 + farthest)) {
      if (!isBeside(sentence, other, inOrder[place + 1] === other)) continue;
      const [a, b] = [shares.get(sentence.id), shares.get(other.id)];
      if (a === undefined || b === undefined || !(eachItsOwn(a, b) || (sides !== null && areApart(sides, sentence, other)))) continue;
      const [better, worse] = sentence.chance >= other.chance ? [sentence, other] : [other, sentence];
      if ((partners.get(better.id)?.chance ?? -1) < worse.chance) partners.set(better.id, worse);
    }
  });
  if (comparesTimes(question)) {
    for (const [better, worse] of acrossVersions(ranked)) partners.set(better.id, worse);
    for (const before of ranked.filter(({ text }) => past.test(text))) {
      const now = ranked.find(
        ({ id, path, scope, kind, text }) =>
          id !== before.id &&
          path === before.path &&
          scope === before.scope &&
          kind !== 'heading' &&
          !past.test(text) &&
          amountsIn(text) > 0,
      );
      if (now === undefined) continue;
      const [better, worse] = before.chance >= now.chance ? [before, now] : [now, before];
      partners.set(better.id, worse);
    }
  }
  const asksDegree = degree.test(question);
  return ranked
    .map((by): Unit => {
      const own = shares.get(by.id);
      const alone = own !== undefined && own[0] >= leastOfSide && own[1] >= leastOfSide;
      const partner = alone ? undefined : partners.get(by.id);
      const amounts = partner === undefined ? ofOneKind(by.text) >= 2 : amountsIn(by.text) > 0 && amountsIn(partner.text) > 0;
      const holds = contrast.test(by.text);
      const chance = partner === undefined ? by.chance : 1 - (1 - by.chance) * (1 - partner.chance);
      const odds =
        (chance / (1 - Math.min(surest, chance))) *
        (alone || partner !== undefined ? bothOdds : 1) *
        (amounts ? amountsOdds : asksDegree && amountsIn(by.text) === 0 ? noAmountOdds : 1) *
        (holds && partner === undefined ? contrastOdds : 1);
      return {
        by,
        chance: Math.min(surest, odds / (1 + odds)),
        list: partner !== undefined ? inReadingOrder(by, partner) : alone || (amounts && holds) ? [by] : null,
      };
    })
    .sort((a, b) => b.chance - a.chance || (a.by.id < b.by.id ? -1 : 1));
}

/** Sentences that look for their counterpart in another version. */
const paired = 20;

/** Sentences and what another version of their document has in their place: the same rule, told otherwise. The better one first. */
function* acrossVersions(ranked: readonly RankedSpan[]): Generator<[RankedSpan, RankedSpan]> {
  const first = ranked.slice(0, paired).filter(({ kind }) => kind !== 'heading');
  for (const [place, better] of first.entries()) {
    const worse = first
      .slice(place + 1)
      .find(
        (other) =>
          other.path !== better.path &&
          other.text !== better.text &&
          olderOf(better, other) !== null &&
          saySameRule(better.text, other.text),
      );
    if (worse !== undefined) yield [better, worse];
  }
}

/** Are two sentences rows of one table, items of one list, or one after the other? */
function isBeside(a: RankedSpan, b: RankedSpan, next: boolean): boolean {
  if (a.path !== b.path || a.scope !== b.scope || a.kind === 'heading' || b.kind === 'heading') return false;
  return next || (a.kind === b.kind && (a.kind === 'table-row' || a.kind === 'list-item') && a.leadIn === b.leadIn);
}

type Shares = readonly [number, number];

function eachItsOwn(a: Shares, b: Shares): boolean {
  const says = (one: Shares, side: 0 | 1): boolean => one[side] >= leastOfSide && one[side] > one[side === 0 ? 1 : 0];
  return (says(a, 0) && says(b, 1)) || (says(a, 1) && says(b, 0));
}

/** "A front or a rear puncture": of two rows that both say "puncture", one says "front" and the other "rear". */
function areApart([left, right]: NonNullable<ReturnType<typeof comparedSides>>, one: RankedSpan, two: RankedSpan): boolean {
  if (one.kind !== 'table-row' || two.kind !== 'table-row') return false;
  const [first, second] = [new Set(contentStems(one.text)), new Set(contentStems(two.text))];
  const says = (stems: ReadonlySet<string>, own: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...stems].some((root) => own.has(root) && !other.has(root));
  const isOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
    says(left.stems, a, b) && !says(right.stems, a, b) && says(right.stems, b, a) && !says(left.stems, b, a);
  return isOf(first, second) || isOf(second, first);
}

function amountsIn(text: string): number {
  return quantitiesIn(text).length;
}

/** Amounts of the dimension of which there are most. */
function ofOneKind(text: string): number {
  const counts = new Map<string, number>();
  for (const { dimension } of quantitiesIn(text)) counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** What an older version says comes first. */
function inReadingOrder(a: RankedSpan, b: RankedSpan): RankedSpan[] {
  const older = a.path === b.path ? null : olderOf(a, b);
  if (older !== null) return older.older === 'a' ? [a, b] : [b, a];
  return a.start <= b.start ? [a, b] : [b, a];
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
