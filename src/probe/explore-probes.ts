import type { PassageIndex, SearchHit } from '../index/types.ts';
import type { Embedder, EvidenceText, GeneratedAnswer, GeneratedProbe, Generator, ModelCall } from '../models/ports.ts';
import type { Probe } from '../contract/exploration.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { type MeasuredProbe, selectProbes } from './select.ts';

export interface ProbeInput {
  readonly question: string;
  /** The plain answer to the question; null for an abstention. */
  readonly answer: string | null;
  /** What the question retrieved. */
  readonly hits: readonly Pick<SearchHit, 'vector'>[];
  readonly candidates: readonly GeneratedProbe[];
  /** CF-RAG N. */
  readonly wanted: number;
  /** Eq. 2, reference scale. */
  readonly similarity: number;
  readonly exclude: readonly string[];
}

export interface ProbeModels {
  readonly embedder: Embedder;
  /** Gives the plain answers that validation compares: the bundled reader, so that validation costs no call. */
  readonly reader: Generator;
  /** The spans of a hit, as the reader shall see them. */
  readonly evidenceOf: (query: string, hits: readonly SearchHit[]) => Promise<readonly EvidenceText[]>;
  /**
   * Question and probe with one plain answer are a paraphrase, says eq. 2 - or the trap itself: the plain answer to the question is wrong,
   * and right for the probe. Gives the answer that the evidence shows to be the question's own; null where the probe is a paraphrase.
   */
  readonly rivalOf: (probe: GeneratedProbe) => Promise<string | null>;
}

/** Passages that a plain answer is read from. */
const readingDepth = 5;

/**
 * Validates and selects counterfactual queries (CF-RAG sec. 4.1.1, app. E): one batched search for all candidates, a plain answer to
 * each, then eq. 2 and 3. A question without a valid probe gets an empty selection: its causal score is then undefined.
 */
export async function chooseProbes(input: ProbeInput, models: ProbeModels, index: PassageIndex, call: ModelCall): Promise<Probe[]> {
  const candidates = distinct(input.candidates, input.question);
  if (candidates.length === 0) return [];
  const { embedder } = models;
  const [questionVector, ...vectors] = await embedder.embed(
    [input.question, ...candidates.map((candidate) => candidate.query)],
    'query',
    call,
  );
  const measured = candidates.flatMap((candidate, place) => {
    const vector = vectors[place];
    return vector === undefined || questionVector === undefined
      ? []
      : [{ candidate, vector, similarity: clamp(embedder.similarity.toReference(dot(questionVector, vector))) }];
  });
  const results = await index.search(
    measured.map(({ candidate, vector }) => ({ text: candidate.query, vector })),
    { limit: readingDepth, exclude: input.exclude },
    call.signal,
  );
  const requests = await Promise.all(
    measured.map(async ({ candidate }, place) => ({
      question: candidate.query,
      evidence: await models.evidenceOf(candidate.query, results[place] ?? []),
    })),
  );
  const answers = await Promise.all(requests.map(async (request) => (await models.reader.answer([request], call))[0]));
  const centre = centroid(input.hits);
  const probes = await Promise.all(
    measured.map(async ({ candidate, similarity }, place): Promise<MeasuredProbe> => {
      const answer = textOf(answers[place]);
      const rival = input.answer !== null && answer !== null && sameAnswer(input.answer, answer) ? await models.rivalOf(candidate) : null;
      return {
        ...candidate,
        similarity,
        questionAnswer: rival ?? input.answer,
        contested: rival !== null,
        answer,
        domainRelevance: clamp(embedder.similarity.toReference(dot(centre, centroid(results[place] ?? [])))),
      };
    }),
  );
  return selectProbes(probes, input.wanted, input.similarity);
}

/** One of each wording, without the question itself. */
function distinct(candidates: readonly GeneratedProbe[], question: string): GeneratedProbe[] {
  const seen = new Set([normal(question)]);
  return candidates.filter((candidate) => {
    const words = normal(candidate.query);
    if (words === '' || seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}

function normal(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function textOf(answer: GeneratedAnswer | undefined): string | null {
  return answer === undefined || answer.abstained || answer.text === '' ? null : answer.text;
}

/** The mean direction of what was retrieved; the zero vector for nothing. */
function centroid(hits: readonly Pick<SearchHit, 'vector'>[]): Float32Array {
  const sum = new Float32Array(hits[0]?.vector.length ?? 0);
  for (const { vector } of hits) for (let d = 0; d < sum.length; d += 1) sum[d] = (sum[d] ?? 0) + (vector[d] ?? 0);
  const norm = Math.hypot(...sum);
  return norm === 0 ? sum : sum.map((value) => value / norm);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < Math.min(a.length, b.length); d += 1) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
