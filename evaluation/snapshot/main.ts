import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Command } from 'commander';
import { z } from 'zod';

import { audit } from '../../src/audit/pipeline.ts';
import { openWorkspace } from '../../src/audit/workspace.ts';
import { stableReport } from '../../src/contract/hash.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { contextOf } from '../arms.ts';
import { readQuestions } from '../beds/bed.ts';
import { readTraps } from '../traps.ts';
import { changesBetween } from './compare.ts';

/** Questions about the guidelines of the `workspaces` data, those of the tests first. */
const guidelines = 20;
const seed = 1;

const command = new Command('evaluate:snapshot')
  .description(
    'Keep what is reported today, or say in which fields it differs from what was kept: for changes that must not change an answer',
  )
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--write <file>', 'keep the reports')
  .option('--against <file>', 'compare with these')
  .option('--allow <fields>', 'first names of fields that may differ, with commas', '');
command.parse();
const flags = command.opts<{ readonly data: string; readonly write?: string; readonly against?: string; readonly allow: string }>();

const fixtures = resolve('test/fixtures');

async function trapReports(): Promise<[string, unknown][]> {
  const reports: [string, unknown][] = [];
  for (const trap of await readTraps(join(fixtures, 'traps'))) {
    const context = await contextOf(trap.documents, bundledModels());
    reports.push([`trap ${trap.name}`, stableReport(await audit({ question: trap.question, kind: 'question', seed }, context))]);
  }
  return reports;
}

async function guidelineReports(): Promise<[string, unknown][]> {
  const folder = resolve(flags.data, 'workspaces', 'nist-800-63-3');
  if (!existsSync(folder)) return [];
  const fixed = z
    .array(z.object({ question: z.string() }))
    .parse(JSON.parse(await readFile(join(fixtures, 'nist-questions.json'), 'utf8')));
  const tuning = (await readQuestions('tuning')).filter(({ workspace }) => workspace === 'nist');
  const questions = [...new Set([...fixed, ...tuning].map(({ question }) => question))].slice(0, guidelines);
  const index = await mkdtemp(join(tmpdir(), 'linchpin-snapshot-'));
  const workspace = await openWorkspace({ folder, indexLocation: index });
  try {
    await workspace.index();
    const reports: [string, unknown][] = [];
    for (const question of questions)
      // The number of an index version counts writes, and a report is about the documents.
      reports.push([question, { ...stableReport(await workspace.audit({ question, kind: 'question', seed })), indexVersion: '' }]);
    return reports;
  } finally {
    await workspace.close();
    await rm(index, { recursive: true, force: true });
  }
}

const reports = Object.fromEntries([...(await trapReports()), ...(await guidelineReports())]);
const count = Object.keys(reports).length;
if (flags.write !== undefined) {
  await writeFile(resolve(flags.write), `${JSON.stringify(reports)}\n`);
  process.stdout.write(`${count} reports kept in ${flags.write}.\n`);
}
if (flags.against !== undefined) {
  const before = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(resolve(flags.against), 'utf8')));
  const allowed = flags.allow.split(',');
  const changes = changesBetween(before, reports);
  for (const { field, reports: differing, example } of changes)
    process.stdout.write(`${differing} of ${count}  ${field}\n      ${example}\n`);
  const unexpected = changes.filter(({ field }) => !allowed.includes(field.split(/[.[]/)[0] ?? ''));
  process.stdout.write(
    unexpected.length === 0
      ? `${count} reports: the same but for what may differ.\n`
      : `${unexpected.length} fields differ that should not.\n`,
  );
  process.exitCode = unexpected.length === 0 ? 0 : 1;
}
