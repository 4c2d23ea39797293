import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { changedSince, contentAt } from '../../../src/cli/git-changes.ts';

describe('What git says has changed', () => {
  let folder: string;
  const git = (...args: string[]): void => {
    execFileSync('git', ['-C', folder, '-c', 'user.name=Vera', '-c', 'user.email=vera@example.org', ...args], { stdio: 'ignore' });
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-git-'));
    git('init');
    await mkdir(join(folder, 'docs', 'ü b'), { recursive: true });
    for (const name of ['docs/same.md', 'docs/changed.md', 'docs/gone.md', 'docs/ü b/moved "x".md', 'other.md'])
      await writeFile(join(folder, name), `This is ${name}.\n`);
    git('add', '.');
    git('commit', '-m', 'first');
    for (const name of ['docs/changed.md', 'docs/ü b/moved "x".md', 'other.md', 'docs/new.md'])
      await writeFile(join(folder, name), 'Another sentence.\n');
    await rm(join(folder, 'docs', 'gone.md'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  it('names what is other or gone, from the folder on, and nothing beside it', async () => {
    assert.deepEqual((await changedSince(join(folder, 'docs'), 'HEAD')).sort(), ['changed.md', 'gone.md', 'ü b/moved "x".md']);
  });

  it('gives what a document was, and null where it was not', async () => {
    assert.equal(String(await contentAt(join(folder, 'docs'), 'HEAD', 'ü b/moved "x".md')), 'This is docs/ü b/moved "x".md.\n');
    assert.equal(await contentAt(join(folder, 'docs'), 'HEAD', 'new.md'), null);
  });

  it('says so where there is no such commit, or no repository, and takes no option for one', async () => {
    await assert.rejects(changedSince(folder, 'nowhere'), { code: 'usage' });
    await assert.rejects(changedSince(folder, '--output=x'), { code: 'usage' });
    const alone = await mkdtemp(join(tmpdir(), 'linchpin-alone-'));
    await assert.rejects(changedSince(alone, 'HEAD'), { code: 'usage' });
    await rm(alone, { recursive: true });
  });
});
