import { say } from '../base/language.ts';
import { type SpanId, spanId } from '../contract/citation.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { AnswerStatus, AuditReport } from '../contract/report.ts';
import type { WhatIf } from '../contract/whatif.ts';
import { analysisDefaults } from './analyse.ts';
import { choose } from './choose.ts';
import { fullMask, indices, isSubset, type Mask, toMask } from './mask.ts';
import { whatIsMissing } from './missing.ts';
import { type Quality, qualityOf } from './quality.ts';
import { mostTelling } from './search.ts';
import { memoise, type SetFunction } from './set-function.ts';
import { Sufficiency } from './sufficiency.ts';

export interface Standing {
  /** Pool indices of what stands, or of the best that is left. */
  readonly set: Mask;
  readonly sufficient: boolean;
  /** The set that was shown is untouched. */
  readonly unchanged: boolean;
}

/** What is left of the evidence without some spans, from the stored scores alone. Ids that are not in the pool are ignored. */
export function standingWithout(evidence: Evidence, removed: readonly SpanId[]): Standing {
  const quality = qualityOf(evidence.pool, evidence.scores);
  const gone = maskOf(evidence, removed);
  const shown = maskOf(
    evidence,
    evidence.minimal.map((item) => item.spanId),
  );
  if (evidence.sufficient && (shown & gone) === 0) return { set: shown, sufficient: true, unchanged: true };
  if (!evidence.sufficient && (shown & gone) === 0) return { set: shown, sufficient: false, unchanged: true };
  const left = fullMask(quality.size) & ~gone;
  const known = (evidence.certificate?.minimalSets ?? []).map((set) => maskOf(evidence, set.spanIds)).filter((set) => isSubset(set, left));
  const oracle = new Sufficiency(memoise(quality), evidence.threshold, analysisDefaults.budget);
  const found = known.length > 0 ? null : oracle.find(left);
  const sets = found?.state === 'found' ? [oracle.shrink(found.set).set] : known;
  if (sets.length > 0) {
    const preference = {
      worth: (index: number) => evidence.pool[index]?.relevance ?? 0,
      source: evidence.pool.map((candidate) => candidate.citation.path),
    };
    return { set: choose(quality, sets, preference), sufficient: true, unchanged: false };
  }
  return { set: mostTelling(within(quality, left)), sufficient: false, unchanged: false };
}

/**
 * Does the answer stand without some spans? Status, quality terms, what is missing, and what else carries it, from the stored scores
 * alone: no model is asked. A span that is taken away takes its copies with it, as they say the same. With the spans that contradict
 * an answer gone, it is no longer conflicting; of a claim with sufficient evidence on both sides, the side that is left decides.
 */
export function whatIf(
  report: Pick<AuditReport, 'answer' | 'conflicts' | 'evidence' | 'counterEvidence'>,
  removed: readonly SpanId[],
): WhatIf {
  const { answer } = report;
  const counter = report.counterEvidence ?? null;
  const own = standingWithout(report.evidence, removed);
  const against = counter === null ? null : standingWithout(counter, removed);
  // Of two sides the one that alone is left is what stands.
  const turned = against?.sufficient === true && !own.sufficient;
  const evidence = turned && counter !== null ? counter : report.evidence;
  const { set, sufficient, unchanged } = turned ? against : own;
  const terms = qualityOf(evidence.pool, evidence.scores).terms(set);
  const ids = indices(set).flatMap((index) => evidence.pool[index]?.spanId ?? []);
  const missing = sufficient
    ? []
    : whatIsMissing({
        set,
        terms,
        pool: evidence.pool,
        units: evidence.scores.units,
        statement: answer.statement,
        stance: evidence.scores.stance,
      });
  const status = !sufficient
    ? unchanged && answer.status === 'uncertain'
      ? 'uncertain'
      : 'not-enough-evidence'
    : against === null
      ? statusOf(report, removed)
      : turned
        ? 'refuted'
        : against.sufficient
          ? 'conflicting'
          : 'supported';
  return {
    status,
    reason: reasonOf(unchanged, sufficient, ids.length),
    terms,
    sufficient,
    missing,
    alternative: sufficient && !unchanged ? ids : null,
  };
}

function statusOf({ answer, conflicts }: Pick<AuditReport, 'answer' | 'conflicts'>, removed: readonly SpanId[]): AnswerStatus {
  const gone = new Set(removed);
  const settled = conflicts.length > 0 && conflicts.every(({ b }) => gone.has(spanId(b.path, b.start, b.end)));
  return answer.status === 'conflicting' && settled ? 'supported' : answer.status;
}

function reasonOf(unchanged: boolean, sufficient: boolean, spans: number): string {
  if (unchanged) return say`The minimal evidence is untouched.`;
  if (!sufficient) return say`Nothing that is left is sufficient.`;
  return spans === 1
    ? say`It still stands: 1 other span is sufficient without what was taken away.`
    : say`It still stands: ${spans} spans are sufficient without what was taken away.`;
}

/** The spans outside `left` are worth nothing and may not be chosen. */
function within(quality: Quality, left: Mask): SetFunction {
  return {
    size: quality.size,
    value: (mask) => (isSubset(mask, left) ? quality.value(mask) : -1),
    bound: (chosen, open) => quality.bound(chosen, open),
  };
}

function maskOf(evidence: Evidence, ids: readonly SpanId[]): Mask {
  const wanted = new Set(ids);
  return toMask(evidence.pool.flatMap((candidate, index) => (wanted.has(candidate.spanId) ? [index] : [])));
}
