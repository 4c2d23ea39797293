import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LinchpinError } from '../base/error.ts';
import { modelsFolder } from './weights.ts';

/** Parses the calibration that came with the judge's weights. @throws LinchpinError `model-unavailable`. */
export function judgeCalibration<T>(parse: (json: unknown) => T): T {
  try {
    return parse(JSON.parse(readFileSync(join(modelsFolder(), 'judge', 'calibration.json'), 'utf8')));
  } catch (error) {
    throw new LinchpinError('model-unavailable', 'The calibration of the judge cannot be read.', 'Install the extension again.', error);
  }
}
