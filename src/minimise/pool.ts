import type { Entailment, ModelCall } from '../models/ports.ts';
import type { SpanId } from '../report/citation.ts';
import type { Candidate, EntailmentScores, StoredQualityScores } from '../report/evidence.ts';
import { type JointSpan, readJointly, telling, worthReading } from './joint.ts';
import { indices, type Mask, maskCapacity } from './mask.ts';
import { shippedFit } from './shipped-fit.ts';
import type { EvidenceCandidate, MinimiseRequest, MinimiseSettings } from './types.ts';
import { coverageOf, type Coverage } from './units.ts';

export interface ScoredPool {
  /** What the report stores of each span; roles are still `idle`. */
  readonly pool: Candidate[];
  readonly stored: StoredQualityScores;
  /** The spans of the pool, in its order. */
  readonly chosen: readonly EvidenceCandidate[];
  /** All candidates, those of the pool first. */
  readonly ranked: readonly EvidenceCandidate[];
  readonly coverage: Coverage;
}

/** Chooses the pool (CER K2) and has the model score it, in two batches: each span alone, then joint readings. */
export async function scorePool(request: MinimiseRequest, entailment: Entailment, settings: Pick<MinimiseSettings, 'candidates'>, call: ModelCall): Promise<ScoredPool> {
  const stance = request.stance ?? 'support';
  const ranked = rank(request.candidates, request.cited ?? []);
  const coverage = coverageOf(request.question, request.statement, stance, ranked.map((candidate) => `${candidate.heading}\n${candidate.text}`));
  const chosen = request.statement.trim() === '' ? [] : ranked.slice(0, Math.min(settings.candidates, maskCapacity));
  const scores = await entailment.classify(chosen.map((candidate) => pairOf(candidate, request.statement)), call);
  const pool = chosen.map((candidate, index) => toCandidate(candidate, scores[index] ?? neutral, coverage));
  const spans = chosen.map((candidate, index) => toJointSpan(candidate, scores[index] ?? neutral, coverage, stance));
  const stored: StoredQualityScores = { fit: request.fit ?? shippedFit, stance, units: [...coverage.units], joint: [] };
  if (stance === 'support') {
    const readings = await readJointly(worthReading(spans, coverage.units.map((unit) => unit.weight)), spans, request.statement, entailment, call);
    stored.joint = telling(readings, spans).map(({ set, entail }) => ({ spans: indices(set), entail }));
  }
  return { pool, stored, chosen, ranked, coverage };
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
  };
}

function toJointSpan(candidate: EvidenceCandidate, entailment: EntailmentScores, coverage: Coverage, stance: 'support' | 'refute'): JointSpan {
  return {
    text: candidate.text,
    heading: candidate.heading,
    relevance: candidate.relevance,
    covers: coversOf(candidate, coverage),
    entail: stance === 'support' ? entailment.entail : entailment.contradict,
  };
}
