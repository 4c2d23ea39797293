import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Command } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { type AuditItem, type EvaluationItem, type EvaluationSet, isAudit, type SufficiencyItem } from '../item.ts';
import { feverous, sufficientFacts, wice } from '../sets/claims.ts';
import { evidenceInference } from '../sets/evidence-inference.ts';
import { hotpotqa } from '../sets/hotpotqa.ts';
import { conflictqa } from '../sets/questions.ts';
import { estimate } from '../statistics.ts';
import { measureSet, sufficientWithoutGold } from './measure.ts';
import { page } from './page.ts';
import { type GoldPool, poolOf, rememberPairs } from './pools.ts';
import { answersUnderAttack, evidenceUnderAttack } from './robustness.ts';
import { readingTable } from './reading.ts';
import { ablations, ours, qualityIn, type Selector, selectors } from './selectors.ts';
import { stillEnoughTable } from './still-enough.ts';
import { readVersions, supersededTable } from './superseded.ts';
import { ablationTable, type Arm, deletionTable, equalQualityTable, reliabilityTable, selectionTable, shown } from './tables.ts';
import { conflictClaims, verdictTable, type Verdicts } from './verdicts.ts';
import { withDistractors } from './with-distractors.ts';

interface Flags {
  readonly data: string;
  readonly limit: string;
  readonly attacked: string;
  readonly write?: string;
}

const command = new Command('evaluate:cer')
  .description(
    'The tables of docs/CER.md: minimal sets against gold sentences and other ways to choose, deletion sensitivity, robustness, ablations and calibration',
  )
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--limit <n>', 'items of each set', '300')
  .option('--attacked <n>', 'items that sentences are injected into', '100')
  .option('--write <file>', 'write the page as Markdown');

const isSufficiency = (item: EvaluationItem): item is SufficiencyItem => item.task === 'sufficiency';

function tell(words: string): void {
  console.error(words);
}

async function read(set: EvaluationSet, data: string): Promise<EvaluationItem[]> {
  const file = resolve(join(data, set.defaultFile));
  if (existsSync(file)) return await set.read(file);
  tell(`${set.name}: skipped, ${file} is not there.`);
  return [];
}

function measureAll(pools: readonly GoldPool[], arms: Readonly<Record<string, Selector>>): Arm[] {
  return Object.entries(arms).map(([name, select]) => ({ name, measures: pools.map((pool) => measureSet(pool, select)) }));
}

const reference = 'relevance top-2';

async function main(): Promise<void> {
  command.parse();
  const flags = command.opts<Flags>();
  const limit = Number(flags.limit);
  const bundled = bundledModels();
  const models = { ...bundled, entailment: rememberPairs(bundled.entailment) };
  const sections: Record<string, string> = {};
  const deletions: Record<string, readonly Arm[]> = {};

  const sets: readonly (readonly [string, readonly AuditItem[]])[] = [
    ['hotpotqa', (await read(hotpotqa, flags.data)).filter(isAudit).slice(0, limit)],
    [
      'wice',
      (await read(wice, flags.data))
        .filter(isAudit)
        .filter((item) => item.goldSets.length > 0)
        .slice(0, limit),
    ],
    [
      'feverous',
      withDistractors(
        (await read(feverous, flags.data)).filter(isAudit).filter((item) => item.goldSets.length > 0),
        limit,
        7,
      ),
    ],
    ['evidence-inference', (await read(evidenceInference, flags.data)).filter(isAudit).slice(0, limit)],
  ];
  for (const [name, items] of sets) {
    if (items.length === 0) continue;
    const started = performance.now();
    const pools: GoldPool[] = [];
    for (const item of items) pools.push(await poolOf(item, models));
    tell(`${name}: ${items.length} pools scored in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    const arms = measureAll(pools, selectors);
    deletions[`${name} (n = ${pools.length})`] = arms;
    sections[name] =
      `n = ${pools.length}\n\n${selectionTable(arms, reference, name === 'evidence-inference')}${name === 'evidence-inference' ? '' : `\n\n${aside(pools)}`}`;
    if (name === 'evidence-inference') continue;
    sections[`equal ${name}`] = `n = ${pools.length}\n\n${equalQualityTable(pools)}`;
    sections[`reliability ${name}`] = `n = ${pools.length} items\n\n${reliabilityTable(pools)}`;
    if (name !== 'hotpotqa') continue;
    sections['ablations'] = `n = ${pools.length}\n\n${ablationTable(measureAll(pools, ablations))}`;
    sections['reading'] = `n = ${pools.length}\n\n${await readingTable(pools, selectors, reference, models.generator)}`;
    sections['time'] = searchTime(pools);
  }
  if (Object.keys(deletions).length > 0) sections['deletion'] = deletionTable(deletions);

  const facts = (await read(sufficientFacts, flags.data)).filter(isSufficiency);
  if (facts.length > 0) {
    sections['still enough'] =
      `n = ${facts.length}, of which ${facts.filter((item) => item.sufficient).length} are still enough\n\n${await stillEnoughTable(facts, models)}`;
    tell('sufficient-facts done');
  }

  const attacked = (sets[0]?.[1] ?? []).slice(0, Number(flags.attacked));
  if (attacked.length > 0) {
    sections['robustness'] = `n = ${attacked.length}\n\n${await evidenceUnderAttack(attacked, models, tell)}`;
    sections['robust answers'] = `n = ${attacked.length}\n\n${await answersUnderAttack(attacked, models, tell)}`;
  }

  const kinds = await claimKinds(sets, flags, Number(flags.attacked));
  if (kinds.length > 0) sections['verdicts'] = await verdictTable(kinds, models, tell);

  const versions = await readVersions(
    join(flags.data, 'workspaces', 'owasp-asvs'),
    join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'asvs-questions.json'),
  );
  if (versions !== null) sections['superseded'] = `n = ${versions.questions.length}\n\n${await supersededTable(versions, models, tell)}`;

  const given = process.argv.slice(2).join(' ');
  const text = page(`npm run evaluate:cer${given === '' ? '' : ` -- ${given}`}`, sections);
  console.log(text);
  if (flags.write !== undefined) await writeFile(flags.write, text);
}

async function claimKinds(sets: readonly (readonly [string, readonly AuditItem[]])[], { data }: Flags, limit: number): Promise<Verdicts[]> {
  const of = (name: string, group: string, words: string, right: Verdicts['right']): Verdicts[] => {
    const items = (sets.find(([set]) => set === name)?.[1] ?? []).filter((item) => item.group === group).slice(0, limit);
    return items.length === 0 ? [] : [{ name: words, right, items }];
  };
  const conflicts = resolve(join(data, conflictqa.defaultFile));
  return [
    ...of('feverous', 'supports', 'FEVEROUS, supported', 'supported'),
    ...of('feverous', 'refutes', 'FEVEROUS, refuted', 'refuted'),
    ...of('wice', 'supported', 'WiCE, supported', 'supported'),
    ...of('wice', 'partially_supported', 'WiCE, supported in part', 'not-enough-evidence'),
    ...(existsSync(conflicts) ? await conflictClaims(conflicts, limit) : []),
  ];
}

/** What the tables leave out of our own sets. */
function aside(pools: readonly GoldPool[]): string {
  const sufficient = pools.map((pool) => Number(qualityIn(pool).value(ours(pool).set) >= 0.75));
  return `A sufficient set was found for ${shown(estimate(sufficient))} of the items, and for ${shown(estimate(pools.map((pool) => Number(sufficientWithoutGold(pool)))))} with all gold sentences taken out of the pool. A gold set is whole in the pool for ${shown(estimate(pools.map((pool) => Number(pool.gold.length > 0))))}.`;
}

/** Wall time of all that follows the scores, per pool: the one figure here that depends on the machine. */
function searchTime(pools: readonly GoldPool[]): string {
  const times = pools
    .map((pool) => {
      const started = performance.now();
      ours(pool);
      return performance.now() - started;
    })
    .sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(1);
  return `n = ${times.length} pools of up to 25 spans: median ${at(0.5)} ms, 90th percentile ${at(0.9)} ms, longest ${at(1)} ms.`;
}

try {
  await main();
} catch (error) {
  const known = toLinchpinError(error);
  console.error(`evaluate:cer: ${known.message} ${known.code === 'internal' ? '' : known.next}`);
  process.exitCode = 1;
}
