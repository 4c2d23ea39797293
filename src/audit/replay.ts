import { type Citation, type SpanId, spanId } from '../contract/citation.ts';
import type { ReadingRecord } from '../contract/reading.ts';
import type { AuditReport } from '../contract/report.ts';
import { readTogether } from '../answer/read.ts';
import type { ReadPassage } from '../answer/types.ts';
import { judgeAsClaimReader } from '../claims/readers.ts';
import type { ReadDocument } from '../documents/document.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import { headingsOf } from '../documents/headings.ts';
import { cite } from '../documents/cite.ts';
import type { IndexedPassage } from '../index/types.ts';
import type { PairEncoder } from '../inference/types.ts';
import { readingFit } from '../minimise/reading-quality.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import { headingOf } from '../retrieve/candidates.ts';
import type { CandidateSpan, RetrievedEvidence, SpanPlace } from '../retrieve/types.ts';
import { readEvidence } from './answering.ts';
import { readForClaim } from './claim.ts';
import { decideByReading, saidOtherwise, toldAnswer, type WhatWasRead } from './decide.ts';
import { notInForce, retrievedInForce } from './in-force.ts';

/** What a report must say if the judge said what it is recorded to have said of these documents. */
export type Replayed = Pick<AuditReport, 'answer' | 'claims' | 'evidence' | 'counterEvidence' | 'conflicts'>;

/** A place in words, `path:start-end`; null for what is none. */
export function placeOf(id: SpanId): { readonly path: string; readonly start: number; readonly end: number } | null {
  const [, path, start, end] = /^(.+):(\d+)-(\d+)$/s.exec(id) ?? [];
  return path === undefined ? null : { path, start: Number(start), end: Number(end) };
}

/**
 * Runs an audit again from its reading on: the same code over the same passages, cut from the documents anew. Only what was found, how
 * relevant it is, its copies and the causal graph are taken from the report.
 * @param documents by path, all that the record names
 * @throws LinchpinError `cancelled`, and what the judge throws.
 */
export async function replay(
  report: AuditReport,
  record: ReadingRecord,
  documents: ReadonlyMap<string, ReadDocument>,
  judge: PairEncoder,
  call: { readonly seed: number; readonly signal?: AbortSignal },
): Promise<Replayed> {
  const { question, kind, route } = report;
  const places = new Places(documents);
  const known = storedCandidates(report);
  const superseded = await notInForce(
    question,
    record.documents.filter(({ searched }) => searched).map(({ path }) => ({ passage: { path, title: documents.get(path)?.title ?? '' } })),
    async (path) => Promise.resolve(documents.get(path)?.text ?? null),
    new Set(report.basis?.superseded),
  );
  const retrieved = retrievedOf(record, places);
  const standing = retrievedInForce(retrieved, superseded);
  const together = await readAgain(record, places, question, judge, call);
  const claimed = kind === 'claim' ? await readForClaim(question, standing, judgeAsClaimReader(judge), call) : null;
  const reading = kind === 'claim' ? null : await readEvidence(record.query, standing, together, { judge }, call);
  const ids = [
    // The rest of a causal answer's pool is in the order of the search.
    ...(report.causal === null ? [] : report.evidence.pool.map((candidate) => candidate.spanId)),
    ...standing.spans.map(({ id }) => id),
    ...(record.together ?? []).map((sentence) => sentence.spanId),
    ...record.beside,
  ];
  const { fit } = report.evidence.scores;
  const read: WhatWasRead = {
    question,
    kind,
    route,
    claimed,
    reading,
    causal: report.causal,
    misleading: new Set(record.misleading),
    candidates: [...new Set(ids)].flatMap((id) => places.candidate(id, known.get(id)) ?? []),
    superseded,
    searched: report.basis ?? { documents: 0, passages: 0 },
    fit: fit.id === readingFit.id ? undefined : fit,
  };
  const decided = decideByReading(read);
  if (decided === null) throw new RangeError('A reading decides.');
  const { conflicts } = await saidOtherwise(decided, read, { judge }, call);
  const answer = await toldAnswer(decided, conflicts, read, true, retrieved, { judge }, call);
  return {
    answer,
    claims: decided.claims,
    evidence: decided.evidence,
    ...(decided.counter === null ? {} : { counterEvidence: decided.counter }),
    conflicts,
  };
}

interface Stored {
  readonly relevance: number;
  readonly copies: readonly Citation[];
}

function storedCandidates({ evidence, counterEvidence }: AuditReport): Map<SpanId, Stored> {
  return new Map([...(counterEvidence?.pool ?? []), ...evidence.pool].map((candidate) => [candidate.spanId, candidate]));
}

/** Passages and sentences of the documents, by their places. */
class Places {
  readonly #documents: ReadonlyMap<string, ReadDocument>;

  constructor(documents: ReadonlyMap<string, ReadDocument>) {
    this.#documents = documents;
  }

  passage(id: string): IndexedPassage | null {
    const place = placeOf(id);
    const document = place === null ? undefined : this.#documents.get(place.path);
    const passage = document?.passages.find(({ start, end }) => start === place?.start && end === place.end);
    if (place === null || document === undefined || passage === undefined) return null;
    const { text, title, contentHash, lines } = document;
    const { start, end, headingPath, spans } = passage;
    return {
      id,
      path: place.path,
      contentHash,
      title,
      start,
      end,
      line: lines.lineAt(start),
      headingPath,
      text: text.slice(start, end),
      spans,
    };
  }

  /** A sentence in a passage that holds it. */
  span(id: SpanId, copies: readonly SpanPlace[] = []): CandidateSpan | null {
    const place = placeOf(id);
    const document = place === null ? undefined : this.#documents.get(place.path);
    if (place === null || document === undefined) return null;
    const isHere = (span: EvidenceSpan): boolean => span.start === place.start && span.end === place.end;
    const own = document.passages.find(({ spans }) => spans.some(isHere));
    const passage = own === undefined ? null : this.passage(spanId(place.path, own.start, own.end));
    const span = own?.spans.find(isHere);
    if (passage === null || span === undefined) return null;
    return { id, passage, span, heading: headingOf(document.title, headingsOf(span)), relevance: 0, copies };
  }

  candidate(id: SpanId, stored: Stored | undefined): EvidenceCandidate | null {
    const found = this.span(id);
    const document = found === null ? undefined : this.#documents.get(found.passage.path);
    if (found === null || document === undefined) return null;
    const { span, heading, passage } = found;
    const { columns = [], cells = [] } = span.row ?? {};
    return {
      spanId: id,
      text: span.plain,
      heading,
      headingPath: headingsOf(span),
      relevance: stored?.relevance ?? 0,
      citation: cite(passage.path, document.text, document.contentHash, span.start, span.end, document.lines, span.locator),
      copies: stored?.copies ?? [],
      ...(columns.length === 0 ? {} : { row: { columns: [...columns], cells: [...cells] } }),
    };
  }
}

/** As the search gave it: passages in their order, and each sentence once, with the places that it stands for. */
function retrievedOf({ passages, ended, copies }: ReadingRecord, places: Places): RetrievedEvidence {
  const found = [...passages, ...ended].flatMap((id) => places.passage(id) ?? []);
  const standsFor = new Map(copies.map(({ place, of }) => [place, of]));
  const copiesOf = new Map<SpanId, SpanPlace[]>();
  for (const { place, of } of copies) {
    const copy = placeOf(place);
    if (of !== null && copy !== null) copiesOf.set(of, [...(copiesOf.get(of) ?? []), copy]);
  }
  const own = found.flatMap(({ path, spans }) => spans.map(({ start, end }) => spanId(path, start, end)));
  const ids = [...new Set(own.flatMap((id) => standsFor.get(id) ?? (standsFor.has(id) ? [] : id)))];
  return {
    passages: found.map((passage) => ({ passage, vector: new Float32Array(0), score: 0, relevance: 0 })),
    spans: ids.flatMap((id) => places.span(id, copiesOf.get(id)) ?? []),
  };
}

/** What the steps of a question came to. */
async function readAgain(
  { together }: ReadingRecord,
  places: Places,
  question: string,
  judge: PairEncoder,
  call: { readonly signal?: AbortSignal },
): Promise<ReadPassage | null> {
  if (together === null) return null;
  const sources = together.flatMap(({ spanId: id, title }) => {
    const found = places.span(id);
    return found === null ? [] : [{ span: { id, text: found.span.plain }, heading: title }];
  });
  return await readTogether(question, sources, judge, call);
}
