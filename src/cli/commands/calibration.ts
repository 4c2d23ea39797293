import { printCalibration } from '../print-calibration.ts';
import type { CalibrationFlags } from './flags.ts';
import { existingFolder, tellDamaged, withEngine } from './host.ts';

/** @throws LinchpinError `folder-missing`, `review-invalid`, `report-invalid`. */
export async function calibrationCommand(dir: string, flags: CalibrationFlags): Promise<void> {
  const folder = await existingFolder(dir);
  await withEngine(async (engine) => {
    const report = await engine.calibration({ folder });
    process.stdout.write(flags.json === true ? `${JSON.stringify(report)}\n` : printCalibration(report));
    tellDamaged(await engine.records({ folder }).damaged());
  });
}
