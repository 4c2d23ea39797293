import { presets } from '../../contract/settings.ts';
import { exitCodeOfStatus } from '../exit.ts';
import { printAgain, printReport } from '../print.ts';
import { tell, tellJson, warnOf } from '../terminal.ts';
import type { AskFlags } from './flags.ts';
import { folderOptions, tellDamaged, withEngine } from './host.ts';

/** @throws LinchpinError what the engine throws. */
export async function askCommand(dir: string, question: string, flags: AskFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(dir, flags);
  await withEngine(async (engine) => {
    const report = await engine.ask(
      {
        options,
        question,
        kind: flags.claim === true ? 'claim' : 'question',
        settings: {
          ...(flags.preset === undefined ? {} : presets[flags.preset]),
          ...(flags.route === undefined ? {} : { route: flags.route }),
        },
        exclude: [],
        seed: flags.seed,
        save: flags.save,
      },
      (event) => {
        if (event.type === 'notice') warnOf(event.error);
      },
      signal,
    );
    if (flags.json === true) tellJson(report);
    else tell(printReport(report, { explain: flags.explain === true }));
    if (flags.again === true && flags.json !== true) tell(printAgain(report, await engine.answerAgain(options, report, signal)));
    tellDamaged(await engine.records(options).damagedDecisions());
    process.exitCode = exitCodeOfStatus(report.answer.status);
  });
}
