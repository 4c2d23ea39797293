import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Command } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { measureFigures } from './figures.ts';
import { measureHotpot } from './hotpot.ts';
import { measureLearning } from './learning.ts';
import { figureTable, hotpotTable, learningTables, page, routeTables } from './page.ts';
import { measureRoutes } from './routes.ts';

interface Flags {
  readonly data: string;
  readonly hotpot: string;
  readonly sample: string;
  readonly write?: string;
}

const command = new Command('evaluate:refinement')
  .description('Routing, refinement of questions and verification of answers, measured: npm run evaluate:refinement')
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--hotpot <n>', 'questions of HotpotQA dev; 0: none', '60')
  .option('--sample <n>', "questions of each set for CDF-RAG's figures; 0: none", '25')
  .option('--write <file>', 'write the page as Markdown');
command.parse();
const flags = command.opts<Flags>();

async function measure(): Promise<void> {
  const models = bundledModels();
  const data = resolve(flags.data);
  const told = (what: string) => (done: number) => {
    if (done % 5 === 0) process.stderr.write(`${what} ${String(done)}\n`);
  };
  const sections = [routeTables(await measureRoutes(models.embedder)), learningTables(await measureLearning())];
  if (Number(flags.hotpot) > 0) sections.push(hotpotTable(await measureHotpot(data, Number(flags.hotpot), models, told('hotpotqa'))));
  if (Number(flags.sample) > 0) sections.push(figureTable(await measureFigures(data, Number(flags.sample), models, told('figures'))));
  const text = page(sections);
  if (flags.write === undefined) process.stdout.write(text);
  else await writeFile(flags.write, text);
}

measure().catch((error: unknown) => {
  const known = toLinchpinError(error);
  process.stderr.write(`${known.message} ${known.next}\n`);
  process.exitCode = 1;
});
