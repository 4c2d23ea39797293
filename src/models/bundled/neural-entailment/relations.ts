import type { Side } from '../entailment/alignment.ts';
import type { EntailmentToken } from '../entailment/tokens.ts';
import { relationAt, type WordBook } from '../entailment/words.ts';
import { type Bound, bounds, isYear, labelBefore, monthOf, readCode, unitAfter } from './figures.ts';

/** What relates a premise word to a claim word; the places of the bits are those of the network's input. */
export const relations = {
  same: 1,
  lemma: 1 << 1,
  derived: 1 << 2,
  synonym: 1 << 3,
  general: 1 << 4,
  special: 1 << 5,
  sister: 1 << 6,
  opposite: 1 << 7,
  near: 1 << 8,
  equal: 1 << 9,
  differ: 1 << 10,
  boundMet: 1 << 11,
  boundBroken: 1 << 12,
  otherNumber: 1 << 13,
  otherMonth: 1 << 14,
  otherName: 1 << 15,
} as const;
export const relationBits = 16;
/** The claim's word is said. */
export const saidBits = relations.same | relations.lemma | relations.derived | relations.synonym | relations.general | relations.equal;

/** A word of a side, with the bound that stands before it. */
export interface PlacedWord {
  readonly side: Side;
  readonly at: number;
  readonly bound: Bound;
}

/** The pair's `relations`. */
export function relationsOf(book: WordBook, premise: PlacedWord, claim: PlacedWord): number {
  const a = premise.side.tokens[premise.at];
  const b = claim.side.tokens[claim.at];
  const aId = premise.side.ids[premise.at];
  const bId = claim.side.ids[claim.at];
  if (a === undefined || b === undefined || aId === undefined || bId === undefined) return 0;
  if (a.value !== null && b.value !== null) return numberRelations(premise, a, a.value, claim, b, b.value);
  if (a.stop !== b.stop && a.text !== b.text) return 0;
  if (a.stop && b.stop && a.text !== b.text) {
    const known = book.relation(aId, bId);
    if ((known[relationAt.opposite] ?? 0) > 0) return relations.opposite;
    return (known[relationAt.lemma] ?? 0) > 0 ? relations.lemma : 0;
  }
  return codeRelations(premise, a, claim, b) ?? wordRelations(book.relation(aId, bId), a.name && b.name);
}

function numberRelations(
  premise: PlacedWord,
  a: EntailmentToken,
  aValue: number,
  claim: PlacedWord,
  b: EntailmentToken,
  bValue: number,
): number {
  const bothYears = isYear(a) && isYear(b);
  const neitherYear = !isYear(a) && !isYear(b);
  const unit = unitAfter(premise.side.tokens, premise.at);
  const label = labelBefore(premise.side.tokens, premise.at);
  const sameUnit = unit !== '' && unit === unitAfter(claim.side.tokens, claim.at);
  const sameLabel = label !== '' && label === labelBefore(claim.side.tokens, claim.at);
  const comparable = bothYears || (neitherYear && (sameUnit || sameLabel));
  let bits = comparable ? relations.differ : relations.otherNumber;
  if (aValue === bValue) bits = relations.equal | (a.text === b.text ? relations.same : 0);
  if (!comparable || claim.bound === bounds.none) return bits;
  // How far the premise's figure lies on the side that the claim allows.
  const inside = claim.bound === bounds.lower ? aValue - bValue : bValue - aValue;
  if (premise.bound === claim.bound) return bits | (inside >= 0 ? relations.boundMet : relations.boundBroken);
  if (premise.bound !== bounds.none) return bits | (inside < 0 ? relations.boundBroken : 0);
  return bits | (inside > 0 || (inside === 0 && !bothYears) ? relations.boundMet : relations.boundBroken);
}

/** Levels (`AAL2` against `Level 2`, `AAL3`) and months; null where neither is told. */
function codeRelations(premise: PlacedWord, a: EntailmentToken, claim: PlacedWord, b: EntailmentToken): number | null {
  const aCode = readCode(a.text);
  const bCode = readCode(b.text);
  const levels = (code: string, value: number): number => (Number(code) === value ? relations.equal : relations.differ);
  if (aCode !== null && b.value !== null && labelBefore(claim.side.tokens, claim.at) === 'level') return levels(aCode.number, b.value);
  if (bCode !== null && a.value !== null && labelBefore(premise.side.tokens, premise.at) === 'level') return levels(bCode.number, a.value);
  if (aCode !== null && bCode !== null && aCode.letters === bCode.letters && aCode.number !== bCode.number) return relations.differ;
  const [aMonth, bMonth] = [monthOf(a.text), monthOf(b.text)];
  return aMonth >= 0 && bMonth >= 0 && aMonth !== bMonth ? relations.otherMonth : null;
}

/** @param known as `WordBook.relation` gives it */
function wordRelations(known: Float32Array, names: boolean): number {
  const value = (name: keyof typeof relationAt): number => known[relationAt[name]] ?? 0;
  if (value('exact') > 0) return relations.same | relations.lemma;
  const bits =
    (value('lemma') > 0 ? relations.lemma : 0) |
    (value('derived') > 0 || value('spelling') >= 0.55 ? relations.derived : 0) |
    (value('synonym') > 0 ? relations.synonym : 0) |
    (value('general') > 0 ? relations.general : 0) |
    (value('special') > 0 ? relations.special : 0) |
    (value('sister') > 0 ? relations.sister : 0) |
    (value('opposite') > 0 ? relations.opposite : 0) |
    (value('path') >= 0.3 || value('cosine') >= 0.6 ? relations.near : 0);
  return bits === 0 && names ? relations.otherName : bits;
}
