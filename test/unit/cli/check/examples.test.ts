import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { copySample, newHome, put, removeHome } from '../cli.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const wrong = '# Guide\n\nAfter 10 failed attempts within 15 minutes the account is locked for 45 minutes.\n';

describe('The examples for CI', function () {
  this.timeout(180_000);
  let home = '';
  let folder = '';
  before(async function () {
    if (process.platform === 'win32') this.skip();
    home = await newHome();
    folder = await copySample(home, 'repository');
    await put(folder, { 'drafts/guide.md': wrong, 'drafts/other.md': '# Other\n\nNothing here.\n' });
    git('init', '-q');
    git('add', '-A');
  });
  after(async () => {
    if (home !== '') await removeHome(home);
  });
  function git(...args: string[]): void {
    const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
  function run(script: string, env: Record<string, string>): { status: number | null; stdout: string; stderr: string } {
    const tsx = join(root, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs');
    const judge = join(root, 'test', 'support', 'sample-judge.ts');
    const linchpin = `${process.execPath} --import ${tsx} --import ${judge} ${join(root, 'src', 'cli', 'main.ts')}`;
    return spawnSync('bash', [script], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LINCHPIN_INDEX_DIR: join(home, 'index'), LINCHPIN: linchpin, ...env },
    });
  }

  it("the action's script annotates the line and fails; where no file matches it says so", () => {
    const script = join(root, 'examples', 'github-action', 'check.sh');
    const { status, stdout, stderr } = run(script, { FILES: 'drafts/**/*.md\n', AGAINST: '.' });
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^::error file=drafts\/guide\.md,line=3,/mu);
    const none = run(script, { FILES: 'nothing/*.md' });
    assert.deepEqual([none.status, none.stdout.startsWith('::warning title=Linchpin::No file matches')], [0, true]);
  });

  it('the git hook stops a commit with a wrong number, and lets one through that touches no document', async () => {
    const hook = join(folder, '.git', 'hooks', 'pre-commit');
    await cp(join(root, 'examples', 'pre-commit', 'pre-commit'), hook);
    assert.equal(run(hook, {}).status, 1);
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--no-verify', '-m', 'all');
    await writeFile(join(folder, 'code.js'), '1;\n');
    git('add', '-A');
    assert.equal(run(hook, {}).status, 0);
  });
});
