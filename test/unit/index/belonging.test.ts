import assert from 'node:assert/strict';
import { chmod, cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { assertBelongs, takeIndex } from '../../../src/index/belonging.ts';
import { asNobody } from '../../support/as-nobody.ts';
import { codeOf, oracle, withDesk, write } from './support.ts';

const readme = { 'README.md': '# Handbook\n\nHow we work.\n' };
const team = { ...readme, 'a.md': 'The dam.', 'b.md': 'The weir.', 'c.md': 'Oak.' };

/** Whose an index is does not depend on where it is: these are in folders, as the notes are alike. */
describe('A shared index and the folders that write to it', () => {
  const belongs = async (location: string, folder: string, indexed: string): Promise<string> =>
    await codeOf(assertBelongs(location, { folder, roots: folder }, await (await oracle(indexed)).documents()));
  const idOf = (folder: string): Promise<string> => readFile(join(folder, '.linchpin', 'folder.json'), 'utf8');

  it('is of the folder that made it, which carries its number wherever it is moved', async () => {
    await withDesk(team, async ({ folder, location }) => {
      await mkdir(location);
      assert.equal(await codeOf(assertBelongs(location, { folder, roots: folder }, [])), 'no error');
      const moved = join(dirname(folder), 'moved');
      await cp(folder, moved, { recursive: true });
      await write(moved, { 'a.md': 'Other.', 'b.md': 'Other.', 'c.md': 'Other.', 'README.md': 'Other.' });
      assert.equal(await belongs(location, moved, folder), 'no error');
      assert.equal(await idOf(moved), await idOf(folder));
    });
  });

  it('is not of a folder that has a README in common, with or without a number of its own', async () => {
    await withDesk(team, async ({ folder, location }) => {
      await mkdir(location);
      await assertBelongs(location, { folder, roots: folder }, []);
      await withDesk({ ...readme, 'x.md': 'Birch.', 'a.md': 'Another dam.' }, async (other) => {
        assert.equal(await belongs(location, other.folder, folder), 'settings-invalid');
        await assert.rejects(idOf(other.folder));
        // An index of its own first.
        await mkdir(other.location);
        await assertBelongs(other.location, { folder: other.folder, roots: other.folder }, []);
        assert.equal(await belongs(location, other.folder, folder), 'settings-invalid');
        assert.equal(await belongs(location, folder, folder), 'no error');
        // A rebuild is meant: it changes hands.
        await takeIndex(location, { folder: other.folder, roots: other.folder });
        assert.equal(await belongs(location, other.folder, other.folder), 'no error');
        assert.equal(await belongs(location, folder, other.folder), 'settings-invalid');
      });
    });
  });

  it('is of a copy without the number that holds its documents word for word, and gives it the number', async () => {
    await withDesk(team, async ({ folder, location }) => {
      await mkdir(location);
      await assertBelongs(location, { folder, roots: folder }, []);
      await withDesk({ ...team, 'c.md': 'Oak and elm.', 'new.md': 'Fir.' }, async (copy) => {
        assert.equal(await belongs(location, copy.folder, folder), 'no error');
        assert.equal(await idOf(copy.folder), await idOf(folder));
      });
    });
  });

  it('of an older version, without a number, is of the folder of its documents only', async () => {
    await withDesk(team, async ({ folder, location }) => {
      await mkdir(location);
      await withDesk(readme, async (other) => {
        assert.equal(await belongs(location, other.folder, folder), 'settings-invalid');
      });
      assert.equal(await belongs(location, folder, folder), 'no error');
      await idOf(folder);
    });
  });

  it('is known by its documents where the folder cannot be written to, and nothing is written through a link', async function () {
    if (process.platform === 'win32') this.skip();
    await withDesk(team, async ({ folder, location }) => {
      await mkdir(location);
      const outside = join(dirname(folder), 'outside');
      await mkdir(outside);
      await symlink(outside, join(folder, '.linchpin'));
      await assertBelongs(location, { folder, roots: folder }, []);
      await assert.rejects(readFile(join(outside, 'folder.json')));
      await rm(join(folder, '.linchpin'));
      await chmod(folder, 0o555);
      await asNobody(dirname(folder), async () => {
        assert.equal(await belongs(location, folder, folder), 'no error');
      });
    });
  });
});
