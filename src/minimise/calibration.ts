import type { QualityFit } from '../contract/evidence.ts';

/** A prediction in [0, 1] and what it should have been: a label of 0 or 1, or a quality in between. */
export interface Observation {
  readonly predicted: number;
  readonly actual: number;
}

/** CER eq. 18 with a shift, as raw F never passes 0.7 (docs/methods.md 2.1): sigmoid((raw - shift) / T), then the isotonic knots if any. */
export function calibrate(raw: number, fit: Pick<QualityFit, 'shift' | 'temperature' | 'isotonic'>): number {
  const probability = 1 / (1 + Math.exp(-(raw - fit.shift) / fit.temperature));
  return fit.isotonic === null ? probability : interpolate(probability, fit.isotonic);
}

/**
 * Temperature and shift by maximum likelihood (Newton's method on the two numbers of a logistic curve; a small ridge keeps
 * separable data finite). `actual` may lie between 0 and 1.
 */
export function fitTemperature(
  observations: readonly { readonly raw: number; readonly actual: number }[],
): Pick<QualityFit, 'shift' | 'temperature'> {
  const ridge = 1e-3;
  let slope = 1;
  let intercept = 0;
  for (let step = 0; step < 100; step += 1) {
    let g0 = -ridge * intercept;
    let g1 = -ridge * slope;
    let h00 = ridge;
    let h01 = 0;
    let h11 = ridge;
    for (const { raw, actual } of observations) {
      const p = 1 / (1 + Math.exp(-(intercept + slope * raw)));
      const weight = Math.max(p * (1 - p), 1e-9);
      g0 += actual - p;
      g1 += (actual - p) * raw;
      h00 += weight;
      h01 += weight * raw;
      h11 += weight * raw * raw;
    }
    const determinant = h00 * h11 - h01 * h01;
    const d0 = (h11 * g0 - h01 * g1) / determinant;
    const d1 = (h00 * g1 - h01 * g0) / determinant;
    const scale = Math.min(1, 5 / Math.max(Math.abs(d0), Math.abs(d1), 1e-12));
    intercept += scale * d0;
    slope += scale * d1;
    if (Math.max(Math.abs(d0), Math.abs(d1)) < 1e-10) break;
  }
  const positive = Math.max(slope, 1e-3);
  return { temperature: 1 / positive, shift: -intercept / positive };
}

/** Isotonic regression by pooling adjacent violators: knots of the best never-falling curve in least squares. */
export function fitIsotonic(observations: readonly Observation[]): { x: number[]; y: number[] } {
  const blocks: { low: number; high: number; sum: number; size: number }[] = [];
  for (const { predicted, actual } of [...observations].sort((a, b) => a.predicted - b.predicted || a.actual - b.actual)) {
    blocks.push({ low: predicted, high: predicted, sum: actual, size: 1 });
    for (;;) {
      const last = blocks.at(-1);
      const before = blocks.at(-2);
      if (last === undefined || before === undefined) break;
      // Equal predictions belong together whatever their labels.
      if (before.sum / before.size < last.sum / last.size && before.high < last.low) break;
      blocks.splice(-2, 2, { low: before.low, high: last.high, sum: before.sum + last.sum, size: before.size + last.size });
    }
  }
  const x: number[] = [];
  const y: number[] = [];
  for (const block of blocks) {
    const value = block.sum / block.size;
    x.push(block.low);
    y.push(value);
    if (block.high > block.low) {
      x.push(block.high);
      y.push(value);
    }
  }
  return { x, y };
}

/** Reads a curve of ascending knots; flat beyond its ends, and the identity where it has none. */
export function interpolate(value: number, knots: { readonly x: readonly number[]; readonly y: readonly number[] }): number {
  const { x, y } = knots;
  const right = x.findIndex((knot) => knot >= value);
  if (x.length === 0) return value;
  if (right === -1) return y.at(-1) ?? value;
  const [x1, y1] = [x[right] ?? value, y[right] ?? value];
  if (right === 0 || x1 === value) return y1;
  const [x0, y0] = [x[right - 1] ?? x1, y[right - 1] ?? y1];
  return x1 === x0 ? y1 : y0 + ((value - x0) / (x1 - x0)) * (y1 - y0);
}

export interface ReliabilityBin {
  /** [from, to) of the predicted quality; the last bin holds 1 too. */
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly predicted: number;
  readonly actual: number;
}

/** The reliability curve in bins of equal width; empty bins are left out. */
export function reliabilityCurve(observations: readonly Observation[], bins = 10): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ size: 0, predicted: 0, actual: 0 }));
  for (const { predicted, actual } of observations) {
    const bin = sums[Math.min(bins - 1, Math.max(0, Math.floor(predicted * bins)))];
    if (bin === undefined) continue;
    bin.size += 1;
    bin.predicted += predicted;
    bin.actual += actual;
  }
  return sums.flatMap(({ size, predicted, actual }, index) =>
    size === 0 ? [] : [{ from: index / bins, to: (index + 1) / bins, size, predicted: predicted / size, actual: actual / size }],
  );
}

/** Expected calibration error: the mean gap between predicted and actual, weighted by bin size, [0, 1]. 0 without observations. */
export function expectedCalibrationError(observations: readonly Observation[], bins = 10): number {
  const curve = reliabilityCurve(observations, bins);
  return curve.reduce((sum, bin) => sum + bin.size * Math.abs(bin.predicted - bin.actual), 0) / Math.max(1, observations.length);
}

export function meanAbsoluteError(observations: readonly Observation[]): number {
  return observations.reduce((sum, { predicted, actual }) => sum + Math.abs(predicted - actual), 0) / Math.max(1, observations.length);
}
