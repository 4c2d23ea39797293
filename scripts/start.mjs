// npm start: the main job on the bundled sample workspace, or on a folder and questions of your own: npm start -- DIR "question"
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureDependencies, run } from './setup.mjs';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist', 'cli.mjs');

ensureDependencies();
if (run(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet']) !== 0) process.exit(1);

const [folder, ...asked] = process.argv.slice(2);
const sample = join(root, 'sample');
const questions = asked.length > 0 ? asked : JSON.parse(readFileSync(join(import.meta.dirname, 'sample-questions.json'), 'utf8'));
// The sample's index is made anew each time: the demonstration shows indexing too, and leaves nothing behind.
const index = folder === undefined ? mkdtempSync(join(tmpdir(), 'linchpin-sample-')) : undefined;
const location = index === undefined ? [] : ['--index-dir', index];
try {
  const code = run(process.execPath, [cli, 'index', folder ?? sample, ...location]);
  if (code !== 0) process.exit(code);
  for (const question of questions) {
    const answered = run(process.execPath, [cli, 'ask', folder ?? sample, question, '--no-save', ...location]);
    if (answered !== 0 && answered !== 3) process.exit(answered);
  }
  console.log('How each answer was judged: linchpin ask FOLDER "question" --explain');
} finally {
  if (index !== undefined) rmSync(index, { recursive: true, force: true });
}
