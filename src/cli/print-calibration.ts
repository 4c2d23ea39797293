import type { CalibrationReport } from '../contract/calibration.ts';

/** The periodic audit for a person at a terminal: the reliability curve as a table. */
export function printCalibration({
  size,
  needed,
  meanAbsoluteError,
  tolerableError,
  expectedCalibrationError,
  curve,
  recalibrated,
  fit,
}: CalibrationReport): string {
  if (size === 0)
    return 'No audit of this folder has every piece of its evidence decided yet: accept or reject all of it, and the comparison begins.\n';
  const verdict = recalibrated
    ? `More than ${tolerableError.toFixed(2)}: the curve was drawn anew, and the next audits use it (${fit}).`
    : size < needed
      ? `The curve is drawn anew after ${needed} such audits, where the error is over ${tolerableError.toFixed(2)}.`
      : `Within ${tolerableError.toFixed(2)}: the curve stays (${fit}).`;
  return [
    `${size} reviewed ${size === 1 ? 'audit' : 'audits'}: mean absolute error ${meanAbsoluteError.toFixed(3)}, expected calibration error ${expectedCalibrationError.toFixed(3)}`,
    verdict,
    '',
    '  quality      audits  shown  accepted',
    ...curve.map(
      (bin) =>
        `  ${bin.from.toFixed(1)} to ${bin.to.toFixed(1)}  ${String(bin.size).padStart(7)}  ${bin.predicted.toFixed(2).padStart(5)}  ${bin.actual.toFixed(2).padStart(8)}`,
    ),
    '',
  ].join('\n');
}
