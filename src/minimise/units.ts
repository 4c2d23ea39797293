import type { CoverageUnit } from '../contract/evidence.ts';
import { measureAfter } from '../text/measures.ts';
import { extractMentions, type Mention, sameMention } from '../text/mentions.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import { maskCapacity, type Mask, toMask } from './mask.ts';

/** What a unit weighs beside its rarity. Set by hand: these say what matters, rarity says how much. */
export const unitWeights = {
  /** Content words beside names, numbers and dates: a sentence may say the same in other words. */
  term: 0.6,
  /** Units of the statement that the question does not have: the answer itself. */
  answer: 1.5,
  /** A content word that no candidate has is likely put in other words. Names, numbers and dates that none has stay whole: they are missing. */
  absentTerm: 0.3,
} as const;

/** Words that ask or oblige: what answers "how many must" says neither. Whether it is allowed or required is the entailment's to judge. */
const uncounted = new Set('many much often must should may might ought name'.split(' '));

interface Unit {
  readonly kind: CoverageUnit['kind'];
  readonly text: string;
  readonly mention: Mention | null;
  readonly stems: readonly string[];
  readonly answer: boolean;
}

export interface Coverage {
  readonly units: readonly CoverageUnit[];
  /** Units of the statement that the question does not have, as bits. */
  readonly answer: Mask;
  /** The units found in a text, as bits. */
  covers(text: string): Mask;
}

/**
 * What evidence for a statement must mention: the entities, numbers and dates of the question and of the statement, each once, and
 * their other content words. Two spans of which one holds the answer and the other what links it to the question cover more than
 * either, which is how a chain of evidence is told from its last link. A unit weighs more the fewer of the candidates mention it.
 *
 * For `refute` numbers and dates are left out: what contradicts a statement gives another number in their place. To support a claim, where
 * question and statement are one, they are required: a sentence with other figures, or none, does not say what the claim says.
 *
 * @param candidates texts with their headings, copies left out, so that copies change nothing
 */
export function coverageOf(question: string, statement: string, stance: 'support' | 'refute', candidates: readonly string[]): Coverage {
  const units = unitsOf(question, statement, stance);
  const required = (kind: CoverageUnit['kind']): boolean =>
    stance === 'support' && question === statement && (kind === 'number' || kind === 'date');
  const measured = extractMentions(statement).map((mention) => ({ mention, measure: measureAfter(statement, mention.end) }));
  /** "12 months" has not the figure of "12 characters". */
  const measuresOther = (text: string, mention: Mention): boolean => {
    const measure = mention.kind === 'number' ? measureAfter(text, mention.end) : null;
    return (
      measure !== null &&
      measured.some((own) => sameMention(own.mention, mention)) &&
      !measured.some((own) => own.measure === measure && sameMention(own.mention, mention))
    );
  };
  const found = (text: string): Mask => {
    const mentions = extractMentions(text);
    const stems = new Set(contentStems(text));
    return units.reduce(
      (mask, unit, index) =>
        isFound(unit, required(unit.kind) ? mentions.filter((mention) => !measuresOther(text, mention)) : mentions, stems)
          ? mask | (1 << index)
          : mask,
      0,
    );
  };
  const frequency = new Array<number>(units.length).fill(0);
  for (const text of candidates) {
    const mask = found(text);
    for (const index of units.keys()) if ((mask & (1 << index)) !== 0) frequency[index] = (frequency[index] ?? 0) + 1;
  }
  const weights = units.map((unit, index) => {
    const seen = frequency[index] ?? 0;
    const rarity = Math.log(1 + (candidates.length - seen + 0.5) / (seen + 0.5));
    const kind = unit.kind !== 'term' ? 1 : seen === 0 ? unitWeights.absentTerm : unitWeights.term;
    return rarity * kind * (unit.answer ? unitWeights.answer : 1);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    units: units.map(({ kind, text }, index) => ({
      kind,
      text,
      weight: (weights[index] ?? 0) / total,
      ...(required(kind) ? { required: true } : {}),
    })),
    answer: toMask(units.flatMap((unit, index) => (unit.answer ? [index] : []))),
    covers: found,
  };
}

function unitsOf(question: string, statement: string, stance: 'support' | 'refute'): Unit[] {
  const asked = new Set(contentStems(question));
  const units: Unit[] = [];
  const named = new Set<string>();
  for (const mention of [...extractMentions(statement), ...extractMentions(question)]) {
    const kind = mention.kind === 'number' || mention.kind === 'date' ? mention.kind : 'entity';
    const stems = contentStems(mention.text);
    for (const part of stems) named.add(part);
    if (stance === 'refute' && kind !== 'entity') continue;
    if (units.some((unit) => unit.mention !== null && sameMention(unit.mention, mention))) continue;
    units.push({ kind, text: mention.text, mention, stems, answer: question !== statement && stems.some((part) => !asked.has(part)) });
  }
  for (const token of [...tokenize(statement), ...tokenize(question)]) {
    const part = stem(token.lower);
    if (isStopword(token.lower) || uncounted.has(token.lower) || named.has(part) || part.length < 2) continue;
    named.add(part);
    units.push({ kind: 'term', text: token.text, mention: null, stems: [part], answer: question !== statement && !asked.has(part) });
  }
  return units.slice(0, maskCapacity);
}

/** By name, or by all of its words: "Shirley Temple Black" is found where Shirley Temple and Black are. */
function isFound(unit: Unit, mentions: readonly Mention[], stems: ReadonlySet<string>): boolean {
  const { mention } = unit;
  if (mention !== null && mentions.some((other) => sameMention(mention, other))) return true;
  return unit.kind !== 'number' && unit.kind !== 'date' && unit.stems.length > 0 && unit.stems.every((part) => stems.has(part));
}
