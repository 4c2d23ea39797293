import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Command, Option } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { mayBeRead } from '../beds/bed.ts';
import { askReports } from './asked.ts';
import { graphCost } from './cost.ts';
import { pairFigures, sentenceFigures } from './news.ts';
import { measureCcRag } from './cc-rag.ts';
import { askedPart, ccRagPart, newsPart, polarityPart, reportsPart } from './page.ts';
import { evaluatePolarity } from './polarity.ts';
import { evaluateReports } from './reports.ts';

interface Flags {
  readonly half: 'tuning' | 'fitting' | 'second-fitting' | 'third-fitting' | 'fourth-fitting' | 'held-out' | 'second-held-out' | 'fresh';
  readonly data: string;
  readonly ask?: boolean;
  readonly ccRag?: boolean;
  readonly limit: string;
  readonly workspace?: string;
  readonly read?: boolean;
  readonly write?: string;
}

const command = new Command('evaluate:causal')
  .description(
    'Measures the causal graph: extraction on Causal News dev, polarity on labelled sentences, edges and verdicts on incident reports.',
  )
  .addOption(
    new Option('--half <half>', 'which incident reports')
      .choices(['tuning', 'fitting', 'held-out', 'second-held-out', 'second-fitting', 'third-fitting', 'fourth-fitting', 'fresh'])
      .default('tuning'),
  )
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--ask', 'ask the questions of the reports as a user would, through the whole audit')
  .option('--cc-rag', "CC-RAG's four figures on the reports")
  .option('--limit <n>', 'questions that are asked at most', '1000000')
  .option('--workspace <dir>', 'build the graph of this folder, and say what that and a causal question take')
  .option('--read', 'print what went wrong; only of the sets that are tuned on')
  .option('--write <file>', 'put the parts that were measured into their sections of this page');
command.parse();
const flags = command.opts<Flags>();

/** Replaces what stands between the marks of a section. @throws RangeError where the page has no such marks. */
function placed(page: string, section: string, text: string): string {
  const start = `<!-- ${section} -->`;
  const end = `<!-- end ${section} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new RangeError(`The page has no section "${section}".`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}

async function measure(): Promise<void> {
  const parts: [string, string][] = [];
  if (flags.workspace !== undefined) parts.push(['cost', await graphCost(resolve(flags.workspace), Math.min(Number(flags.limit), 20))]);
  else if (flags.ccRag === true) parts.push([`cc-rag ${flags.half}`, ccRagPart(await measureCcRag(flags.half, Number(flags.limit)))]);
  else if (flags.ask === true) {
    const folder = join(import.meta.dirname, '..', 'beds', 'causal', flags.half, 'reports');
    const asked = await askReports(flags.half, folder, Number(flags.limit));
    parts.push([`asked ${flags.half}`, askedPart(asked)]);
    if (flags.read === true && flags.half !== 'fresh' && mayBeRead(flags.half)) for (const note of asked.notes) console.error(note);
  } else {
    const reports = await evaluateReports(flags.half);
    parts.push([`reports ${flags.half}`, reportsPart(reports)]);
    if (flags.read === true && flags.half !== 'fresh' && mayBeRead(flags.half)) for (const note of reports.notes) console.error(note);
    if (flags.half === 'tuning') {
      const polarity = await evaluatePolarity();
      const data = resolve(flags.data);
      parts.push(['polarity', polarityPart(polarity)], ['news', newsPart(await sentenceFigures(data), await pairFigures(data))]);
      if (flags.read === true) for (const note of polarity.notes) console.error(note);
    }
  }
  for (const [section, text] of parts) console.log(`## ${section}\n\n${text}\n`);
  if (flags.write === undefined) return;
  const file = resolve(flags.write);
  let page = await readFile(file, 'utf8');
  for (const [section, text] of parts) page = placed(page, section, text);
  await writeFile(file, page);
}

measure().catch((error: unknown) => {
  const known = toLinchpinError(error);
  console.error(`${known.message} ${known.next}`);
  process.exitCode = 1;
});
