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
import type { Decision } from '../contract/review.ts';
import { fold, type FoldedReview } from '../review/fold.ts';
import type { AuditEntry } from '../review/audits.ts';

/**
 * The periodic audit of a folder (CER sec. 3.7): what its reviewers decided, against the quality that they were shown. It is derived
 * from the decisions each time and stored nowhere, so that no file can be altered to make evidence look better than it is.
 *
 * @param load of a saved report; null where it cannot be read: such audits are left out
 * @param needed how many reviewed audits are looked at; the curve is drawn anew with no fewer
 */
export async function calibrationOf(
  decisions: readonly Decision[],
  load: (auditId: string) => Promise<Pick<AuditEntry, 'minimal' | 'raw' | 'fit'> | null>,
  needed: number = auditSize,
): Promise<PeriodicAudit> {
  const reviewed: ReviewedQuality[] = [];
  for (const { auditId, verdicts } of newestFirst(fold(decisions).values(), decisions)) {
    if (reviewed.length === needed) break;
    const shown = await load(auditId);
    if (shown === null || !comparable(shown.fit)) continue;
    const { minimal, raw } = shown;
    const quality = reviewedQuality({ minimal, certificate: raw === null ? null : { terms: { raw } } }, verdicts);
    if (quality !== null) reviewed.push(quality);
  }
  return periodicAudit(shippedFit, reviewed.reverse(), needed);
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
function comparable({ weights, kMax }: AuditEntry['fit']): boolean {
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
function newestFirst(reviews: Iterable<FoldedReview>, decisions: readonly Decision[]): ReviewedAudit[] {
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
