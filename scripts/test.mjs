// npm test: everything that can be checked on this machine, in order of cost. Says what it skipped and why; the last line counts the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureDependencies, run } from './setup.mjs';
import { programOf } from './tools.mjs';

const root = join(import.meta.dirname, '..');
const out = join(root, 'e2e-out');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;

ensureDependencies();

let passed = 0;
let failed = 0;
let skipped = 0;
const skips = [];
const times = [];
const names = [];

function step(name, work) {
  names.push(name);
  // "types" are all of "types of src" and its like.
  if (only !== undefined && only !== name && !name.startsWith(`${only} `)) return;
  const started = Date.now();
  console.log(`\n▶ ${name}`);
  const ok = work();
  const seconds = (Date.now() - started) / 1000;
  times.push({ name, seconds });
  console.log(`${ok ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`);
  if (ok) passed += 1;
  else failed += 1;
}

/** Runs a JavaScript file by node. */
const node = (...args) => run(process.execPath, args) === 0;

step('format', () => node(programOf('prettier'), '--check', '.', '--log-level', 'warn'));
step('lint', () => node(programOf('eslint'), '.', '--max-warnings', '0'));
step('layers', () =>
  node(
    programOf('dependency-cruiser', 'depcruise'),
    ...['--config', '.dependency-cruiser.cjs', 'src', 'extension', 'webview', 'evaluation', '--output-type', 'err'],
  ),
);
// What nothing uses, and what nothing but tests uses.
step('dead code', () => node(programOf('knip')) && node(programOf('knip'), '--production'));
for (const project of ['src', 'extension', 'webview', 'test', 'evaluation', 'training'])
  step(`types of ${project}`, () => node(programOf('typescript', 'tsc'), '-p', project));
step('build', () => node(join(root, 'scripts', 'build.mjs'), '--quiet'));

/** Runs mocha with a JSON report beside the readable one, and counts its tests. */
function mocha(name, args) {
  step(name, () => {
    mkdirSync(out, { recursive: true });
    const report = join(out, `${name}.json`);
    rmSync(report, { force: true });
    const code = run(process.execPath, [
      programOf('mocha'),
      ...args,
      ...['--reporter', join(root, 'test', 'reporter.cjs'), '--reporter-option', `output=${report}`],
    ]);
    return count(name, report) && code === 0;
  });
}

/** Adds a mocha JSON report to the totals. A missing report is a failure: an exit code alone proves nothing. */
function count(name, report) {
  if (!existsSync(report)) {
    console.log(`${name}: no report was written`);
    return false;
  }
  const { stats, pending } = JSON.parse(readFileSync(report, 'utf8'));
  passed += stats.passes;
  failed += stats.failures;
  skipped += stats.pending;
  for (const test of pending) skips.push(`${name}: ${test.fullTitle}`);
  return stats.passes > 0 && stats.failures === 0;
}

mocha('unit', ['test/unit/**/*.test.ts']);

if (existsSync(join(root, 'test', 'e2e', 'run.mjs'))) {
  step('workbench', () => {
    const result = spawnSync(process.execPath, [join(root, 'test', 'e2e', 'run.mjs')], { cwd: root, stdio: 'inherit' });
    const summary = join(out, 'summary.json');
    if (!existsSync(summary)) return false;
    const parts = JSON.parse(readFileSync(summary, 'utf8'));
    for (const part of parts) {
      passed += part.passed;
      failed += part.failed;
      skipped += part.skipped;
      if (part.reason) skips.push(`${part.name}: ${part.reason}`);
    }
    return result.status === 0;
  });
}

if (times.length === 0) {
  console.log(`No step is called "${only}". There are: ${names.join(', ')}.`);
  process.exit(1);
}

console.log(`\n${skips.length === 0 ? 'Nothing was skipped.' : `Skipped:\n${skips.map((entry) => `  ${entry}`).join('\n')}`}\n`);
console.log(
  `Seconds: ${times.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)}`).join(', ')}; all ${times.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0)}\n`,
);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
