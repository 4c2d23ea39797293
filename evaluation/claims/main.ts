import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { Command, Option } from 'commander';

import { toLinchpinError } from '../../src/base/error.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { byCommandLine, inProcess } from '../audit/askers.ts';
import { type ClaimSet, claimSets, mayBeRead, readClaims } from '../beds/bed.ts';
import { writeOutcomes } from '../paired/outcomes.ts';
import { type Judged, judgeAll } from './run.ts';
import { boundLine, confusionTable, rateTable, riskCoverageTable, timeLine } from './tables.ts';

interface Flags {
  readonly half: ClaimSet;
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

const command = new Command('evaluate:claims')
  .description("Check the test bed's claims and say how they were judged: npm run evaluate:claims -- --half tuning")
  .addOption(new Option('--half <half>', 'which half').choices(claimSets).default('tuning'))
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--scratch <dir>', 'where written workspaces and indexes are kept', '.cache/beds')
  .option('--workspaces <names>', 'only these, with commas')
  .option('--limit <n>', 'claims at most', '1000000')
  .option('--cli <file>', 'check with another build, by its dist/cli.mjs')
  .option('--records <file>', 'write each claim with what came, as JSON lines; only of the sets that are tuned on')
  .option('--outcomes <file>', 'write how each claim ended and no text of it, for evaluate:paired')
  .option('--read', 'print each claim that was not judged right; only of the sets that are tuned on')
  .option('--write <file>', 'write the tables as Markdown');
command.parse();
const flags = command.opts<Flags>();
const open = mayBeRead(flags.half);

function described({ claim, verdict, confidence, found, report }: Judged): string {
  const quotes = report.evidence.minimal.map(
    ({ citation }) => `      ${citation.path}:${citation.line} ${citation.quote.replaceAll(/\s+/g, ' ').slice(0, 220)}`,
  );
  return [
    `${claim.id} [${claim.label} ${claim.kind}] ${claim.claim}`,
    `   gold ${claim.gold[0]?.map(({ quote }) => quote.replaceAll(/\s+/g, ' ').slice(0, 160)).join(' + ') ?? 'none'}`,
    `   came ${verdict} ${confidence.toFixed(2)} ${JSON.stringify(found ?? {})} ${report.answer.reason}`,
    ...quotes,
  ].join('\n');
}

async function measure(): Promise<void> {
  const only = flags.workspaces?.split(',');
  const claims = (await readClaims(flags.half)).filter((claim) => only?.includes(claim.workspace) ?? true).slice(0, Number(flags.limit));
  const judged = await judgeAll(claims, {
    half: flags.half,
    data: resolve(flags.data),
    scratch: resolve(flags.scratch),
    open: flags.cli === undefined ? inProcess(bundledModels(), 'claim') : byCommandLine(resolve(flags.cli), 'claim'),
    onProgress: (done, total) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done}/${total}`);
    },
    onSkip: (workspace, count) => {
      console.error(`${workspace}: skipped with ${count} claims, its data is not there.`);
    },
  });
  const page = [confusionTable(judged), rateTable(judged), boundLine(judged), riskCoverageTable(judged), timeLine(judged)].join('\n\n');
  console.log(page);
  if (flags.read === true && open)
    console.log(
      `\n${judged
        .filter(({ claim, verdict }) => verdict !== (claim.label === 'uncovered' ? 'undecided' : claim.label))
        .map(described)
        .join('\n')}`,
    );
  if (flags.outcomes !== undefined)
    await writeOutcomes(
      resolve(flags.outcomes),
      judged.map(({ claim: { id, label, kind }, verdict, confidence, found, ms }) => ({
        id,
        group: label,
        form: kind,
        verdict,
        right: verdict === (label === 'uncovered' ? 'undecided' : label),
        chance: confidence,
        found: found === null ? null : { retrieved: found.pool, firstFive: found.pool, minimal: found.minimal },
        ms,
      })),
    );
  if (flags.records !== undefined && open) {
    await mkdir(dirname(resolve(flags.records)), { recursive: true });
    await rm(flags.records, { force: true });
    for (const { claim, verdict, confidence, found, ms, report } of judged)
      await appendFile(flags.records, `${JSON.stringify({ claim, verdict, confidence, found, ms, answer: report.answer })}\n`);
  }
  if (flags.write !== undefined) await writeFile(flags.write, `${page}\n`);
}

try {
  await measure();
} catch (error) {
  const known = toLinchpinError(error);
  console.error(
    `evaluate:claims: ${known.message} ${known.code === 'internal' ? String(known.cause instanceof Error ? known.cause.stack : known.stack) : known.next}`,
  );
  process.exitCode = 1;
}
