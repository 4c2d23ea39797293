import { canonicalJson, sha256 } from '../base/hash.ts';
import type { SpanId } from '../contract/citation.ts';
import type { MinimalEvidence, QualityFit, QualityTerms } from '../contract/evidence.ts';
import {
  calibrate,
  expectedCalibrationError,
  fitIsotonic,
  meanAbsoluteError,
  type Observation,
  type ReliabilityBin,
  reliabilityCurve,
} from './calibration.ts';

/** CER sec. 3.5 and 3.7: decisions looked at together, and the mean absolute error that they may show before the curve is fitted anew. */
export const auditSize = 100;
export const tolerableError = 0.15;

/** A reviewed audit: what quality was shown, and what the reviewers made of it. */
export interface ReviewedQuality {
  /** Before calibration. */
  readonly raw: number;
  /** [0, 1]. */
  readonly actual: number;
}

/** What is needed of an audit's evidence: much less than a report. */
export interface ShownQuality {
  readonly minimal: readonly Pick<MinimalEvidence, 'spanId' | 'necessity'>[];
  readonly certificate: { readonly terms: Pick<QualityTerms, 'raw'> } | null;
}

/**
 * What reviewers' verdicts say of the quality that was shown: the share of necessity that they accepted. null while a span of the
 * minimal evidence is undecided, or where there is none.
 */
export function reviewedQuality(evidence: ShownQuality, verdicts: ReadonlyMap<SpanId, 'accepted' | 'rejected'>): ReviewedQuality | null {
  const { minimal, certificate } = evidence;
  if (certificate === null || minimal.length === 0 || !minimal.every(({ spanId }) => verdicts.has(spanId))) return null;
  const total = minimal.reduce((sum, { necessity }) => sum + necessity, 0);
  const share = (necessity: number): number => (total > 0 ? necessity / total : 1 / minimal.length);
  const actual = minimal.reduce((sum, { spanId, necessity }) => sum + (verdicts.get(spanId) === 'accepted' ? share(necessity) : 0), 0);
  return { raw: certificate.terms.raw, actual };
}

export interface PeriodicAudit {
  readonly size: number;
  readonly meanAbsoluteError: number;
  readonly expectedCalibrationError: number;
  readonly curve: readonly ReliabilityBin[];
  /** The fit to use from now on: the given one, unless the error is too large on enough decisions. */
  readonly fit: QualityFit;
  readonly recalibrated: boolean;
}

/**
 * CER's periodic audit, with the auditors' own decisions in the place of a large model's scores: over the last 100, a mean absolute
 * error above 0.15 has the calibration curve drawn anew by isotonic regression. Fewer decisions than that change nothing.
 *
 * @param reviewed oldest first
 * @param needed how many of the last are looked at, at least 1
 */
export function periodicAudit(fit: QualityFit, reviewed: readonly ReviewedQuality[], needed: number = auditSize): PeriodicAudit {
  const sample = reviewed.slice(-needed);
  const observed = sample.map(({ raw, actual }): Observation => ({ predicted: calibrate(raw, fit), actual }));
  const error = meanAbsoluteError(observed);
  const recalibrated = sample.length >= needed && error > tolerableError;
  return {
    size: sample.length,
    meanAbsoluteError: error,
    expectedCalibrationError: expectedCalibrationError(observed),
    curve: reliabilityCurve(observed),
    fit: recalibrated ? redrawn(fit, sample) : fit,
    recalibrated,
  };
}

function redrawn(fit: QualityFit, sample: readonly ReviewedQuality[]): QualityFit {
  const base = { ...fit, isotonic: null };
  const isotonic = fitIsotonic(sample.map(({ raw, actual }) => ({ predicted: calibrate(raw, base), actual })));
  return { ...base, isotonic, id: `${fit.id.split('+')[0] ?? fit.id}+${sha256(canonicalJson(isotonic)).slice(0, 8)}` };
}
