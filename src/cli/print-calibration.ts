import { decimal, plural, t, whole } from '../base/language.ts';
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
    return `${t('No audit of this folder has every piece of its evidence decided yet: accept or reject all of it, and the comparison begins.')}\n`;
  const verdict = recalibrated
    ? t('More than {0}: the curve was drawn anew, and the next audits use it ({1}).', decimal(tolerableError), fit)
    : size < needed
      ? t('The curve is drawn anew after {0} such audits, where the error is over {1}.', needed, decimal(tolerableError))
      : t('Within {0}: the curve stays ({1}).', decimal(tolerableError), fit);
  return [
    plural(
      size,
      '{0} reviewed audit: mean absolute error {1}, expected calibration error {2}',
      '{0} reviewed audits: mean absolute error {1}, expected calibration error {2}',
      decimal(meanAbsoluteError, 3),
      decimal(expectedCalibrationError, 3),
    ),
    verdict,
    '',
    `  ${t('Quality').padEnd(11)}  ${t('Audits').padStart(9)}  ${t('Shown').padStart(8)}  ${t('Accepted').padStart(10)}`,
    ...curve.map(
      (bin) =>
        `  ${t('{0} to {1}', decimal(bin.from, 1), decimal(bin.to, 1)).padEnd(11)}  ${whole(bin.size).padStart(9)}  ${decimal(bin.predicted).padStart(8)}  ${decimal(bin.actual).padStart(10)}`,
    ),
    '',
  ].join('\n');
}
