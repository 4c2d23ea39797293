import type { ModelCall, Models } from '../models/ports.ts';
import type { Replacement } from '../contract/evidence.ts';
import { type HardNegative, hardestNegative, nearestForReplacement } from './interventions.ts';
import { indices, type Mask } from './mask.ts';
import type { SpanScores } from './quality.ts';
import type { EvidenceCandidate } from './types.ts';
import type { Coverage } from './units.ts';
import { cosine } from './vectors.ts';

export interface FoundReplacement {
  readonly replacement: Replacement;
  readonly scores: SpanScores;
}

/**
 * The hard negative of every span of a set, by index (CER sec. 3.2): nearest 50 by meaning among all spans retrieved, whether in the
 * pool or beyond it, then the largest similarity x contradiction. Spans without one are left out.
 */
export async function replacementsOf(
  input: {
    readonly set: Mask;
    readonly pool: readonly EvidenceCandidate[];
    readonly others: readonly EvidenceCandidate[];
    readonly statement: string;
    readonly coverage: Coverage;
  },
  models: Pick<Models, 'embedder' | 'entailment'>,
  call: ModelCall,
): Promise<Map<number, FoundReplacement>> {
  const members = indices(input.set).flatMap((index) => (input.pool[index] === undefined ? [] : [{ index, span: input.pool[index] }]));
  const inSet = new Set(members.map(({ span }) => span.spanId));
  const outside = input.others.filter((candidate) => !inSet.has(candidate.spanId)).slice(0, 2 * nearestForReplacement);
  const found = new Map<number, FoundReplacement>();
  if (members.length === 0 || outside.length === 0) return found;

  const vectors = await models.embedder.embed(
    [...members.map(({ span }) => span.text), ...outside.map((candidate) => candidate.text)],
    'passage',
    call,
  );
  const near = members.map(({ index, span }, place) => ({
    index,
    span,
    nearest: outside
      .map((candidate, at) => ({
        candidate,
        similarity: models.embedder.similarity.toReference(cosine(vectors[place], vectors[members.length + at])),
      }))
      .sort((a, b) => b.similarity - a.similarity || (a.candidate.spanId < b.candidate.spanId ? -1 : 1))
      .slice(0, nearestForReplacement),
  }));
  const hardest: { index: number; negative: HardNegative<EvidenceCandidate> }[] = [];
  for (const { index, span, nearest } of near) {
    const negative = await hardestOf(span, nearest, models, call);
    if (negative !== null) hardest.push({ index, negative });
  }
  const scores = await models.entailment.classify(
    hardest.map(({ negative: { candidate } }) => ({ premise: candidate.text, hypothesis: input.statement, context: candidate.heading })),
    call,
  );
  hardest.forEach(({ index, negative: { candidate, similarity, contradiction } }, place) => {
    const entailment = scores[place];
    if (entailment === undefined) return;
    const covers = input.coverage.covers(candidate.text) | input.coverage.covers(candidate.heading);
    found.set(index, {
      replacement: {
        spanId: candidate.spanId,
        citation: candidate.citation,
        similarity,
        contradiction,
        entailment,
        covers: indices(covers),
      },
      scores: { entailment, covers },
    });
  });
  return found;
}

/** Spans asked about at once. */
const batch = 8;

/** Nearest first, and no further than the product can still grow: contradiction is at most 1. The result is that of asking about all. */
async function hardestOf(
  span: EvidenceCandidate,
  nearest: readonly { readonly candidate: EvidenceCandidate; readonly similarity: number }[],
  models: Pick<Models, 'entailment'>,
  call: ModelCall,
): Promise<HardNegative<EvidenceCandidate> | null> {
  const asked: HardNegative<EvidenceCandidate>[] = [];
  for (let from = 0; from < nearest.length; from += batch) {
    const best = hardestNegative(asked);
    if (best !== null && best.similarity * best.contradiction >= (nearest[from]?.similarity ?? 0)) break;
    const next = nearest.slice(from, from + batch);
    const scores = await models.entailment.classify(
      next.map(({ candidate }) => ({ premise: candidate.text, hypothesis: span.text, context: candidate.heading })),
      call,
    );
    next.forEach((neighbour, place) => asked.push({ ...neighbour, contradiction: scores[place]?.contradict ?? 0 }));
  }
  return hardestNegative(asked);
}
