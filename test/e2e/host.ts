import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';
import { z } from 'zod';

import { launch } from './browser.ts';
import type { Workbench } from './install.ts';
import { out, root } from './paths.ts';
import { startServer } from './server.ts';
import type { PartResult } from './summary.ts';
import { openWorkbench } from './workbench.ts';

const reportSchema = z.object({
  stats: z.object({ passes: z.number(), failures: z.number(), pending: z.number() }),
  tests: z.array(z.object({ state: z.string(), title: z.string(), error: z.string().optional() })),
});

/**
 * Mocha inside the extension host, beside the product as its package installs it. The workbench runs tests only for an extension
 * in development, so an empty one is named; what is tested comes from the package.
 */
export async function hostTests(workbench: Workbench, vsix: string): Promise<PartResult> {
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
  const server = await startServer({
    name: 'host',
    workbench,
    vsix,
    workspace: join(root, 'sample'),
    flags: ['--enable-smoke-test-driver'],
    env: { E2E_REPORT: report },
  });
  const browser = await launch();
  try {
    const remote = (path: string): string => `vscode-remote://127.0.0.1:${server.port}${path}`;
    const vscode = await openWorkbench(browser, server, {
      payload: [
        ['extensionDevelopmentPath', remote(stub)],
        ['extensionTestsPath', remote(join(stub, 'index'))],
      ],
    });
    const log = createWriteStream(join(out, 'host', 'extension-host.log'));
    await vscode.page.exposeFunction('codeAutomationLog', (level: string, values: readonly unknown[]) => {
      log.write(`[${level}] ${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')}\n`);
    });
    const ended = new Promise<number>((resolve) => {
      vscode.page.on('crash', () => {
        resolve(-1);
      });
      void vscode.page.exposeFunction('codeAutomationExit', resolve).then(() => vscode.load());
    });
    const code = await Promise.race([ended, deadline(150_000)]);
    if (code !== 0) await vscode.screenshot(join(out, 'host', 'end.png'));
    if (!existsSync(report))
      return {
        name: 'host tests',
        passed: 0,
        failed: 1,
        skipped: 0,
        failures: [`no report was written (exit ${code}); see e2e-out/host/extension-host.log`],
      };
    const result = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    for (const test of result.tests) console.log(`  ${test.state === 'passed' ? '✔' : test.state === 'failed' ? '✖' : '-'} ${test.title}`);
    return {
      name: 'host tests',
      passed: result.stats.passes,
      failed: result.stats.failures,
      skipped: result.stats.pending,
      failures: result.tests.filter((test) => test.state === 'failed').map((test) => `${test.title}\n${test.error ?? ''}`),
    };
  } finally {
    await browser.close();
    server.stop();
  }
}

function deadline(milliseconds: number): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, -2).unref();
  });
}
