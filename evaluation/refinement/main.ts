import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Command } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { measureFigures } from './figures.ts';
import { measureHotpot } from './hotpot.ts';
import { measureInjected } from './injected.ts';
import { measureLearning } from './learning.ts';
import { figureTable, hotpotTable, injectedTable, learningTables, page, routeTables } from './page.ts';
import { measureRoutes } from './routes.ts';

const parts = ['routes', 'policy', 'hotpot', 'injected', 'figures'] as const;
type Part = (typeof parts)[number];

interface Flags {
  readonly data: string;
  readonly hotpot: string;
  readonly papers: string;
  readonly sample: string;
  readonly only?: string;
  readonly write?: string;
}

const command = new Command('evaluate:refinement')
  .description('Routing, refinement of questions and verification of answers, measured: npm run evaluate:refinement')
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--hotpot <n>', 'questions of HotpotQA dev', '60')
  .option('--papers <n>', 'papers that sentences are taken from and made false', '40')
  .option('--sample <n>', "questions of each set for CDF-RAG's figures", '20')
  .option('--only <parts>', `with commas, of ${parts.join(', ')}; the page keeps its other sections`)
  .option('--write <file>', 'write the page as Markdown');
command.parse();
const flags = command.opts<Flags>();

async function measure(): Promise<void> {
  const models = bundledModels();
  const data = resolve(flags.data);
  const told = (what: string) => (done: number) => {
    if (done % 5 === 0) process.stderr.write(`${what} ${String(done)}\n`);
  };
  const work: Readonly<Record<Part, () => Promise<string>>> = {
    routes: async () => routeTables(await measureRoutes(models.embedder)),
    policy: async () => learningTables(await measureLearning()),
    hotpot: async () => hotpotTable(await measureHotpot(data, Number(flags.hotpot), models, told('hotpotqa'))),
    injected: async () => injectedTable(await measureInjected(data, Number(flags.papers), models), Number(flags.papers)),
    figures: async () => figureTable(await measureFigures(data, Number(flags.sample), models, told('figures'))),
  };
  const wanted = flags.only?.split(',') ?? parts;
  const sections: string[] = [];
  for (const part of parts) if (wanted.includes(part)) sections.push(await work[part]());
  if (flags.write === undefined) process.stdout.write(page(sections));
  else {
    const known = flags.only === undefined ? '' : await readFile(flags.write, 'utf8').catch(() => '');
    await writeFile(flags.write, page(merged(known, sections)));
  }
}

/** The page's own sections, those of the same title replaced, new ones behind. */
function merged(known: string, sections: readonly string[]): string[] {
  const title = (section: string): string => section.split('\n')[0] ?? '';
  const old = known
    .split(/\n(?=## )/)
    .slice(1)
    .map((section) => section.trim());
  const replaced = old.map((section) => sections.find((own) => title(own) === title(section)) ?? section);
  return [...replaced, ...sections.filter((section) => !old.some((own) => title(own) === title(section)))];
}

measure().catch((error: unknown) => {
  const known = toLinchpinError(error);
  process.stderr.write(`${known.message} ${known.next}\n`);
  process.exitCode = 1;
});
