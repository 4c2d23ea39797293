import type { CoverageUnit } from '../report/evidence.ts';
import { type Mention, extractMentions, sameMention } from '../text/mentions.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { maskCapacity, type Mask } from './mask.ts';

/** Content words weigh less than names, numbers and dates: a sentence may say the same in other words. */
const termWeight = 0.5;

interface Unit {
  readonly kind: CoverageUnit['kind'];
  readonly text: string;
  readonly mention: Mention | null;
  readonly stems: readonly string[];
}

export interface Coverage {
  readonly units: readonly CoverageUnit[];
  /** The units found in a text, as bits. */
  covers(text: string): Mask;
}

/**
 * What evidence for a statement must mention: the entities, numbers and dates of the question and of the statement, each once, and
 * their other content words at half the weight. Two spans of which one holds the answer and the other what links it to the question
 * cover more than either, which is how a chain of evidence is told from its last link.
 *
 * For `refute` numbers and dates are left out: what contradicts a statement gives another number in their place.
 */
export function coverageOf(question: string, statement: string, stance: 'support' | 'refute'): Coverage {
  const units: Unit[] = [];
  const named = new Set<string>();
  for (const mention of [...extractMentions(statement), ...extractMentions(question)]) {
    const kind = mention.kind === 'number' || mention.kind === 'date' ? mention.kind : 'entity';
    const stems = contentStems(mention.text);
    for (const part of stems) named.add(part);
    if (stance === 'refute' && kind !== 'entity') continue;
    if (units.some((unit) => unit.mention !== null && sameMention(unit.mention, mention))) continue;
    units.push({ kind, text: mention.text, mention, stems });
  }
  for (const token of [...tokenize(statement), ...tokenize(question)]) {
    const part = stem(token.lower);
    if (isStopword(token.lower) || named.has(part) || part.length < 2) continue;
    named.add(part);
    units.push({ kind: 'term', text: token.text, mention: null, stems: [part] });
  }
  const kept = units.slice(0, maskCapacity);
  const weights = kept.map((unit) => (unit.kind === 'term' ? termWeight : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    units: kept.map(({ kind, text }, index) => ({ kind, text, weight: (weights[index] ?? 0) / total })),
    covers(text) {
      const mentions = extractMentions(text);
      const stems = new Set(contentStems(text));
      return kept.reduce((mask, unit, index) => (found(unit, mentions, stems) ? mask | (1 << index) : mask), 0);
    },
  };
}

/** By name, or by all of its words: "Shirley Temple Black" is found where Shirley Temple and Black are. */
function found(unit: Unit, mentions: readonly Mention[], stems: ReadonlySet<string>): boolean {
  const { mention } = unit;
  if (mention !== null && mentions.some((other) => sameMention(mention, other))) return true;
  return unit.kind !== 'number' && unit.kind !== 'date' && unit.stems.length > 0 && unit.stems.every((part) => stems.has(part));
}
