import { styleText } from 'node:util';

import { t } from '../../base/language.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { toGraphml } from '../../contract/graphml.ts';
import { exitCodes } from '../exit.ts';
import type { Paint } from '../print-answer.ts';
import { printCauses } from '../print-causes.ts';
import type { CausesFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

const paint: Paint = (style, text) => (process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? styleText(style, text) : text);

/** @throws LinchpinError what the engine throws. */
export async function causesCommand(dir: string, effect: string, flags: CausesFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(dir, flags);
  await withEngine(async (engine) => {
    const causal = await engine.causes(options, effect, signal);
    if (flags.graphml !== undefined) await writeWhole(flags.graphml, toGraphml(causal?.graph ?? { nodes: [], edges: [] }));
    if (flags.json === true) process.stdout.write(`${JSON.stringify(causal)}\n`);
    else
      process.stdout.write(
        causal === null
          ? `${t('No sentence of the documents states a cause or effect of this.')}\n`
          : `${paint('bold', effect)}\n${printCauses(causal, paint).join('\n')}\n`,
      );
    process.exitCode = causal === null ? exitCodes.notEnoughEvidence : exitCodes.answered;
  });
}
