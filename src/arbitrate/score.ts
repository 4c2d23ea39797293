import type { CrrBand, DraftScores } from '../contract/exploration.ts';
import type { ArbitrationPassage } from './types.ts';

/** lambda1 and lambda2 of CF-RAG eq. 10. */
const similarityShare = 0.5;
const mentionShare = 0.5;

/** Weights of the four criteria (sec. 4.2.2) where the paper gives none: the two of algorithm 1 lead. */
const criterionWeights = { coherence: 0.4, causal: 0.3, confidence: 0.15, specificity: 0.15 } as const;

export interface CoherenceTerm {
  /** Similarity of answer and passage on the reference scale, [0, 1]. */
  readonly similarity: number;
  /** s(q, e), [0, 1]. */
  readonly relevance: number;
  /** Mention(a, e): is the answer said in the passage? */
  readonly mentioned: boolean;
}

/** CF-RAG eq. 9, 10: mean over the draft's passages, [0, 1]; 0 without passages. */
export function coherence(terms: readonly CoherenceTerm[]): number {
  return mean(terms.map((term) => similarityShare * term.similarity + mentionShare * term.relevance * (term.mentioned ? 1 : 0)));
}

/** s(q, e) - max over q' of s(q', e), [-1, 1]; null without probes. */
export function margin(passage: Pick<ArbitrationPassage, 'relevance' | 'probeRelevance'>): number | null {
  return passage.probeRelevance.length === 0 ? null : passage.relevance - Math.max(...passage.probeRelevance);
}

/**
 * CF-RAG eq. 11: the mean margin, [-1, 1]. Appendix A writes a max of means in its place; eq. 11 is never larger, so the theorem holds
 * for it too. null without probes or passages: undefined is not zero.
 */
export function causalDiscrimination(passages: readonly Pick<ArbitrationPassage, 'relevance' | 'probeRelevance'>[]): number | null {
  const margins = passages.map(margin).filter((value) => value !== null);
  return margins.length === 0 ? null : mean(margins);
}

/** exp of the mean token log-probability, (0, 1]; null where the model gives none (sec. 4.2.2, Generation Confidence). */
export function confidence(logProbability: number | null): number | null {
  return logProbability === null ? null : Math.exp(Math.min(0, logProbability));
}

/** Sec. 4.2.2, Answer Specificity: 1 - H(keywords) / log |V|, [0, 1]; 1 for a vocabulary of at most one keyword. */
export function specificity(keywords: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const keyword of keywords) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
  if (counts.size <= 1) return 1;
  let entropy = 0;
  for (const count of counts.values()) {
    const share = count / keywords.length;
    entropy -= share * Math.log(share);
  }
  return Math.max(0, 1 - entropy / Math.log(counts.size));
}

/** Algorithm 1: (1 - lambda) * coherence + lambda * causal. Without a causal score its weight goes to coherence. */
export function dualScore(coherenceScore: number, causal: number | null, causalWeight: number): number {
  return causal === null ? coherenceScore : (1 - causalWeight) * coherenceScore + causalWeight * causal;
}

/** Sec. 4.2.2: the weighted sum of the four criteria; the weight of a criterion that is undefined goes to the others in proportion. */
export function weightedScore(scores: Omit<DraftScores, 'total'>): number {
  const parts: [weight: number, value: number | null][] = [
    [criterionWeights.coherence, scores.coherence],
    [criterionWeights.causal, scores.causalDiscrimination],
    [criterionWeights.confidence, scores.confidence],
    [criterionWeights.specificity, scores.specificity],
  ];
  let sum = 0;
  let total = 0;
  for (const [weight, value] of parts) {
    if (value === null) continue;
    sum += weight * value;
    total += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** CF-RAG eq. 47: max over q' of s(q', e) / s(q, e); null without probes or where s(q, e) is 0. */
export function counterfactualRelevanceRatio(relevance: number, probeRelevance: readonly number[]): number | null {
  return probeRelevance.length === 0 || relevance <= 0 ? null : Math.max(...probeRelevance) / relevance;
}

/** App. M, table 10: < 0.5 causal, 0.5-0.7 moderate, 0.7-0.9 high, > 0.9 trap. */
export function crrBand(ratio: number): CrrBand {
  if (ratio < 0.5) return 'causal';
  if (ratio < 0.7) return 'moderate';
  return ratio <= 0.9 ? 'high' : 'trap';
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
