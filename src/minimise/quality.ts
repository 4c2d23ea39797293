import type { Candidate, EntailmentScores, QualityFit, QualityTerms, StoredQualityScores } from '../contract/evidence.ts';
import { calibrate } from './calibration.ts';
import { count, isSubset, type Mask, toMask } from './mask.ts';
import { readingQuality } from './reading-quality.ts';
import type { SetFunction } from './set-function.ts';

/** What quality needs to know of one span. */
export interface SpanScores {
  /** Premise: the span; hypothesis: the statement. */
  readonly entailment: EntailmentScores;
  /** Coverage units found in it, as bits. */
  readonly covers: Mask;
}

export interface QualityInput {
  readonly spans: readonly SpanScores[];
  /** Shares that sum to 1; empty where nothing can be counted: coverage is then 0. */
  readonly unitWeights: readonly number[];
  /** Units without all of which quality is halved, as bits: the figures of a claim. Default: none. */
  readonly required?: Mask;
  /** Entailment of the statement by several spans read together. */
  readonly joint: readonly { readonly set: Mask; readonly entail: number }[];
  readonly stance: 'support' | 'refute';
  readonly fit: QualityFit;
}

export interface Quality extends SetFunction {
  terms(mask: Mask): QualityTerms;
  /** The set with a span that is not in the pool: for replacements (CER eq. 6). */
  termsWith(mask: Mask, extra: SpanScores): QualityTerms;
}

/** Under every threshold that makes sense. */
const withoutRequired = 0.5;

/**
 * CER eq. 3, 17 and 18: the quality of an evidence set, from scores that are had once for the pool. All of it is arithmetic, so any
 * set of a stored report can be evaluated again without a model.
 *
 * - entail and coverage, [0, 1]: of the best reading inside the set, a single span or spans that were read together. A reading of a part
 *   still holds when more is read; a span that no reading has adds nothing, whatever it mentions: else sentences on other things
 *   would support a claim between them.
 * - contradiction: the largest over single spans, [0, 1].
 * - length: |S| / Kmax.
 *
 * Quality is halved while a required unit is missing, so that sets keep their order and none of them is enough.
 *
 * A set refutes as well as the best of its spans does: sentences of which none contradicts the statement enough do not contradict it
 * together, however much of it they mention. The empty set supports nothing: its quality is that of zero terms.
 */
export function createQuality(input: QualityInput): Quality {
  const { spans, fit, joint } = input;
  const opposite = input.stance === 'support' ? 'refute' : 'support';
  const support = spans.map(({ entailment }) => supportOf(entailment, input.stance));
  const against = spans.map(({ entailment }) => supportOf(entailment, opposite));
  const covers = spans.map((span) => span.covers);
  const coverage = coverageTable(input.unitWeights);
  const required = input.required ?? 0;
  const unitsIn = (mask: Mask): Mask => {
    let found = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) found |= covers[31 - Math.clz32(rest & -rest)] ?? 0;
    return found;
  };
  const said = (terms: SpanTerms): number => rawQuality({ ...terms, contradiction: 0, length: 0 }, fit.weights);

  const termsOf = ({ entailment, covers: units }: SpanScores): SpanTerms => ({
    entail: supportOf(entailment, input.stance),
    coverage: coverage(units),
    contradiction: supportOf(entailment, opposite),
  });
  const alone = spans.map(termsOf);
  const strength = (terms: SpanTerms): number => rawQuality({ ...terms, length: 0 }, fit.weights);
  const refuting = (mask: Mask, extra: SpanScores | null): QualityTerms => {
    let best = extra === null ? null : termsOf(extra);
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const terms = alone[31 - Math.clz32(rest & -rest)];
      if (terms !== undefined && (best === null || strength(terms) > strength(best))) best = terms;
    }
    return finish({ ...(best ?? nothing), length: (count(mask) + (extra === null ? 0 : 1)) / fit.kMax }, fit);
  };

  // Best first; of two as good the first.
  const readings = [
    ...alone.map((terms, index) => ({ set: 1 << index, units: covers[index] ?? 0, terms })),
    ...joint.map(({ set, entail }) => {
      const units = unitsIn(set);
      return {
        set,
        units,
        terms: {
          entail: spans.reduce((best, _, index) => ((set & (1 << index)) === 0 ? best : Math.max(best, support[index] ?? 0)), entail),
          coverage: coverage(units),
          contradiction: 0,
        },
      };
    }),
  ].sort((x, y) => said(y.terms) - said(x.terms));
  const complete = readings.filter(({ units }) => (units & required) === required);

  const supporting = (mask: Mask, extra: SpanScores | null): QualityTerms => {
    let contradiction = extra === null ? 0 : supportOf(extra.entailment, opposite);
    for (let rest = mask; rest !== 0; rest &= rest - 1)
      contradiction = Math.max(contradiction, against[31 - Math.clz32(rest & -rest)] ?? 0);
    const length = (count(mask) + (extra === null ? 0 : 1)) / fit.kMax;
    const added = extra === null ? null : termsOf(extra);
    const any = better(firstWithin(readings, mask), added);
    if (required === 0) return finish({ entail: any.entail, coverage: any.coverage, contradiction, length }, fit);
    const whole = better(firstWithin(complete, mask), extra !== null && (extra.covers & required) === required ? added : null);
    const full = finish({ entail: whole.entail, coverage: whole.coverage, contradiction, length }, fit);
    const part = finish({ entail: any.entail, coverage: any.coverage, contradiction, length }, fit);
    return whole !== nothing && full.calibrated >= part.calibrated * withoutRequired
      ? full
      : { ...part, calibrated: part.calibrated * withoutRequired };
  };
  const better = (one: SpanTerms | null, other: SpanTerms | null): SpanTerms =>
    one === null ? (other ?? nothing) : other === null || said(one) >= said(other) ? one : other;

  const raw = input.stance === 'refute' ? refuting : supporting;

  return {
    size: spans.length,
    value: (mask) => raw(mask, null).calibrated,
    terms: (mask) => raw(mask, null),
    termsWith: (mask, extra) => raw(mask, extra),
    bound(chosen, open) {
      const most = raw(chosen | open, null);
      const least = raw(chosen, null);
      if (input.stance === 'refute') return finish({ ...most, length: least.length }, fit).calibrated;
      // More spans hold more readings; contradiction and length are never smaller than those chosen.
      const highest = finish({ ...most, contradiction: least.contradiction, length: least.length }, fit).calibrated;
      return required === 0 || complete.some(({ set }) => isSubset(set, chosen | open)) ? highest : highest * withoutRequired;
    },
  };
}

const neutral: EntailmentScores = { entail: 0, neutral: 1, contradict: 0 };

type SpanTerms = Pick<QualityTerms, 'entail' | 'coverage' | 'contradiction'>;
const nothing: SpanTerms = { entail: 0, coverage: 0, contradiction: 0 };

/** The hot loop of the search. */
function firstWithin(readings: readonly { readonly set: Mask; readonly terms: SpanTerms }[], mask: Mask): SpanTerms | null {
  for (const { set, terms } of readings) if ((set & ~mask) === 0) return terms;
  return null;
}

/** The same from what a report stores. */
export function qualityOf(pool: readonly Candidate[], scores: StoredQualityScores): Quality {
  if (scores.readings !== undefined)
    return readingQuality(
      pool.length,
      scores.readings.map(({ spans, chance }) => ({ set: toMask(spans), chance })),
      scores.fit,
    );
  return createQuality({
    spans: pool.map((candidate) => ({ entailment: candidate.entailment ?? neutral, covers: toMask(candidate.covers) })),
    unitWeights: scores.units.map((unit) => unit.weight),
    required: toMask(scores.units.flatMap((unit, index) => (unit.required === true ? [index] : []))),
    joint: scores.joint.map(({ spans, entail }) => ({ set: toMask(spans), entail })),
    stance: scores.stance,
    fit: scores.fit,
  });
}

/** CER eq. 3 with learned weights; each is subtracted or added as there. */
export function rawQuality(
  terms: Pick<QualityTerms, 'entail' | 'coverage' | 'contradiction' | 'length'>,
  weights: QualityFit['weights'],
): number {
  return (
    weights.entail * terms.entail +
    weights.coverage * terms.coverage -
    weights.contradiction * terms.contradiction -
    weights.length * terms.length
  );
}

function finish(terms: Pick<QualityTerms, 'entail' | 'coverage' | 'contradiction' | 'length'>, fit: QualityFit): QualityTerms {
  const raw = rawQuality(terms, fit.weights);
  return { ...terms, raw, calibrated: calibrate(raw, fit) };
}

function supportOf(scores: EntailmentScores, stance: 'support' | 'refute'): number {
  return stance === 'support' ? scores.entail : scores.contradict;
}

/** Share of units for a set of units, by table: two look-ups in place of a loop over up to 30 bits. */
function coverageTable(weights: readonly number[]): (units: Mask) => number {
  const half = 15;
  const table = (part: readonly number[]): Float64Array => {
    const sums = new Float64Array(1 << part.length);
    for (let mask = 1; mask < sums.length; mask += 1) {
      const lowest = 31 - Math.clz32(mask & -mask);
      sums[mask] = (sums[mask & (mask - 1)] ?? 0) + (part[lowest] ?? 0);
    }
    return sums;
  };
  const low = table(weights.slice(0, half));
  const high = table(weights.slice(half, 2 * half));
  return (units) => Math.min(1, (low[units & (low.length - 1)] ?? 0) + (high[(units >>> half) & (high.length - 1)] ?? 0));
}
