import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { gitName, learnGitName } from '../../../extension/git-name.ts';

describe('The name that decisions are signed with', () => {
  it("is the folder's own in git, once it was asked", async function () {
    const folder = mkdtempSync(join(tmpdir(), 'linchpin-git-'));
    try {
      const git = (...args: string[]): number | null => spawnSync('git', ['-C', folder, ...args]).status;
      if (git('init', '-q') !== 0) this.skip();
      git('config', 'user.name', 'Ada Lovelace');
      assert.equal(gitName(folder), '');
      await learnGitName(folder);
      assert.equal(gitName(folder), 'Ada Lovelace');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is none where there is no such folder', async () => {
    await learnGitName(join(tmpdir(), 'linchpin-not-there'));
    assert.equal(gitName(join(tmpdir(), 'linchpin-not-there')), '');
  });
});
