import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';
import { z } from 'zod';

import { out, root } from './paths.ts';
import type { PartResult } from './summary.ts';

const reportSchema = z.object({
  stats: z.object({ passes: z.number(), failures: z.number(), pending: z.number() }),
  tests: z.array(z.object({ state: z.string(), title: z.string(), error: z.string().optional() })),
});

export interface HostTests {
  /** Folder of an empty extension in development, with the bundled tests in it. */
  readonly stub: string;
  /** The file that the tests write. */
  readonly report: string;
}

/** Editors run tests only for an extension in development, so an empty one is made; what is tested comes from the package. */
export async function bundleHostTests(): Promise<HostTests> {
  const sources = join(root, 'test', 'host');
  const stub = join(out, 'host-tests');
  rmSync(stub, { recursive: true, force: true });
  mkdirSync(stub, { recursive: true });
  writeFileSync(
    join(stub, 'package.json'),
    JSON.stringify({
      name: 'host-tests',
      publisher: 'linchpin-tests',
      version: '0.0.0',
      engines: { vscode: '^1.101.0' },
      type: 'commonjs',
      contributes: { languageModelChatProviders: [{ vendor: 'linchpin-tests', displayName: 'Tests' }] },
    }),
  );
  await build({
    entryPoints: readdirSync(sources)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(sources, file)),
    outdir: stub,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const report = join(out, 'host.json');
  rmSync(report, { force: true });
  return { stub, report };
}

/** What the tests wrote. Without a report the run has failed, whatever its exit code. @param end what to say of the run then */
export function hostResult(name: string, report: string, end: string): PartResult {
  if (!existsSync(report)) return { name, passed: 0, failed: 1, skipped: 0, failures: [`no report was written (${end})`] };
  const result = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
  for (const test of result.tests) console.log(`  ${test.state === 'passed' ? '✔' : test.state === 'failed' ? '✖' : '-'} ${test.title}`);
  return {
    name,
    passed: result.stats.passes,
    failed: result.stats.failures,
    skipped: result.stats.pending,
    failures: result.tests.filter((test) => test.state === 'failed').map((test) => `${test.title}\n${test.error ?? ''}`),
  };
}
