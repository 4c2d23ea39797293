import { say } from '../base/language.ts';
import { throwIfCancelled } from '../base/error.ts';
import { canonicalJson } from '../base/hash.ts';
import { type Citation, type SpanId, spanId } from '../contract/citation.ts';
import type { Evidence, QualityTerms } from '../contract/evidence.ts';
import { hashReport } from '../contract/hash.ts';
import type { AuditReport } from '../contract/report.ts';
import type { WhatIf } from '../contract/whatif.ts';
import { analysisDefaults } from './analyse.ts';
import { fullMask, indices, type Mask, toMask } from './mask.ts';
import { qualityOf } from './quality.ts';
import { memoise } from './set-function.ts';
import { Sufficiency } from './sufficiency.ts';
import { checkAnswer, type CheckedAnswer, followsFromCited, type Rereader } from './verify-answer.ts';
import {
  citationProblems,
  citationsIn,
  type CitationState,
  type CurrentDocument,
  currentDocument,
  evidenceProblems,
  type FoundCitation,
  stateOf,
} from './verify-citations.ts';
import { whatIf } from './what-if.ts';

export interface CheckedCitation {
  readonly spanId: SpanId;
  readonly citation: Citation;
  readonly state: CitationState;
  /** Of the minimal evidence: the answer rests on it. */
  readonly minimal: boolean;
  /** A copy elsewhere still says the same. */
  readonly heldByCopy: boolean;
  /** Where the report has it: one or more places such as `claims.0.citations.1`. */
  readonly at: readonly string[];
}

/** What the quotes, the certificate and the shown answer of a report say of it. */
export interface CheckedReport {
  /**
   * The hash fits, no citation is forged, every claim of the certificate follows from the stored scores, the answer follows from what
   * is cited, and it stands on what the documents say now.
   */
  readonly holds: boolean;
  readonly hashMatches: boolean;
  /** The terms of the shown set, computed again. */
  readonly terms: QualityTerms;
  /** What no audit would write: forged quotes, and what the certificate says and the stored scores do not. One sentence each. */
  readonly problems: readonly string[];
  /** One entry for each place that is cited. */
  readonly citations: readonly CheckedCitation[];
  readonly answer: CheckedAnswer;
  /** The answer without the spans that no longer hold. */
  readonly standing: WhatIf;
}

export interface VerifyOptions {
  /** The hash of the report as it is stored, made anew; by default that of `report`. */
  readonly computedHash?: string;
  /** Has the answer read again from the cited sentences. */
  readonly reader?: Rereader;
  /** `citationsIn` of the report, where it is known. */
  readonly cited?: readonly FoundCitation[];
  readonly signal?: AbortSignal;
}

/** Stored and recomputed values come from the same arithmetic; JSON keeps doubles exactly. */
const tolerance = 1e-9;

/**
 * The part of `linchpin verify` that needs no reading: checks a stored report against the documents as they are now. Every citation, wherever in the report it stands, is
 * cut from its document again; the certificate is computed again from the stored scores, that of the other side too; the answer must
 * follow from what is cited; and where a citation no longer holds, it is said whether the answer stands without it. The stored scores
 * themselves are a model's: that they are what the model gave is not shown.
 *
 * @param readText the document's decoded text as it is now, or null when it is gone
 * @throws LinchpinError `cancelled`, and what `readText` throws.
 */
export async function verifyReport(
  report: AuditReport,
  readText: (path: string) => Promise<string | null>,
  { computedHash, reader, signal, cited }: VerifyOptions = {},
): Promise<CheckedReport> {
  const { evidence } = report;
  const counter = report.counterEvidence ?? null;
  const found = cited ?? citationsIn(report);
  const documents = new Map<string, CurrentDocument | null>();
  for (const { citation } of found) {
    throwIfCancelled(signal);
    if (documents.has(citation.path)) continue;
    const text = await readText(citation.path);
    documents.set(citation.path, text === null ? null : currentDocument(text));
  }
  const state = (citation: Citation): CitationState => stateOf(citation, documents.get(citation.path) ?? null);
  const citations = checkCitations(report, found, state);
  const problems = [
    ...citations
      .filter((entry) => entry.state === 'forged')
      .map(({ spanId: id, at }) => say`${id} is forged: the document was never changed, and says something else there (${at.join(', ')}).`),
    ...citationProblems(found),
    ...evidenceProblems(report),
    ...certificateProblems(evidence),
    ...(counter === null ? [] : certificateProblems(counter).map((problem) => say`The other side: ${problem}`)),
    ...statusProblems(report),
  ];
  const lost = citations
    .filter((entry) => entry.state !== 'holds' && entry.state !== 'moved' && !entry.heldByCopy)
    .map((entry) => entry.spanId);
  const standing = whatIf(report, lost);
  const hashMatches = (computedHash ?? hashReport(report)) === report.hash;
  const answer = await checkAnswer(report, reader, signal);
  return {
    holds: hashMatches && problems.length === 0 && standing.status === report.answer.status && followsFromCited(answer),
    hashMatches,
    terms: qualityOf(evidence.pool, evidence.scores).terms(shownSet(evidence)),
    problems,
    citations,
    answer,
    standing,
  };
}

/** One entry for each place and quote, with all that the report makes of it. */
function checkCitations(
  { evidence, counterEvidence }: AuditReport,
  found: readonly FoundCitation[],
  state: (citation: Citation) => CitationState,
): CheckedCitation[] {
  const minimal = new Set(evidence.minimal.map((item) => item.spanId));
  const copies = new Map([...(counterEvidence?.pool ?? []), ...evidence.pool].map((candidate) => [candidate.spanId, candidate.copies]));
  const groups = new Map<string, { citation: Citation; at: string[] }>();
  for (const { at, citation } of found) {
    const key = canonicalJson(citation);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { citation, at: [at] });
    else group.at.push(at);
  }
  return [...groups.values()].map(({ citation, at }) => {
    const id = spanId(citation.path, citation.start, citation.end);
    return {
      spanId: id,
      citation,
      state: state(citation),
      minimal: minimal.has(id),
      heldByCopy: (copies.get(id) ?? []).some((copy) => state(copy) === 'holds'),
      at,
    };
  });
}

/** A status that no audit gives to such evidence. */
function statusProblems({ kind, answer, evidence, counterEvidence, conflicts }: AuditReport): string[] {
  const { stance } = evidence.scores;
  switch (answer.status) {
    case 'supported':
      return stance === 'support' ? [] : ['The answer is called supported by evidence against it.'];
    case 'refuted':
      return kind === 'claim' && stance === 'refute' ? [] : ['The claim is called refuted without evidence against it.'];
    case 'conflicting':
      return conflicts.length > 0 || counterEvidence?.sufficient === true
        ? []
        : [say`The evidence is called conflicting without a conflict.`];
    case 'uncertain':
    case 'not-enough-evidence':
      return [];
  }
}

function shownSet(evidence: Evidence): Mask {
  const shown = new Set(evidence.minimal.map((item) => item.spanId));
  return toMask(evidence.pool.flatMap((candidate, index) => (shown.has(candidate.spanId) ? [index] : [])));
}

/** Checks every statement of the certificate against the stored scores. */
export function certificateProblems(evidence: Evidence): string[] {
  const { certificate, threshold } = evidence;
  if (certificate === null) return evidence.sufficient ? [say`The evidence is called sufficient without a certificate.`] : [];
  const quality = memoise(qualityOf(evidence.pool, evidence.scores));
  const oracle = new Sufficiency(quality, threshold, analysisDefaults.budget);
  const place = new Map(evidence.pool.map((candidate, index) => [candidate.spanId, index]));
  const maskOf = (ids: readonly SpanId[]): Mask => toMask(ids.flatMap((id) => place.get(id) ?? []));
  const problems: string[] = [];
  const shown = shownSet(evidence);
  const differs = (a: number, b: number): boolean => Math.abs(a - b) > tolerance;
  if (differs(quality.value(shown), evidence.quality) || differs(quality.value(shown), certificate.terms.calibrated))
    problems.push(say`The quality of the minimal set does not follow from the scores.`);
  if (oracle.isSufficient(shown) !== evidence.sufficient)
    problems.push(say`Sufficiency does not follow from the quality and the threshold.`);
  for (const { spanId, quality: stated } of certificate.without) {
    if (differs(quality.value(shown & ~maskOf([spanId])), stated))
      problems.push(say`The quality without ${spanId} does not follow from the scores.`);
  }
  if (evidence.sufficient && certificate.without.length !== evidence.minimal.length)
    problems.push(say`Not every span of the minimal set was taken away in turn.`);
  for (const set of certificate.minimalSets) {
    const mask = maskOf(set.spanIds);
    if (differs(quality.value(mask), set.quality))
      problems.push(say`The quality of the set ${set.spanIds.join(', ')} does not follow from the scores.`);
    if (!isMinimal(oracle, mask)) problems.push(say`The set ${set.spanIds.join(', ')} is not a minimal sufficient set.`);
  }
  if (evidence.sufficient && !isMinimal(oracle, shown)) problems.push(say`The set that is shown is not a minimal sufficient set.`);
  for (const ids of certificate.breakingSets) {
    if (oracle.find(fullMask(quality.size) & ~maskOf(ids)).state === 'found')
      problems.push(say`A sufficient set is left without ${ids.join(', ')}.`);
    if (ids.length !== certificate.robustness) problems.push(say`The robustness is not the size of the smallest breaking sets.`);
  }
  return problems;
}

function isMinimal(oracle: Sufficiency, set: Mask): boolean {
  return oracle.isSufficient(set) && indices(set).every((index) => oracle.find(set & ~(1 << index)).state !== 'found');
}
