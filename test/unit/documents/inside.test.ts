import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readText } from '../../../src/documents/read.ts';
import { withFolder } from './folder.ts';

describe('reading inside the folder', () => {
  it('reads what is there, and nothing that a path or a link leads out to', async () => {
    await withFolder({ 'secret.txt': 'Nobody may read this.' }, async (outside) => {
      await withFolder({ 'sub/a.md': 'Here it is.' }, async (folder) => {
        assert.equal(await readText(folder, 'sub/a.md'), 'Here it is.');
        const elsewhere = join(outside, 'secret.txt');
        await symlink(elsewhere, join(folder, 'link.txt'));
        await symlink(outside, join(folder, 'away'));
        await symlink(join(folder, 'sub'), join(folder, 'again'));
        assert.equal(await readText(folder, 'again/a.md'), 'Here it is.');
        for (const path of ['link.txt', 'away/secret.txt', elsewhere, `../${outside.split('/').at(-1) ?? ''}/secret.txt`, '', '.', 'sub'])
          assert.equal(await readText(folder, path), null, path);
      });
    });
  });

  it('does not take the beginning of a name for the folder', async () => {
    await withFolder({ 'a.md': 'Inside.' }, async (folder) => {
      await writeFile(`${folder}-other`, 'Outside.');
      await symlink(`${folder}-other`, join(folder, 'link.txt'));
      assert.equal(await readText(folder, 'link.txt'), null);
    });
  });
});
