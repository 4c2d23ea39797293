import { shown, t } from '../../base/language.ts';
import { visibleLine } from '../../base/visible.ts';
import { exitCodes } from '../exit.ts';
import { tell, tellJson } from '../terminal.ts';
import type { DoctorFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** Exit code 1 while something is wrong. @throws LinchpinError `folder-missing`. */
export async function doctorCommand(dir: string, flags: DoctorFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(dir, flags);
  const findings = await withEngine((engine) => engine.examine(options, flags.repair === true, signal));
  if (flags.json === true) tellJson(findings);
  else if (findings.length === 0) tell(`${t('Nothing is wrong.')}\n`);
  else
    for (const { what, message, next, repaired } of findings)
      tell(
        `${visibleLine(repaired === true ? t('repaired: {0}', shown(message)) : `${what === 'wrong' ? t('wrong: {0}', shown(message)) : t('note: {0}', shown(message))} ${shown(next)}`)}\n`,
      );
  if (findings.some(({ what, repaired }) => what === 'wrong' && repaired !== true)) process.exitCode = exitCodes.failure;
}
