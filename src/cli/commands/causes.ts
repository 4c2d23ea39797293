import { t } from '../../base/language.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { toGraphml } from '../../contract/graphml.ts';
import { exitCodes } from '../exit.ts';
import { printCauses } from '../print-causes.ts';
import { lined, paint, tell, tellJson } from '../terminal.ts';
import type { CausesFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** @throws LinchpinError what the engine throws. */
export async function causesCommand(dir: string, effect: string, flags: CausesFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(dir, flags);
  await withEngine(async (engine) => {
    const causal = await engine.causes(options, effect, signal);
    if (flags.graphml !== undefined) await writeWhole(flags.graphml, toGraphml(causal?.graph ?? { nodes: [], edges: [] }));
    if (flags.json === true) tellJson(causal);
    else
      tell(
        causal === null
          ? `${t('No sentence of the documents states a cause or effect of this.')}\n`
          : `${lined([paint('bold', effect), ...printCauses(causal, paint)])}\n`,
      );
    process.exitCode = causal === null ? exitCodes.notEnoughEvidence : exitCodes.answered;
  });
}
