import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Command, Option } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { type Half, halves, mayBeRead } from '../beds/bed.ts';
import { workspaceFolder } from '../beds/workspaces.ts';
import { plainEntailment } from './baseline.ts';
import { readDraft } from './draft.ts';
import { checkDraft } from './run.ts';
import { measureScale } from './scale.ts';
import { described, draftTables } from './tables.ts';

interface Flags {
  readonly half: Half;
  readonly data: string;
  readonly scratch: string;
  readonly read?: boolean;
  readonly scale?: boolean;
}

const command = new Command('evaluate:review')
  .description(
    'Fact-check a draft report of 25 claims in a review session, and say how its claims were judged: npm run evaluate:review -- --half tuning',
  )
  .addOption(new Option('--half <half>', 'which draft').choices(halves.filter((half) => !half.endsWith('fitting'))).default('tuning'))
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--scratch <dir>', 'where folders are written', '.cache/beds')
  .option('--read', 'print each claim with what came of it; only of the sets that are tuned on')
  .option('--scale', 'measure an action with 2,000 saved audits and 20,000 decisions instead');
command.parse();
const flags = command.opts<Flags>();

async function measure(): Promise<void> {
  if (flags.scale === true) {
    console.log(await measureScale());
    return;
  }
  const draft = await readDraft(flags.half);
  const scratch = resolve(flags.scratch);
  const workspace = draft.gold[0]?.workspace ?? 'nist';
  const folder = await workspaceFolder(workspace, flags.half, resolve(flags.data), scratch);
  if (folder === null) {
    console.error(`evaluate:review: the workspace "${workspace}" is not in ${resolve(flags.data)}.`);
    process.exitCode = 1;
    return;
  }
  const run = await checkDraft(draft, folder, scratch);
  const location = join(scratch, 'review-baseline');
  const plain = await plainEntailment(draft, folder, location);
  await rm(location, { recursive: true, force: true });
  console.log(draftTables(run, draft, plain));
  if (flags.read === true && mayBeRead(flags.half)) console.log(`\n${described(run)}`);
}

try {
  await measure();
} catch (error) {
  const known = toLinchpinError(error);
  console.error(`evaluate:review: ${known.message} ${known.code === 'internal' ? String(known.stack) : known.next}`);
  process.exitCode = 1;
}
