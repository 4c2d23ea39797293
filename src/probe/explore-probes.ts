import { sameAnswer } from '../arbitrate/consensus.ts';
import { contest, saying } from '../arbitrate/support.ts';
import type { PassageIndex, SearchHit } from '../index/types.ts';
import type { Embedder, EvidenceText, GeneratedAnswer, GeneratedProbe, Generator, ModelCall, RelevanceScorer } from '../models/ports.ts';
import type { Probe } from '../report/exploration.ts';
import { type MeasuredProbe, selectProbes } from './select.ts';

export interface ProbeInput {
  readonly question: string;
  /** The plain answer to the question, and what it was read from. */
  readonly plain: GeneratedAnswer;
  readonly evidence: readonly EvidenceText[];
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
  readonly relevance: RelevanceScorer;
  /** Gives the plain answers that validation compares: the bundled reader, so that validation costs no call. */
  readonly reader: Generator;
  /** The spans of a hit, as the reader shall see them. */
  readonly evidenceOf: (query: string, hits: readonly SearchHit[]) => Promise<readonly EvidenceText[]>;
}

/** Passages that a plain answer is read from. */
const readingDepth = 5;
/** Answers that are looked for behind the plain one. */
const rereadings = 2;

/**
 * Validates and selects counterfactual queries (CF-RAG sec. 4.1.1, app. E): one batched search for all candidates, a plain answer to
 * each, then eq. 2 and 3. A question without a valid probe gets an empty selection: its causal score is then undefined.
 */
export async function chooseProbes(input: ProbeInput, models: ProbeModels, index: PassageIndex, call: ModelCall): Promise<Probe[]> {
  const candidates = distinct(input.candidates, input.question);
  if (candidates.length === 0) return [];
  const { embedder } = models;
  const [questionVector, ...vectors] = await embedder.embed([input.question, ...candidates.map((candidate) => candidate.query)], 'query', call);
  const measured = candidates.flatMap((candidate, place) => {
    const vector = vectors[place];
    return vector === undefined || questionVector === undefined ? [] : [{ candidate, vector, similarity: clamp(embedder.similarity.toReference(dot(questionVector, vector))) }];
  });
  const results = await index.search(measured.map(({ candidate, vector }) => ({ text: candidate.query, vector })), { limit: readingDepth, exclude: input.exclude }, call.signal);
  const requests = await Promise.all(measured.map(async ({ candidate }, place) => ({ question: candidate.query, evidence: await models.evidenceOf(candidate.query, results[place] ?? []) })));
  const answers = await Promise.all(requests.map(async (request) => (await models.reader.answer([request], call))[0]));
  const centre = centroid(input.hits);
  const others = await readAgain(input, models.reader, call);
  const plain = textOf(input.plain);
  const probes = await Promise.all(measured.map(async ({ candidate, similarity }, place): Promise<MeasuredProbe> => {
    const answer = textOf(answers[place]);
    const rival = plain !== null && answer !== null && sameAnswer(plain, answer) ? await contested(candidate, input, others, models, call) : null;
    return { ...candidate, similarity, questionAnswer: rival ?? plain, contested: rival !== null, answer, domainRelevance: clamp(embedder.similarity.toReference(dot(centre, centroid(results[place] ?? [])))) };
  }));
  return selectProbes(probes, input.wanted, input.similarity);
}

/**
 * Question and probe with one plain answer are a paraphrase, says eq. 2 - or the trap itself: the plain answer to the question is wrong,
 * and right for the probe. The evidence tells them apart: where what says this answer fits the probe better than the question, and what
 * says a next best one fits the question alone, the true answers do differ. A wider or narrower question rightly shares its answer,
 * and is never a contest.
 * @returns the next best answer; null where the probe is a paraphrase
 */
async function contested(probe: GeneratedProbe, { question, plain, evidence }: ProbeInput, others: readonly GeneratedAnswer[], { relevance }: ProbeModels, call: ModelCall): Promise<string | null> {
  if (probe.kind === 'scope' || others.length === 0) return null;
  const theirs = await relevance.score(probe.query, evidence, call);
  const spans = evidence.map((span, place) => ({ ...span, probeRelevance: [theirs[place] ?? 0] }));
  return others.find((other) => contest({ question, probe, first: plain, other, spans }) !== null)?.text ?? null;
}

/** Plain answers from what is left when every span that says an earlier one is taken away, in turn. */
async function readAgain({ question, plain, evidence }: ProbeInput, reader: Generator, call: ModelCall): Promise<GeneratedAnswer[]> {
  const answers: GeneratedAnswer[] = [];
  const said = new Set<string>();
  for (let last = plain, round = 0; round < rereadings && !last.abstained; round += 1) {
    for (const span of saying(last, evidence)) said.add(span.spanId);
    const [next] = await reader.answer([{ question, evidence: evidence.filter((span) => !said.has(span.spanId)) }], call);
    if (next === undefined) break;
    if (!next.abstained && !sameAnswer(next.text, plain.text)) answers.push(next);
    last = next;
  }
  return answers;
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
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
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
