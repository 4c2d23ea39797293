import type { GeneratedProbe } from '../models/ports.ts';
import type { Probe } from '../contract/exploration.ts';
import { sameAnswer } from '../text/same-answer.ts';

/** Validity and weights of CF-RAG eq. 2 and 3. Similarities are on the reference scale. */
export const probeDefaults = {
  similarity: 0.7,
  paraphrase: 0.98,
  semanticWeight: 1 / 3,
  answerWeight: 1 / 3,
  domainWeight: 1 / 3,
} as const;

/** A candidate with what validation measured of it. */
export interface MeasuredProbe extends GeneratedProbe {
  /** To the question, reference scale, [0, 1]. */
  readonly similarity: number;
  /** The plain answers to the question and to the candidate; null for an abstention. */
  readonly questionAnswer: string | null;
  readonly answer: string | null;
  /** The plain answers were the same, and the evidence tells them apart: `questionAnswer` is then the next best one. */
  readonly contested: boolean;
  /** Similarity of the centroids of what the two retrieve, [0, 1]. */
  readonly domainRelevance: number;
}

/** App. E: 1 - intersection over union of the answers' words, [0, 1]; 1 when one is an abstention, 0 when both are. */
export function answerDistance(a: string | null, b: string | null): number {
  const left = new Set(words(a));
  const right = new Set(words(b));
  const union = new Set([...left, ...right]);
  if (union.size === 0) return 0;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  return 1 - shared / union.size;
}

function words(answer: string | null): string[] {
  return (answer ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');
}

/** CF-RAG eq. 3: a * (1 - similarity) + b * answerDistance + c * domainRelevance, [0, 1]. */
export function informativeness(similarity: number, distance: number, domainRelevance: number): number {
  return (
    probeDefaults.semanticWeight * (1 - similarity) + probeDefaults.answerWeight * distance + probeDefaults.domainWeight * domainRelevance
  );
}

/**
 * CF-RAG eq. 2: near the question, but with another answer. Two abstentions do not show that the answers are the same, but they do not
 * show a difference either: such a candidate is no probe.
 */
export function rejection(probe: MeasuredProbe, similarity: number = probeDefaults.similarity): Probe['rejection'] {
  if (!/\p{L}/u.test(probe.query)) return 'malformed';
  if (probe.similarity >= probeDefaults.paraphrase) return 'paraphrase';
  if (probe.similarity <= similarity) return 'off-topic';
  return sameAnswer(probe.questionAnswer ?? '', probe.answer ?? '') ? 'same-answer' : null;
}

/**
 * The `wanted` most informative valid candidates. A contested one goes first: it is the probe that lemma 1 asks for. Then each kind is
 * heard once before any is heard twice, as probes of one kind ask much the same; ties go to the query that sorts first. All candidates
 * are returned, the selected ones first in the order of selection.
 */
export function selectProbes(candidates: readonly MeasuredProbe[], wanted: number, similarity: number = probeDefaults.similarity): Probe[] {
  const judged = candidates.map((candidate) => {
    const distance = answerDistance(candidate.questionAnswer, candidate.answer);
    return {
      candidate,
      rejected: rejection(candidate, similarity),
      distance,
      value: informativeness(candidate.similarity, distance, candidate.domainRelevance),
    };
  });
  const order = judged.sort((a, b) => b.value - a.value || (a.candidate.query < b.candidate.query ? -1 : 1));
  const valid = order.filter((entry) => entry.rejected === null);
  const leading = valid.find((entry) => entry.candidate.contested);
  const queue = leading === undefined ? valid : [leading, ...valid.filter((entry) => entry !== leading)];
  const rank = new Map(
    queue.map((entry) => [entry, queue.filter((other) => other.candidate.kind === entry.candidate.kind).indexOf(entry)]),
  );
  const selected = [...queue].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)).slice(0, wanted);
  const rest = order.filter((entry) => !selected.includes(entry));
  return [...selected, ...rest].map((entry, index) => ({
    id: `probe-${index + 1}`,
    kind: entry.candidate.kind,
    query: entry.candidate.query,
    change: entry.candidate.change,
    similarity: entry.candidate.similarity,
    answer: entry.candidate.answer,
    answerDistance: entry.distance,
    domainRelevance: entry.candidate.domainRelevance,
    informativeness: entry.value,
    rejection: entry.rejected,
    selected: index < selected.length,
    crr: null,
    band: null,
  }));
}
