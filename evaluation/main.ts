import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { Command } from 'commander';

import { toLinchpinError } from '../src/base/error.ts';
import { bundledModels } from '../src/models/bundled/models.ts';
import { arms as allArms } from './arms.ts';
import { readErrors } from './read-errors.ts';
import { evaluate, type SetResult } from './run.ts';
import { measureSearch, searchTables } from './search-quality.ts';
import { hotpotqa } from './sets/hotpotqa.ts';
import { evaluationSets } from './sets/index.ts';
import { measureSimilarity, similarityTable } from './similarity-profile.ts';
import { resultsPage } from './results-page.ts';
import { resultTables } from './tables.ts';

interface Flags {
  readonly set?: string;
  readonly file?: string;
  readonly data: string;
  readonly arms: string;
  readonly limit: string;
  readonly seed: string;
  readonly json?: boolean;
  readonly records?: string;
  readonly write?: string;
  readonly read?: string;
  readonly search?: boolean;
  readonly similarity?: boolean;
  readonly worst: string;
}

const command = new Command('evaluate')
  .description('Measure the product on real data: npm run evaluate -- --set hotpotqa --arms plain,linchpin --limit 100')
  .option('--set <names>', 'sets, with commas, each with a number of items where wanted (hotpotqa:150); all that are there by default')
  .option('--file <file>', 'another file of the same format, with a single --set')
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--arms <names>', `with commas, of ${allArms.map((arm) => arm.name).join(', ')}`, 'bm25-top-2,plain,linchpin')
  .option('--limit <n>', 'items of each set', '1000000')
  .option('--seed <n>', 'seed of all sampling', '1')
  .option('--records <file>', 'per-item records (JSONL); a run that was stopped carries on with them')
  .option('--write <file>', 'write the tables as Markdown')
  .option('--read <file>', 'print the worst items of per-item records with their whole trace, and where items are lost; runs nothing')
  .option('--worst <n>', 'how many of them', '10')
  .option('--search', 'measure the search alone: BM25, the embedder, feature hashing and their fusions, by recall and reciprocal rank')
  .option('--similarity', "quantiles of the embedder's cosine for pairs that mean something, on HotpotQA")
  .option('--json', 'print the figures as JSON');
command.parse();
const flags = command.opts<Flags>();

async function search(): Promise<void> {
  const text = searchTables(
    await measureSearch(resolve(flags.data), bundledModels().embedder, Number(flags.limit), (name) => {
      console.error(name);
    }),
  );
  console.log(text);
  if (flags.write !== undefined)
    await writeFile(
      flags.write,
      `# Search\n\nWritten by \`npm run evaluate -- ${process.argv.slice(2).join(' ')}\`: the product's own index and its scores, ordered in different ways. Each figure has a bootstrap 95 % interval.\n\n${text}\n`,
    );
}

async function similarity(): Promise<void> {
  const models = bundledModels();
  const items = (await hotpotqa.read(resolve(flags.file ?? join(flags.data, hotpotqa.defaultFile)))).slice(0, Number(flags.limit));
  console.log(
    similarityTable(
      await measureSimilarity(
        items.filter((item) => item.task === 'audit'),
        models.embedder,
        models.generator,
        Number(flags.seed),
      ),
    ),
  );
}

async function measure(): Promise<void> {
  const names = flags.set?.split(',') ?? evaluationSets.map((set) => set.name);
  const sets = names.map((given) => {
    const [name = '', limit] = given.split(':');
    const set = evaluationSets.find((entry) => entry.name === name);
    if (limit !== undefined && !/^\d+$/.test(limit)) throw new Error(`"${given}" should end in a number of items.`);
    if (set === undefined) throw new Error(`There is no set "${name}": choose of ${evaluationSets.map((entry) => entry.name).join(', ')}.`);
    return { set, limit: Number(limit ?? flags.limit) };
  });
  const chosen = flags.arms.split(',').map((name) => {
    const arm = allArms.find((entry) => entry.name === name);
    if (arm === undefined) throw new Error(`There is no arm "${name}".`);
    return arm;
  });
  const models = bundledModels();
  const results: SetResult[] = [];
  for (const { set, limit } of sets) {
    const file = resolve(flags.file ?? join(flags.data, set.defaultFile));
    if (!existsSync(file)) {
      console.error(`${set.name}: skipped, ${file} is not there.`);
      continue;
    }
    const started = performance.now();
    const result = await evaluate(models, {
      set,
      file,
      arms: chosen,
      limit,
      seed: Number(flags.seed),
      records: flags.records ?? null,
      onProgress: (done, total) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${set.name} ${done}/${total}`);
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    console.error(`${set.name}: ${result.items} items in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    results.push(result);
  }
  if (flags.json === true)
    console.log(
      JSON.stringify(
        results.map(({ results: list, ...rest }) => ({ ...rest, results: list.map(({ arm, metrics }) => ({ arm, metrics })) })),
      ),
    );
  else console.log(resultTables(results));
  if (flags.write !== undefined) {
    await mkdir(dirname(resolve(flags.write)), { recursive: true });
    await writeFile(flags.write, resultsPage(`npm run evaluate -- ${process.argv.slice(2).join(' ')}`, results));
  }
}

try {
  if (flags.read !== undefined) console.log(await readErrors(flags.read, Number(flags.worst)));
  else if (flags.search === true) await search();
  else if (flags.similarity === true) await similarity();
  else await measure();
} catch (error) {
  const known = toLinchpinError(error);
  console.error(`evaluate: ${known.message} ${known.code === 'internal' ? '' : known.next}`);
  process.exitCode = 1;
}
