import {
  auditSize,
  type PeriodicAudit,
  periodicAudit,
  type ReviewedQuality,
  reviewedQuality,
  tolerableError,
} from '../minimise/periodic-audit.ts';
import { shippedFit } from '../minimise/shipped-fit.ts';
import type { CalibrationReport } from '../contract/calibration.ts';
import type { SpanId } from '../contract/citation.ts';
import type { Evidence, QualityFit } from '../contract/evidence.ts';
import type { Decision, SpanReview } from '../review/decision.ts';
import { fold } from '../review/fold.ts';
import { readDecisions } from '../review/log.ts';

/** What is needed of a saved report, which is much smaller than the report. */
export type ReviewedEvidence = Pick<Evidence, 'minimal' | 'certificate'> & { readonly fit: QualityFit };

/**
 * The periodic audit of a folder (CER sec. 3.7): what its reviewers decided, against the quality that they were shown. It is derived
 * from the decisions each time and stored nowhere, so that no file can be altered to make evidence look better than it is.
 *
 * @param load of a saved report; audits whose report cannot be read are left out
 * @param needed how many reviewed audits are looked at; the curve is drawn anew with no fewer
 */
export async function calibrationOf(
  folder: string,
  load: (auditId: string) => Promise<ReviewedEvidence>,
  needed: number = auditSize,
): Promise<PeriodicAudit> {
  const { decisions } = await readDecisions(folder);
  const reviewed: ReviewedQuality[] = [];
  for (const { auditId, verdicts } of newestFirst(fold(decisions).values(), decisions)) {
    if (reviewed.length === needed) break;
    const evidence = await load(auditId).catch(() => null);
    if (evidence === null || !comparable(evidence.fit)) continue;
    const quality = reviewedQuality(evidence, verdicts);
    if (quality !== null) reviewed.push(quality);
  }
  return periodicAudit(shippedFit, reviewed.reverse(), needed);
}

export function reviewedEvidence({ minimal, certificate, scores }: Evidence): ReviewedEvidence {
  return { minimal, certificate, fit: scores.fit };
}

/** As the panel and the command line show it. */
export function calibrationReport({
  size,
  meanAbsoluteError,
  expectedCalibrationError,
  curve,
  recalibrated,
  fit,
}: PeriodicAudit): CalibrationReport {
  return {
    size,
    needed: auditSize,
    meanAbsoluteError,
    tolerableError,
    expectedCalibrationError,
    curve: curve.map((bin) => ({ ...bin })),
    recalibrated,
    fit: fit.id,
  };
}

/** Raw quality means the same only under the same weights. */
function comparable({ weights, kMax }: QualityFit): boolean {
  return (
    kMax === shippedFit.kMax &&
    (['entail', 'coverage', 'contradiction', 'length'] as const).every((name) => weights[name] === shippedFit.weights[name])
  );
}

interface ReviewedAudit {
  readonly auditId: string;
  readonly verdicts: ReadonlyMap<SpanId, 'accepted' | 'rejected'>;
}

/** Audits with a verdict, the one decided last first; spans on which reviewers disagree are undecided. */
function newestFirst(reviews: Iterable<SpanReview>, decisions: readonly Decision[]): ReviewedAudit[] {
  const audits = new Map<string, Map<SpanId, 'accepted' | 'rejected'>>();
  for (const { auditId, spanId, verdict } of reviews) {
    if (verdict !== 'accepted' && verdict !== 'rejected') continue;
    const verdicts = audits.get(auditId) ?? new Map<SpanId, 'accepted' | 'rejected'>();
    verdicts.set(spanId, verdict);
    audits.set(auditId, verdicts);
  }
  const last = new Map<string, string>();
  for (const { auditId, at } of decisions) if (at > (last.get(auditId) ?? '')) last.set(auditId, at);
  return [...audits]
    .map(([auditId, verdicts]) => ({ auditId, verdicts, at: last.get(auditId) ?? '' }))
    .sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.auditId < b.auditId ? -1 : 1));
}
