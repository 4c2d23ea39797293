import type { ModelCall, Models } from '../models/ports.ts';
import type { SpanId } from '../contract/citation.ts';
import type { Candidate, EntailmentScores, StoredQualityScores } from '../contract/evidence.ts';
import type { Preference } from './choose.ts';
import { atLeastAlone, readJointly, worthReading } from './joint.ts';
import { indices, type Mask, maskCapacity } from './mask.ts';
import { type PoolReading, readPool, type RerankerPool, type RerankerSpan } from './reranker/features.ts';
import { toRerankerPool } from './reranker/read.ts';
import { shippedReranker } from './reranker/shipped.ts';
import { shippedFit } from './shipped-fit.ts';
import type { EvidenceCandidate, MinimiseRequest, MinimiseSettings } from './types.ts';
import { coverageOf, type Coverage } from './units.ts';

/** CER K1: candidates that are scored one by one before the pool is chosen from them. */
export const wideCandidates = 50;

export interface ScoredPool {
  /** What the report stores of each span; roles are still `idle`. */
  readonly pool: Candidate[];
  readonly stored: StoredQualityScores;
  /** The spans of the pool, in its order. */
  readonly chosen: readonly EvidenceCandidate[];
  /** All candidates by relevance, cited ones first. */
  readonly ranked: readonly EvidenceCandidate[];
  readonly coverage: Coverage;
  /** The pool as the reranker reads it. */
  readonly reading: PoolReading;
}

/** The pool as it is chosen, before joint readings of it. */
export interface ChosenPool {
  readonly wide: WidePool;
  /** The spans of the pool, in its order, and as the reranker has them. */
  readonly chosen: readonly EvidenceCandidate[];
  readonly spans: readonly RerankerSpan[];
  readonly reading: PoolReading;
}

export interface WidePool {
  readonly ranked: readonly EvidenceCandidate[];
  readonly chosen: readonly EvidenceCandidate[];
  readonly coverage: Coverage;
  readonly pool: RerankerPool;
}

/** The most relevant candidates and those that the answer cites, each scored against the statement (CER K0 to K1). */
export async function widePool(
  request: MinimiseRequest,
  models: Pick<Models, 'embedder' | 'entailment'>,
  call: ModelCall,
): Promise<WidePool> {
  const ranked = rank(request.candidates, request.cited ?? []);
  const coverage = coverageOf(
    request.question,
    request.statement,
    request.stance ?? 'support',
    ranked.map((candidate) => `${candidate.heading}\n${candidate.text}`),
  );
  const chosen = request.statement.trim() === '' ? [] : ranked.slice(0, wideCandidates);
  const scores = await models.entailment.classify(
    chosen.map((candidate) => pairOf(candidate, request.statement)),
    call,
  );
  return { ranked, chosen, coverage, pool: await toRerankerPool(chosen, scores, coverage, request.statement, models.embedder, call) };
}

/** Chooses the pool (CER K1 to K2) by what each span is expected to add. */
export async function choosePool(
  request: MinimiseRequest,
  models: Pick<Models, 'embedder' | 'entailment'>,
  settings: Pick<MinimiseSettings, 'candidates'>,
  call: ModelCall,
): Promise<ChosenPool> {
  const wide = await widePool(request, models, call);
  const order = cascade(wide, request.cited ?? [], Math.min(settings.candidates, maskCapacity));
  const spans = order.flatMap((index) => wide.pool.spans[index] ?? []);
  return { wide, chosen: order.flatMap((index) => wide.chosen[index] ?? []), spans, reading: readPool({ ...wide.pool, spans }) };
}

/** Chooses the pool, and has joint readings of it scored. */
export async function scorePool(
  request: MinimiseRequest,
  models: Pick<Models, 'embedder' | 'entailment'>,
  settings: Pick<MinimiseSettings, 'candidates'>,
  call: ModelCall,
): Promise<ScoredPool> {
  const stance = request.stance ?? 'support';
  const { wide, chosen, spans, reading } = await choosePool(request, models, settings, call);
  const { coverage } = wide;
  const pool = chosen.map((candidate, index) => toCandidate(candidate, spans[index]?.entailment ?? neutral, coverage));
  const stored: StoredQualityScores = {
    fit: request.fit ?? shippedFit,
    statement: request.statement,
    stance,
    units: [...coverage.units],
    joint: [],
  };
  if (stance === 'support') {
    const joint = spans.map((span, index) => ({
      text: span.text,
      heading: span.heading,
      gain: shippedReranker().gain(reading, index, []),
      covers: span.covers | span.headingCovers,
      entail: span.entailment.entail,
    }));
    const readings = await readJointly(
      worthReading(
        joint,
        coverage.units.map((unit) => unit.weight),
      ),
      joint,
      request.statement,
      models.entailment,
      call,
    );
    stored.joint = atLeastAlone(readings, joint).map(({ set, entail }) => ({ spans: indices(set), entail }));
  }
  return { pool, stored, chosen, ranked: wide.ranked, coverage, reading };
}

/** How the reranker would have one minimal set rather than another. */
export function preferenceOf(pool: readonly Candidate[], reading: PoolReading): Preference {
  return {
    worth: (index, others) => shippedReranker().gain(reading, index, indices(others)),
    source: pool.map((candidate) => candidate.citation.path),
  };
}

/** The best by the reranker with nothing chosen yet; cited spans stay. Ties to the more relevant. */
function cascade(wide: WidePool, cited: readonly SpanId[], size: number): number[] {
  const reading = readPool(wide.pool);
  const keep = new Set(cited);
  return wide.chosen
    .map((candidate, index) => ({ index, cited: keep.has(candidate.spanId) ? 1 : 0, gain: shippedReranker().gain(reading, index, []) }))
    .sort((a, b) => b.cited - a.cited || b.gain - a.gain || a.index - b.index)
    .slice(0, size)
    .map(({ index }) => index);
}

const neutral: EntailmentScores = { entail: 0, neutral: 1, contradict: 0 };

/** Cited spans first, then by relevance; ties by id. */
function rank(candidates: readonly EvidenceCandidate[], cited: readonly SpanId[]): EvidenceCandidate[] {
  const first = new Set(cited);
  return [...candidates].sort(
    (a, b) => Number(first.has(b.spanId)) - Number(first.has(a.spanId)) || b.relevance - a.relevance || (a.spanId < b.spanId ? -1 : 1),
  );
}

function pairOf(candidate: EvidenceCandidate, statement: string): { premise: string; hypothesis: string; context: string } {
  return { premise: candidate.text, hypothesis: statement, context: candidate.heading };
}

/** A span is read under its headings: "He was born in 1912" under a name mentions that name. */
function coversOf(candidate: EvidenceCandidate, coverage: Coverage): Mask {
  return coverage.covers(candidate.text) | coverage.covers(candidate.heading);
}

function toCandidate(candidate: EvidenceCandidate, entailment: EntailmentScores, coverage: Coverage): Candidate {
  const covers = indices(coversOf(candidate, coverage));
  return {
    spanId: candidate.spanId,
    citation: candidate.citation,
    headingPath: [...candidate.headingPath],
    relevance: candidate.relevance,
    entailment,
    coverage: covers.reduce((sum, unit) => sum + (coverage.units[unit]?.weight ?? 0), 0),
    covers,
    role: 'idle',
    copies: [...candidate.copies],
    ...(candidate.row === undefined ? {} : { row: candidate.row }),
  };
}
