import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { Command, Option } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { type Half, halves, mayBeRead, readQuestions } from '../beds/bed.ts';
import { byCommandLine, inProcess } from './askers.ts';
import { writeOutcomes } from '../paired/outcomes.ts';
import { askAll, type Asked } from './run.ts';
import { lossTable, outcomeTable, reliabilityTable, stageTable, timeLine } from './tables.ts';

interface Flags {
  readonly half: Half;
  readonly data: string;
  readonly scratch: string;
  readonly workspaces?: string;
  readonly limit: string;
  readonly cli?: string;
  readonly records?: string;
  readonly outcomes?: string;
  readonly read?: boolean;
  readonly write?: string;
}

const command = new Command('evaluate:audit')
  .description("Ask the test bed's questions, in people's own words, and say how they ended: npm run evaluate:audit -- --half tuning")
  .addOption(new Option('--half <half>', 'which half').choices(halves).default('tuning'))
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--scratch <dir>', 'where written workspaces and indexes are kept', '.cache/beds')
  .option('--workspaces <names>', 'only these, with commas')
  .option('--limit <n>', 'questions at most', '1000000')
  .option('--cli <file>', 'ask another build, by its dist/cli.mjs')
  .option('--records <file>', 'write each question, what was expected and what came, as JSON lines')
  .option('--outcomes <file>', 'write how each question ended and no text of it, for evaluate:paired')
  .option('--read', 'print each question that did not end right, with what came; only of the sets that are tuned on')
  .option('--write <file>', 'write the tables as Markdown');
command.parse();
const flags = command.opts<Flags>();

function described({ question, outcome, report }: Asked): string {
  const quotes = report.evidence.minimal.map(
    ({ citation }) => `      ${citation.path}:${citation.line} ${citation.quote.replaceAll(/\s+/g, ' ').slice(0, 220)}`,
  );
  return [
    `${question.id} [${question.form}] ${question.question}`,
    `   expected ${question.answers[0] ?? question.gold[0]?.map(({ quote }) => quote.replaceAll(/\s+/g, ' ').slice(0, 160)).join(' + ') ?? 'no answer'}`,
    `   came     ${outcome.shown} ${outcome.right ? 'RIGHT' : 'WRONG'} ${outcome.chance.toFixed(2)} "${report.answer.text.slice(0, 120)}" ${JSON.stringify(outcome.found ?? {})}`,
    ...quotes,
  ].join('\n');
}

async function measure(): Promise<void> {
  const only = flags.workspaces?.split(',');
  const questions = (await readQuestions(flags.half))
    .filter((question) => only?.includes(question.workspace) ?? true)
    .slice(0, Number(flags.limit));
  const asked = await askAll(questions, {
    half: flags.half,
    data: resolve(flags.data),
    scratch: resolve(flags.scratch),
    open: flags.cli === undefined ? inProcess(bundledModels()) : byCommandLine(resolve(flags.cli)),
    onProgress: (done, total) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done}/${total}`);
    },
    onSkip: (workspace, count) => {
      console.error(`${workspace}: skipped with ${count} questions, its data is not there.`);
    },
  });
  const page = [outcomeTable(asked), stageTable(asked), reliabilityTable(asked), lossTable(asked), timeLine(asked)].join('\n\n');
  console.log(page);
  if (flags.read === true && mayBeRead(flags.half))
    console.log(
      `\n${asked
        .filter(({ outcome, question }) => !outcome.right && !(outcome.shown === 'abstained' && !question.answerable))
        .map(described)
        .join('\n')}`,
    );
  if (flags.outcomes !== undefined)
    await writeOutcomes(
      resolve(flags.outcomes),
      asked.map(({ question: { id, form, answerable }, outcome: { shown, right, chance, found }, ms }) => ({
        id,
        group: answerable ? 'answerable' : 'unanswerable',
        form,
        verdict: shown,
        right,
        chance,
        found: found === null ? null : { retrieved: found.retrieved, firstFive: found.firstFive, minimal: found.minimal },
        ms,
      })),
    );
  if (flags.records !== undefined && mayBeRead(flags.half)) {
    await mkdir(dirname(resolve(flags.records)), { recursive: true });
    await rm(flags.records, { force: true });
    for (const { question, outcome, ms, report } of asked)
      await appendFile(flags.records, `${JSON.stringify({ question, outcome, ms, answer: report.answer })}\n`);
  }
  if (flags.write !== undefined) await writeFile(flags.write, `${page}\n`);
}

try {
  await measure();
} catch (error) {
  const known = toLinchpinError(error);
  console.error(`evaluate:audit: ${known.message} ${known.code === 'internal' ? String(known.stack) : known.next}`);
  process.exitCode = 1;
}
