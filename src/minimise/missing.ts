import type { Candidate, CoverageUnit, Missing, QualityTerms } from '../contract/evidence.ts';
import { has, indices, type Mask } from './mask.ts';

/** A span that contradicts the statement from this on is named as an open contradiction. */
const openContradiction = 0.5;
/** Under this entailment the evidence does not say what the statement says, whatever it covers. */
const weakSupport = 0.5;

/**
 * What the best set lacks (docs/methods.md 2.4): units of the question and the answer that it does not cover, required ones first, contradictions among its spans,
 * and support itself where no reading of it entails the statement. Empty for a sufficient set: then nothing is missing that matters.
 */
export function whatIsMissing(input: {
  readonly set: Mask;
  readonly terms: QualityTerms;
  readonly pool: readonly Candidate[];
  readonly units: readonly CoverageUnit[];
  readonly statement: string;
  readonly stance: 'support' | 'refute';
}): Missing[] {
  const { set, pool, units } = input;
  const covered = new Set(indices(set).flatMap((index) => pool[index]?.covers ?? []));
  const uncovered = units
    .filter((_, index) => !covered.has(index))
    .sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
    .map(({ kind, text }) => ({ kind, text }));
  const contradictions = pool
    .filter(
      (candidate, index) =>
        has(set, index) &&
        candidate.entailment !== null &&
        (input.stance === 'support' ? candidate.entailment.contradict : candidate.entailment.entail) >= openContradiction,
    )
    .map((candidate) => ({ kind: 'contradiction' as const, text: candidate.citation.quote }));
  const support =
    input.terms.entail < weakSupport || (uncovered.length === 0 && contradictions.length === 0)
      ? [{ kind: 'support' as const, text: input.statement }]
      : [];
  return [...uncovered, ...contradictions, ...support];
}
