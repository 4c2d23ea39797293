import { html, nothing, svg } from 'lit';

import { decimal, plural, t } from '../../src/base/language.ts';
import type { CalibrationReport } from '../../src/contract/calibration.ts';
import { score } from './format.ts';
import { section } from './parts.ts';
import type { Part, View } from './types.ts';

/** The reliability curve of this folder: the quality that was shown against what the reviewers made of it. */
export function calibrationSection(view: View): Part {
  const calibration = view.state.calibration ?? null;
  if (calibration === null || calibration.size === 0) return nothing;
  return section(
    view,
    { id: 'calibration', title: t('Reliability'), note: plural(calibration.size, '{0} reviewed audit', '{0} reviewed audits') },
    () =>
      html`<p>${verdict(calibration)}</p>
        ${plot(calibration)}
        <table class="grid">
          <caption>
            ${t('Quality that was shown, and the share of the evidence that reviewers accepted')}
          </caption>
          <thead>
            <tr>
              <th scope="col">${t('Quality')}</th>
              <th scope="col" class="num">${t('Audits')}</th>
              <th scope="col" class="num">${t('Shown')}</th>
              <th scope="col" class="num">${t('Accepted')}</th>
            </tr>
          </thead>
          <tbody>
            ${calibration.curve.map(
              (bin) =>
                html`<tr>
                  <th scope="row">${t('{0} to {1}', decimal(bin.from, 1), decimal(bin.to, 1))}</th>
                  <td class="num">${bin.size}</td>
                  <td class="num">${score(bin.predicted)}</td>
                  <td class="num">${score(bin.actual)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <dl class="facts">
          <div>
            <dt>${t('Mean error')}</dt>
            <dd>${score(calibration.meanAbsoluteError)}</dd>
          </div>
          <div>
            <dt>${t('Calibration error')}</dt>
            <dd>${score(calibration.expectedCalibrationError)}</dd>
          </div>
        </dl>
        <p class="dim">${t('Curve')} <code>${calibration.fit}</code></p>`,
  );
}

function verdict({ size, needed, recalibrated, meanAbsoluteError, tolerableError }: CalibrationReport): string {
  if (recalibrated)
    return t(
      'What was shown differed from your decisions by {0} on average, more than {1}: the curve was drawn anew from them, and the next audits use it.',
      score(meanAbsoluteError),
      score(tolerableError),
    );
  if (size < needed)
    return t('The curve is drawn anew after {0} reviewed audits where the mean error is over {1}.', needed, score(tolerableError));
  return t('What was shown agrees with your decisions within {0}.', score(tolerableError));
}

const side = 120;

/** Decoration beside the table, which says the same in numbers. The larger a dot, the more audits. */
function plot({ curve, size }: CalibrationReport): Part {
  const x = (value: number): number => value * side;
  const y = (value: number): number => side - value * side;
  return html`<svg class="reliability" viewBox="-6 -6 132 132" aria-hidden="true" focusable="false">
    <rect width=${side} height=${side}></rect>
    <line x1="0" y1=${side} x2=${side} y2="0"></line>
    <polyline points=${curve.map((bin) => `${x(bin.predicted).toFixed(1)},${y(bin.actual).toFixed(1)}`).join(' ')}></polyline>
    ${curve.map((bin) => svg`<circle cx=${x(bin.predicted).toFixed(1)} cy=${y(bin.actual).toFixed(1)} r=${(2 + 4 * Math.sqrt(bin.size / size)).toFixed(1)}></circle>`)}
  </svg>`;
}
