import type { EntailmentScores } from '../../contract/evidence.ts';
import { contentStems } from '../../text/tokens.ts';
import { bit, indices, type Mask } from '../mask.ts';

/** What the reranker reads of a span. */
export interface RerankerSpan {
  readonly text: string;
  readonly heading: string;
  /** Document. */
  readonly source: string;
  readonly tokens: number;
  /** Of the statement. */
  readonly entailment: EntailmentScores;
  /** Coverage units in its text, and in its headings. */
  readonly covers: Mask;
  readonly headingCovers: Mask;
  /** similarity(statement, span), reference scale. */
  readonly similarity: number;
}

export interface RerankerPool {
  readonly spans: readonly RerankerSpan[];
  readonly unitWeights: readonly number[];
  /** Units of the answer that the question does not have. */
  readonly answer: Mask;
}

/** In the order of the vectors; the weights name theirs, and must agree. Relevance is not among them: it chooses the candidates, and scorers differ in scale. */
export const nodeFeatures = [
  'entail',
  'contradict',
  'question',
  'questionHeaded',
  'answer',
  'answerHeaded',
  'hasAnswer',
  'heading',
  'length',
  'similarity',
  'linkOut',
  'linkIn',
  'sourceBest',
  'headless',
] as const;
/** What depends on the spans that are already chosen (CER eq. 8: the summary of C). */
export const contextFeatures = [
  'chosen',
  'newUnits',
  'newUnitsHeaded',
  'linked',
  'sameSource',
  'overlap',
  'uncovered',
  'chosenAnswer',
] as const;

export interface PoolReading {
  /** One vector of `nodeFeatures` per span. */
  readonly nodes: readonly Float64Array[];
  /** `contextFeatures` of a span given those already chosen. */
  context(index: number, chosen: readonly number[]): Float64Array;
  /** Does one span name what the other stands under? Symmetric. */
  linked(a: number, b: number): boolean;
}

/** Reads a pool for the reranker: no model is asked. Every value is in [0, 1]. */
export function readPool(pool: RerankerPool): PoolReading {
  const { spans, unitWeights, answer } = pool;
  const weightOf = (units: Mask): number => indices(units).reduce((sum, unit) => sum + (unitWeights[unit] ?? 0), 0);
  const all = unitWeights.reduce((mask, _, index) => mask | bit(index), 0);
  const question = all & ~answer;
  const share = (units: Mask, of: Mask): number => (of === 0 ? 0 : weightOf(units & of) / Math.max(1e-9, weightOf(of)));
  const stems = spans.map((span) => new Set(contentStems(span.text)));
  const headings = spans.map((span) => contentStems(span.heading.split(' > ').at(-1) ?? ''));
  const covered = spans.map((span) => span.covers | span.headingCovers);
  const coverage = covered.map((units) => weightOf(units));
  const names = (a: number, b: number): boolean => {
    const heading = headings[b] ?? [];
    return spans[a]?.source !== spans[b]?.source && heading.length > 0 && heading.every((part) => stems[a]?.has(part) === true);
  };
  const best = (index: number, holds: (other: number) => boolean): number =>
    coverage.reduce((most, value, other) => (other !== index && value > most && holds(other) ? value : most), 0);

  const nodes = spans.map((span, index) =>
    Float64Array.from([
      span.entailment.entail,
      span.entailment.contradict,
      share(span.covers, question),
      share(covered[index] ?? 0, question),
      share(span.covers, answer),
      share(covered[index] ?? 0, answer),
      answer === 0 ? 0 : 1,
      share(span.headingCovers, question),
      Math.min(1, Math.log(1 + span.tokens) / 5),
      Math.max(0, span.similarity),
      best(index, (other) => names(index, other)),
      best(index, (other) => names(other, index)),
      best(index, (other) => spans[other]?.source === span.source),
      (headings[index] ?? []).length === 0 ? 1 : 0,
    ]),
  );
  return {
    nodes,
    linked: (a, b) => names(a, b) || names(b, a),
    context(index, members) {
      const known = members.reduce((units, member) => units | (covered[member] ?? 0), 0);
      const span = spans[index];
      return Float64Array.from([
        Math.min(1, members.length / 5),
        weightOf((span?.covers ?? 0) & ~known),
        weightOf((covered[index] ?? 0) & ~known),
        members.some((member) => names(index, member) || names(member, index)) ? 1 : 0,
        members.some((member) => spans[member]?.source === span?.source) ? 1 : 0,
        Math.max(0, ...members.map((member) => jaccard(stems[index], stems[member]))),
        weightOf(all & ~known),
        share(known, answer),
      ]);
    },
  };
}

function jaccard(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): number {
  if (a === undefined || b === undefined || a.size + b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / (a.size + b.size - shared);
}
