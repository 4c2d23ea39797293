import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import Mocha from 'mocha';

/**
 * Entry for the extension host: runs every bundled test file beside it with the project's mocha, and writes a report. The report
 * is what counts; an exit code alone also means that the host was never reached.
 */
export async function run(): Promise<void> {
  const report = process.env['E2E_REPORT'];
  if (report === undefined) throw new Error('E2E_REPORT must name the report');
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, color: false });
  for (const file of readdirSync(__dirname)
    .filter((name) => name.endsWith('.test.js'))
    .sort())
    mocha.addFile(join(__dirname, file));
  const tests: { state: string; title: string; error?: string }[] = [];
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run((failures) => {
      writeFileSync(`${report}.tmp`, JSON.stringify({ stats: runner.stats, tests }, null, 1));
      renameSync(`${report}.tmp`, report);
      if (failures === 0) resolve();
      else reject(new Error(`${failures} tests failed`));
    });
    runner.on('pass', (test) => tests.push({ state: 'passed', title: test.fullTitle() }));
    runner.on('pending', (test) => tests.push({ state: 'skipped', title: test.fullTitle() }));
    runner.on('fail', (test, error: unknown) =>
      tests.push({
        state: 'failed',
        title: test.fullTitle(),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
  });
}
