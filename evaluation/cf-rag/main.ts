import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Command } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import type { AuditSettings } from '../../src/contract/settings.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import type { Models } from '../../src/models/ports.ts';
import { contextOf } from '../arms.ts';
import { type AuditItem, isAudit } from '../item.ts';
import { hotpotqa } from '../sets/hotpotqa.ts';
import { conflictqa } from '../sets/questions.ts';
import { readTraps, springTrap, type TrapOutcome } from '../traps.ts';
import { distractorsOf } from './distractors.ts';
import { rememberPairs } from '../cer/pools.ts';
import { type Observation, observeAudit, observePlain } from './observe.ts';
import { page } from './page.ts';
import { Records } from './records.ts';
import { armTable, bandTable, type Column, distractorTable, draftsAlone, probeTable, seedTable, trapTables } from './tables.ts';

interface Flags {
  readonly data: string;
  readonly traps: string;
  readonly limit: string;
  readonly distractorLimit: string;
  readonly records?: string;
  readonly write?: string;
}

const command = new Command('evaluate:cf-rag')
  .description(
    'The tables of docs/CF-RAG.md: traps, ablations, distractors, probes, CRR and seeds, beside plain reading on the same bundled models',
  )
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--traps <dir>', 'the trap workspaces', 'test/fixtures/traps')
  .option('--limit <n>', 'items of each set', '300')
  .option('--distractor-limit <n>', 'items that distractors are injected into', '100')
  .option('--records <file>', 'observations (JSONL); a run that was stopped carries on with them')
  .option('--write <file>', 'write the page as Markdown');

/** How an arm answers. */
type Way = 'plain' | 'plain+rerank' | Partial<AuditSettings>;
const ablations: readonly (readonly [string, Way])[] = [
  ['plain', 'plain'],
  ['plain+rerank', 'plain+rerank'],
  ['linchpin', {}],
  ['without probes', { probes: 0 }],
  ['without clustering', { clusters: 1 }],
  ['without causal score', { causalWeight: 0 }],
];
const seeds = [1, 2, 3, 4, 5];
const levels = [0, 2, 4, 8, 16];

/** Runs arms over items; what is recorded already is not run again. @param variant names what was done to the items */
async function run(
  set: string,
  variant: string,
  items: readonly AuditItem[],
  ways: readonly { readonly name: string; readonly way: Way; readonly seed: number; readonly ratio?: boolean }[],
  models: Models,
  records: Records,
): Promise<Column[]> {
  const lists = ways.map((): Observation[] => []);
  for (const [index, item] of items.entries()) {
    const keys = ways.map(({ name, seed }) => [set, variant, name, seed, item.id].join('\n'));
    const missing = keys.some((key) => !records.has(key));
    const context = missing ? await contextOf(item.documents, models) : null;
    // Arms that read the same evidence of one item pay for its entailment once.
    const memory = { ...models, entailment: rememberPairs(models.entailment) };
    for (const [place, { way, seed, ratio }] of ways.entries()) {
      lists[place]?.push(
        await records.of(keys[place] ?? '', async () => {
          if (context === null) throw new Error('unreachable: every key is known');
          return typeof way === 'string'
            ? await observePlain(item, context, memory, seed, way === 'plain+rerank')
            : await observeAudit(item, context, memory, seed, way, ratio ?? false);
        }),
      );
    }
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${set} ${variant} ${index + 1}/${items.length}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  return ways.map(({ name }, place) => ({ name, observations: lists[place] ?? [] }));
}

async function itemsOf(set: typeof hotpotqa, data: string): Promise<AuditItem[] | null> {
  const file = resolve(join(data, set.defaultFile));
  if (existsSync(file)) return (await set.read(file)).filter(isAudit);
  console.error(`${set.name}: skipped, ${file} is not there.`);
  return null;
}

const arm = ([name, way]: readonly [string, Way], seed = 1): { name: string; way: Way; seed: number; ratio: boolean } => ({
  name,
  way,
  seed,
  ratio: name === 'linchpin' && seed === 1,
});

async function main(): Promise<void> {
  command.parse();
  const flags = command.opts<Flags>();
  const models = bundledModels();
  const records = await Records.open(flags.records ?? null);
  const sections: Record<string, string> = {};

  const outcomes: TrapOutcome[] = [];
  for (const trap of await readTraps(resolve(flags.traps))) outcomes.push(await springTrap(trap, models, 1));
  sections['traps'] = trapTables(outcomes);

  const hotpot = await itemsOf(hotpotqa, flags.data);
  if (hotpot !== null) {
    const items = hotpot.slice(0, Number(flags.limit));
    const columns = await run(
      'hotpotqa',
      'whole',
      items,
      ablations.map((entry) => arm(entry)),
      models,
      records,
    );
    const [plain, reranked, linchpin] = [columns[0], columns[1], columns[2]];
    sections['ablation'] = `n = ${items.length}\n\n${armTable(items, columns, 'linchpin')}`;
    if (plain !== undefined && reranked !== undefined && linchpin !== undefined) {
      sections['probes'] =
        `n = ${items.length} questions, ${linchpin.observations.filter((observation) => observation.probes.some((probe) => probe.selected)).length} of them with a valid probe\n\n${probeTable(linchpin)}`;
      sections['bands'] = `n = ${items.length}\n\n${bandTable(items, linchpin, reranked)}`;
    }
    const few = items.slice(0, Number(flags.distractorLimit));
    const injected = await distractorsOf(few, hotpot, Math.max(...levels), models.embedder, 1);
    const byLevel: { count: number; columns: Column[] }[] = [];
    for (const count of levels) {
      const changed = few.map((item) => ({ ...item, documents: [...item.documents, ...(injected.get(item.id) ?? []).slice(0, count)] }));
      byLevel.push({
        count,
        columns: await run(
          'hotpotqa',
          `distractors ${count}`,
          changed,
          ablations.slice(0, 3).map(([name, way]) => ({ name, way, seed: 1 })),
          models,
          records,
        ),
      });
    }
    sections['distractors'] = `n = ${few.length}\n\n${distractorTable(few, byLevel)}`;

    const runs = async (name: string, way: Way): Promise<Column[]> =>
      (await Promise.all(seeds.map((seed) => run('hotpotqa', 'seeds', few, [{ name, way, seed }], models, records)))).flat();
    const [full, loose] = [await runs('linchpin', {}), await runs('without consensus', { consensus: 0 })];
    sections['seeds'] = `n = ${few.length}, seeds ${seeds.join(', ')}\n\n${seedTable(few, [
      { name: 'linchpin', seeds: full },
      { name: 'linchpin without consensus', seeds: loose },
      { name: 'drafts alone, consensus', seeds: full.map((column) => draftsAlone(column, true)) },
      { name: 'drafts alone, best score', seeds: full.map((column) => draftsAlone(column, false)) },
    ])}`;
  }

  const conflicts = await itemsOf(conflictqa, flags.data);
  if (conflicts !== null) {
    const items = conflicts.slice(0, Number(flags.limit));
    sections['conflictqa'] = `n = ${items.length}\n\n${armTable(
      items,
      await run(
        'conflictqa',
        'whole',
        items,
        ablations.map((entry) => ({ ...arm(entry), ratio: false })),
        models,
        records,
      ),
      'linchpin',
    )}`;
  }

  const given = process.argv
    .slice(2)
    .filter((part, place, all) => part !== '--records' && all[place - 1] !== '--records')
    .join(' ');
  const text = page(`npm run evaluate:cf-rag${given === '' ? '' : ` -- ${given}`}`, sections);
  console.log(text);
  if (flags.write !== undefined) await writeFile(flags.write, text);
}

try {
  await main();
} catch (error) {
  const known = toLinchpinError(error);
  console.error(`evaluate:cf-rag: ${known.message} ${known.code === 'internal' ? '' : known.next}`);
  process.exitCode = 1;
}
