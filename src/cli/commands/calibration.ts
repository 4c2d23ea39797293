import { printCalibration } from '../print-calibration.ts';
import { tell, tellJson } from '../terminal.ts';
import type { CalibrationFlags } from './flags.ts';
import { existingFolder, tellDamaged, withEngine } from './host.ts';

/** @throws LinchpinError `folder-missing`, `review-invalid`, `report-invalid`. */
export async function calibrationCommand(dir: string, flags: CalibrationFlags): Promise<void> {
  const folder = await existingFolder(dir);
  await withEngine(async (engine) => {
    const report = await engine.calibration({ folder });
    if (flags.json === true) tellJson(report);
    else tell(printCalibration(report));
    tellDamaged(await engine.records({ folder }).damaged());
  });
}
