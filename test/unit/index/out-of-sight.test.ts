import assert from 'node:assert/strict';
import { chmod, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { isOutdated } from '../../../src/index/outdated.ts';
import { asNobody } from '../../support/as-nobody.ts';
import { assertSame, embedder, kinds, oracle, withDesk, write } from './support.ts';

const files = {
  'a.md': 'The dam.',
  'sub/b.md': 'The weir.',
  'sub/deep/c.md': 'Oak and elm.',
  'subway.md': 'A train.',
  'gone.md': 'Birch.',
};

for (const { kind, open } of kinds)
  describe(`Documents in ${kind} that cannot be looked at now`, () => {
    before(function () {
      if (process.platform === 'win32') this.skip();
    });

    it('stay as they were, are named, and are looked at again', async () => {
      await withDesk(files, async (desk) => {
        await asNobody(dirname(desk.folder), async () => {
          const store = await open(desk);
          await ingestFolder(desk.folder, store, embedder);
          const whole = await oracle(desk.folder);
          const sub = join(desk.folder, 'sub');
          await chmod(sub, 0o000);
          try {
            const result = await ingestFolder(desk.folder, store, embedder);
            assert.deepEqual([result.removed, result.updated, result.documents], [0, 0, 5]);
            assert.deepEqual(result.unseen, ['sub/b.md', 'sub/deep/c.md']);
            assert.deepEqual(
              result.failed.map(({ path }) => path),
              ['sub/'],
            );
            assert.equal(await isOutdated(desk.folder, await store.documents()), false);
            assert.equal((await ingestFolder(desk.folder, store, embedder, { only: ['sub/b.md', 'sub'] })).removed, 0);
            await assertSame(store, whole, ['Where is the weir?', 'oak']);
            // What can be seen to be gone goes.
            await rm(join(desk.folder, 'gone.md'));
            assert.equal(await isOutdated(desk.folder, await store.documents()), true);
            assert.equal((await ingestFolder(desk.folder, store, embedder)).removed, 1);
          } finally {
            await chmod(sub, 0o755);
          }
          await write(desk.folder, { 'sub/b.md': 'The old weir.' });
          await rm(join(sub, 'deep'), { recursive: true });
          const after = await ingestFolder(desk.folder, store, embedder);
          assert.deepEqual([after.updated, after.removed, after.unseen], [1, 1, []]);
          await assertSame(store, await oracle(desk.folder), ['Where is the weir?', 'oak']);
          // Of a file that changed and cannot be read, what was read before stays.
          await write(desk.folder, { 'a.md': 'The dam was mended.' });
          await chmod(join(desk.folder, 'a.md'), 0o000);
          const locked = await ingestFolder(desk.folder, store, embedder);
          assert.deepEqual([locked.updated, locked.unseen, locked.failed[0]?.path], [0, ['a.md'], 'a.md']);
          assert.equal((await store.passagesOf('a.md'))[0]?.text, 'The dam.');
          await chmod(join(desk.folder, 'a.md'), 0o644);
          assert.equal((await ingestFolder(desk.folder, store, embedder)).updated, 1);
          await assertSame(store, await oracle(desk.folder), ['Was the dam mended?']);
          await store.close();
        });
      });
    });
  });
