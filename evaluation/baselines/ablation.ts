import type { Random } from '../../src/base/random.ts';
import type { Mask } from '../../src/minimise/mask.ts';
import { memoise, type SetFunction } from '../../src/minimise/set-function.ts';

export interface Attribution {
  /** Effect of each span on the logit of quality, by index. */
  readonly weights: readonly number[];
  /** Distinct sets evaluated. */
  readonly evaluations: number;
}

/**
 * Attribution by random ablation with a sparse linear surrogate, the way of LIME and ContextCite: keep each span with chance 1/2, take
 * the logit of the quality of what is kept, and fit a linear function of the kept spans by lasso. The penalty is a share of the
 * smallest one that silences all spans.
 */
export function ablationAttribution(f: SetFunction, ablations: number, random: Random, penaltyShare = 0.05): Attribution {
  const quality = memoise(f);
  const masks: Mask[] = Array.from({ length: ablations }, () => {
    let mask = 0;
    for (let index = 0; index < f.size; index += 1) if (random.next() < 0.5) mask |= 1 << index;
    return mask;
  });
  const targets = masks.map((mask) => logit(quality.value(mask)));
  return { weights: lasso(masks, targets, f.size, penaltyShare), evaluations: quality.evaluations };
}

export interface AblationSet {
  readonly set: readonly number[];
  readonly evaluations: number;
}

/** The k spans of the largest positive weight; ties to the earlier. */
export function ablationTopK(f: SetFunction, ablations: number, k: number, random: Random): AblationSet {
  const { weights, evaluations } = ablationAttribution(f, ablations, random);
  return {
    set: order(weights)
      .filter((index) => (weights[index] ?? 0) > 0)
      .slice(0, k),
    evaluations,
  };
}

/** Spans in order of weight until the quality reaches the threshold; every check is one more evaluation. All of them where it never does. */
export function ablationSufficient(f: SetFunction, ablations: number, threshold: number, random: Random): AblationSet {
  const quality = memoise(f);
  const { weights } = ablationAttribution(quality, ablations, random);
  const set: number[] = [];
  let mask: Mask = 0;
  for (const index of order(weights)) {
    set.push(index);
    mask |= 1 << index;
    if (quality.value(mask) >= threshold) break;
  }
  return { set, evaluations: quality.evaluations };
}

function order(weights: readonly number[]): number[] {
  return weights.map((_, index) => index).sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
}

function logit(value: number): number {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, value));
  return Math.log(inside / (1 - inside));
}

/** Coordinate descent on (1/2n) * squared error + penalty * sum of absolute weights; columns centred, the intercept is free. */
function lasso(masks: readonly Mask[], targets: readonly number[], size: number, penaltyShare: number): number[] {
  const n = masks.length;
  const mean = targets.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const columns = Array.from({ length: size }, (_, index) => {
    const kept = masks.map((mask) => (mask >>> index) & 1);
    const share = kept.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
    return Float64Array.from(kept, (value) => value - share);
  });
  const residual = Float64Array.from(targets, (value) => value - mean);
  const correlation = (column: Float64Array): number =>
    column.reduce((sum, value, row) => sum + value * (residual[row] ?? 0), 0) / Math.max(1, n);
  const penalty = penaltyShare * Math.max(0, ...columns.map((column) => Math.abs(correlation(column))));
  const weights = new Array<number>(size).fill(0);
  for (let sweep = 0; sweep < 200; sweep += 1) {
    let moved = 0;
    for (const [index, column] of columns.entries()) {
      const norm = column.reduce((sum, value) => sum + value * value, 0) / Math.max(1, n);
      if (norm === 0) continue;
      const before = weights[index] ?? 0;
      const pull = correlation(column) + norm * before;
      const after = (Math.sign(pull) * Math.max(0, Math.abs(pull) - penalty)) / norm;
      if (after === before) continue;
      for (const [row, value] of column.entries()) residual[row] = (residual[row] ?? 0) - value * (after - before);
      weights[index] = after;
      moved = Math.max(moved, Math.abs(after - before));
    }
    if (moved < 1e-7) break;
  }
  return weights;
}
