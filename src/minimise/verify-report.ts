import { throwIfCancelled } from '../base/error.ts';
import type { Citation, SpanId } from '../contract/citation.ts';
import type { Evidence, QualityTerms } from '../contract/evidence.ts';
import { findQuote } from '../contract/find-quote.ts';
import { hashReport } from '../contract/hash.ts';
import type { AuditReport } from '../contract/report.ts';
import type { WhatIf } from '../contract/whatif.ts';
import { analysisDefaults } from './analyse.ts';
import { fullMask, indices, type Mask, toMask } from './mask.ts';
import { qualityOf } from './quality.ts';
import { memoise } from './set-function.ts';
import { Sufficiency } from './sufficiency.ts';
import { whatIf } from './what-if.ts';

/** `moved`: the words are there, at another place. `changed`: they are not. */
export type CitationState = 'holds' | 'moved' | 'changed' | 'document-missing';

export interface CheckedCitation {
  readonly spanId: SpanId;
  readonly citation: Citation;
  readonly state: CitationState;
  /** Of the minimal evidence: the answer rests on it. */
  readonly minimal: boolean;
  /** A copy elsewhere still says the same. */
  readonly heldByCopy: boolean;
}

export interface VerifiedReport {
  /** The hash fits, every claim of the certificate follows from the stored scores, and the answer stands on what the documents say now. */
  readonly holds: boolean;
  readonly hashMatches: boolean;
  /** The terms of the shown set, computed again. */
  readonly terms: QualityTerms;
  /** What the certificate says and the stored scores do not; empty when all follows. One sentence each. */
  readonly problems: readonly string[];
  readonly citations: readonly CheckedCitation[];
  /** The answer without the spans that no longer hold. */
  readonly standing: WhatIf;
}

/** Stored and recomputed values come from the same arithmetic; JSON keeps doubles exactly. */
const tolerance = 1e-9;

/**
 * `linchpin verify`: checks a stored report against the documents as they are now, without a model. The certificate is computed again
 * from the stored scores, that of the other side too; every citation is cut from its document again; and where one no longer holds, it is said whether the answer
 * stands without it.
 *
 * @param readText the document's decoded text as it is now, or null when it is gone
 * @throws LinchpinError `cancelled`, and what `readText` throws.
 */
export async function verifyReport(
  report: AuditReport,
  readText: (path: string) => Promise<string | null>,
  signal?: AbortSignal,
): Promise<VerifiedReport> {
  const { evidence } = report;
  const counter = report.counterEvidence ?? null;
  const minimal = new Set(evidence.minimal.map((item) => item.spanId));
  const spans = new Map([...evidence.pool, ...(counter?.pool ?? [])].map((candidate) => [candidate.spanId, candidate]));
  const texts = new Map<string, string | null>();
  for (const { citation, copies } of spans.values()) {
    for (const { path } of [citation, ...copies]) {
      throwIfCancelled(signal);
      if (!texts.has(path)) texts.set(path, await readText(path));
    }
  }
  const citations = [...spans.values()].map(({ spanId, citation, copies }) => ({
    spanId,
    citation,
    state: stateOf(citation, texts.get(citation.path) ?? null),
    minimal: minimal.has(spanId),
    heldByCopy: copies.some((copy) => stateOf(copy, texts.get(copy.path) ?? null) === 'holds'),
  }));
  const lost = citations
    .filter(({ state, heldByCopy }) => (state === 'changed' || state === 'document-missing') && !heldByCopy)
    .map(({ spanId }) => spanId);
  const standing = whatIf(report, lost);
  const hashMatches = hashReport(report) === report.hash;
  const problems = [
    ...certificateProblems(evidence),
    ...(counter === null ? [] : certificateProblems(counter).map((problem) => `The other side: ${problem}`)),
  ];
  const stands = standing.status === report.answer.status;
  return {
    holds: hashMatches && problems.length === 0 && stands,
    hashMatches,
    terms: qualityOf(evidence.pool, evidence.scores).terms(shownSet(evidence)),
    problems,
    citations,
    standing,
  };
}

function stateOf(citation: Citation, text: string | null): CitationState {
  if (text === null) return 'document-missing';
  const found = findQuote(text, citation);
  if (found === null) return 'changed';
  return found.moved || found.end !== citation.end ? 'moved' : 'holds';
}

function shownSet(evidence: Evidence): Mask {
  const shown = new Set(evidence.minimal.map((item) => item.spanId));
  return toMask(evidence.pool.flatMap((candidate, index) => (shown.has(candidate.spanId) ? [index] : [])));
}

/** Checks every statement of the certificate against the stored scores. */
export function certificateProblems(evidence: Evidence): string[] {
  const { certificate, threshold } = evidence;
  if (certificate === null) return evidence.sufficient ? ['The evidence is called sufficient without a certificate.'] : [];
  const quality = memoise(qualityOf(evidence.pool, evidence.scores));
  const oracle = new Sufficiency(quality, threshold, analysisDefaults.budget);
  const place = new Map(evidence.pool.map((candidate, index) => [candidate.spanId, index]));
  const maskOf = (ids: readonly SpanId[]): Mask => toMask(ids.flatMap((id) => place.get(id) ?? []));
  const problems: string[] = [];
  const shown = shownSet(evidence);
  const differs = (a: number, b: number): boolean => Math.abs(a - b) > tolerance;
  if (differs(quality.value(shown), evidence.quality) || differs(quality.value(shown), certificate.terms.calibrated))
    problems.push('The quality of the minimal set does not follow from the scores.');
  if (oracle.isSufficient(shown) !== evidence.sufficient) problems.push('Sufficiency does not follow from the quality and the threshold.');
  for (const { spanId, quality: stated } of certificate.without) {
    if (differs(quality.value(shown & ~maskOf([spanId])), stated))
      problems.push(`The quality without ${spanId} does not follow from the scores.`);
  }
  if (evidence.sufficient && certificate.without.length !== evidence.minimal.length)
    problems.push('Not every span of the minimal set was taken away in turn.');
  for (const set of certificate.minimalSets) {
    const mask = maskOf(set.spanIds);
    if (differs(quality.value(mask), set.quality))
      problems.push(`The quality of the set ${set.spanIds.join(', ')} does not follow from the scores.`);
    if (!isMinimal(oracle, mask)) problems.push(`The set ${set.spanIds.join(', ')} is not a minimal sufficient set.`);
  }
  if (evidence.sufficient && !isMinimal(oracle, shown)) problems.push('The set that is shown is not a minimal sufficient set.');
  for (const ids of certificate.breakingSets) {
    if (oracle.find(fullMask(quality.size) & ~maskOf(ids)).state === 'found')
      problems.push(`A sufficient set is left without ${ids.join(', ')}.`);
    if (ids.length !== certificate.robustness) problems.push('The robustness is not the size of the smallest breaking sets.');
  }
  return problems;
}

function isMinimal(oracle: Sufficiency, set: Mask): boolean {
  return oracle.isSufficient(set) && indices(set).every((index) => oracle.find(set & ~(1 << index)).state !== 'found');
}
