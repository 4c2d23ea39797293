import type { EvidenceBasis } from '../contract/basis.ts';
import type { Evidence, QualityFit } from '../contract/evidence.ts';
import type { SpanId } from '../contract/citation.ts';
import type { CausalAnswer } from '../contract/causal.ts';
import type { AuditReport } from '../contract/report.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { type AnswerByReading, answerFrom, onlySuperseded, type Reading } from './answering.ts';
import { causalAnswer } from './causal.ts';
import { claimParts, type ReadClaim } from './claim.ts';
import { conflictsWith } from './conflicts.ts';
import { type NotInForce, orOnlySuperseded, withSuperseded } from './in-force.ts';
import { withConflicts } from './status.ts';

/** What an answer or claim came to, before what says otherwise is looked for. */
export interface Decided {
  readonly judged: (conflicts: AuditReport['conflicts']) => AuditReport['answer'];
  readonly evidence: Evidence;
  readonly counter: Evidence | null;
  readonly claims: AuditReport['claims'];
}

/** What was read, and all else that an answer comes of: the same again is the same answer. */
export interface WhatWasRead {
  readonly question: string;
  readonly kind: AuditReport['kind'];
  readonly route: AuditReport['route'];
  /** Of a claim. */
  readonly claimed: ReadClaim | null;
  /** Of a question that the judge answers. */
  readonly reading: Reading | null;
  readonly causal: CausalAnswer | null;
  readonly misleading: ReadonlySet<string>;
  /** Sentences that stand in their documents, those of superseded ones too. */
  readonly candidates: readonly EvidenceCandidate[];
  readonly superseded: NotInForce;
  /** How much was searched. */
  readonly searched: Pick<EvidenceBasis, 'documents' | 'passages'>;
  readonly fit: QualityFit | undefined;
}

/** What the judge's reading comes to; null where a language model answers. */
export function decideByReading(read: WhatWasRead): Decided | null {
  const { question, route, claimed, reading, causal, misleading, superseded, searched, fit } = read;
  const candidates = read.candidates.filter(({ citation }) => !superseded.has(citation.path));
  if (claimed !== null) {
    const { judged, shown, counter, claims } = claimParts(question, claimed, candidates, fit, searched);
    return { judged: () => judged, evidence: shown, counter, claims };
  }
  if (reading === null) return null;
  const own = answerFrom(question, reading, candidates, fit);
  const answered = causalAnswer(route, question, own, reading, causal, misleading, candidates, fit);
  return { judged: () => answered.answer, evidence: answered.evidence, counter: null, claims: claimsOfReading(answered) };
}

/** Another answer to the question is held against the shown one from here on. */
const likelyRival = 0.5;

export interface SaidOtherwise {
  readonly conflicts: AuditReport['conflicts'];
  /** Sentences of superseded documents that were held against the answer. */
  readonly beside: readonly SpanId[];
}

/** @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`. */
export async function saidOtherwise(
  { evidence, judged }: Decided,
  { kind, reading, candidates, superseded }: Pick<WhatWasRead, 'kind' | 'reading' | 'candidates' | 'superseded'>,
  models: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<SaidOtherwise> {
  const texts = new Map(candidates.map(({ spanId, text }) => [spanId, text]));
  const beside = withSuperseded(evidence, candidates, superseded);
  const rivals = reading?.answers.filter((other) => other.by.id !== reading.best?.by.id && other.answered >= likelyRival) ?? [];
  const short = kind === 'claim' ? null : judged([]).text;
  const ids = rivals.map(({ by }) => by.id);
  return {
    conflicts: await conflictsWith(beside, short, ids, texts, superseded, models, call),
    beside: beside.pool.slice(evidence.pool.length).map(({ spanId }) => spanId),
  };
}

/**
 * The answer as it is told, beside what says otherwise.
 * @param retrieved with what was found in superseded documents
 * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
 */
export async function toldAnswer(
  { judged }: Decided,
  conflicts: AuditReport['conflicts'],
  { question, kind, superseded }: Pick<WhatWasRead, 'question' | 'kind' | 'superseded'>,
  isByReading: boolean,
  retrieved: RetrievedEvidence,
  models: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<AuditReport['answer']> {
  const told = judged(conflicts);
  const shown = isByReading ? withConflicts(told, conflicts) : told;
  if (shown.status !== 'not-enough-evidence' || superseded.size === 0 || kind === 'claim') return shown;
  return orOnlySuperseded(shown, await onlySuperseded(question, retrieved, new Set(superseded.keys()), models, call), superseded);
}

/** What is shown of a reading is the documents' own: one statement with all that it rests on. */
function claimsOfReading({ answer, evidence }: AnswerByReading): AuditReport['claims'] {
  if (answer.statement === '') return [];
  const citations = evidence.minimal.map((item) => ({ ...item.citation, spanId: item.spanId, marker: item.marker }));
  return [{ text: answer.statement, citations, supported: evidence.sufficient }];
}
