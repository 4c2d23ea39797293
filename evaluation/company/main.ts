import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { Command } from 'commander';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const fixture = join(root, 'test', 'fixtures', 'company');
const truths = ['true', 'false', 'outdated', 'uncovered'] as const;
const claimSchema = z.object({ claim: z.string(), truth: z.enum(truths), in: z.enum(['draft', 'single']) });
const resultSchema = z.object({
  findings: z.array(
    z.object({
      kind: z.string(),
      text: z.string(),
      reason: z.string(),
      evidence: z.array(z.object({ path: z.string(), quote: z.string() })),
    }),
  ),
});

interface Flags {
  readonly cli: string;
  readonly read?: boolean;
}

const command = new Command('evaluate:company')
  .description('Check the claims of a draft and of a letter against a company folder that holds another draft: npm run evaluate:company')
  .option('--cli <file>', 'the build that checks, by its dist/cli.mjs', join(root, 'dist', 'cli.mjs'))
  .option('--read', 'print each claim with what came of it');
command.parse();
const flags = command.opts<Flags>();

/** What a build prints for `check FILE --against FOLDER`. */
async function check(file: string, folder: string, index: string): Promise<z.infer<typeof resultSchema>> {
  const args = [resolve(flags.cli), 'check', file, '--against', folder, '--format', 'json', '--fail-on', 'none', '--index-dir', index];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += String(part);
  return resultSchema.parse(JSON.parse(text));
}

const claims = z.array(claimSchema).parse(JSON.parse(await readFile(join(fixture, 'claims.json'), 'utf8')));
const home = await mkdtemp(join(tmpdir(), 'linchpin-company-'));
try {
  const folder = join(home, 'docs');
  await cp(join(fixture, 'docs'), folder, { recursive: true });
  const draft = await check(join(folder, 'drafts', 'annual-report-v2.md'), folder, join(home, 'index'));
  const single = await check(join(fixture, 'single.md'), folder, join(home, 'index'));
  const found = new Map([...draft.findings, ...single.findings].map((finding) => [finding.text, finding]));
  const kinds = [...new Set([...found.values()].map(({ kind }) => kind))].sort();
  const rows = truths.map((truth) => {
    const own = claims.filter((claim) => claim.truth === truth);
    const counts = kinds.map((kind) => own.filter(({ claim }) => found.get(claim)?.kind === kind).length);
    const missing = own.filter(({ claim }) => !found.has(claim)).length;
    return `| ${truth} (${own.length}) | ${[...counts, missing].join(' | ')} |`;
  });
  process.stdout.write(
    [`| claims | ${kinds.join(' | ')} | not found as a claim |`, `|---|${[...kinds, ''].map(() => '---|').join('')}`, ...rows, ''].join(
      '\n',
    ),
  );
  const byDrafts = claims.filter(
    ({ claim }) =>
      found.get(claim)?.kind === 'supported' && found.get(claim)?.evidence.some(({ path }) => path.includes('drafts/')) === true,
  );
  process.stdout.write(`\nSupported by a draft: ${byDrafts.length}\n`);
  if (flags.read === true)
    for (const { claim, truth } of claims) {
      const finding = found.get(claim);
      process.stdout.write(`\n${truth}: ${claim}\n  ${finding?.kind ?? 'no claim'}: ${finding?.reason ?? ''}\n`);
      for (const { path, quote } of finding?.evidence ?? [])
        process.stdout.write(`    ${path.split('/docs/').at(-1) ?? path}: ${quote.replaceAll(/\s+/g, ' ')}\n`);
    }
} finally {
  await rm(home, { recursive: true, force: true });
}
