import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { assertSame, assertWhole, codeOf, embedder, openLance, oracle, withDesk, write } from './support.ts';

describe('A writer that has lost the lock', () => {
  it('commits nothing more, whichever commit it was at', async () => {
    await withDesk({ 'a.md': 'The dam.', 'b.md': 'The weir.', 'c.md': 'Oak.' }, async (desk) => {
      const commits = async (): Promise<string[]> =>
        (await readdir(desk.location, { recursive: true })).filter((name) => /\.manifest$|writing__/.test(name)).sort();
      const store = await openLance(desk);
      await ingestFolder(desk.folder, store, embedder);
      let refused = 0;
      for (let allowed = 0; ; allowed += 1) {
        await write(desk.folder, { 'a.md': `The dam of ${allowed}.`, 'b.md': `The weir of ${allowed}.` });
        let asked = 0;
        const before: string[][] = [];
        const mayWrite = async (): Promise<boolean> => {
          asked += 1;
          if (asked <= allowed) return true;
          before.push(await commits());
          return false;
        };
        const code = await codeOf(ingestFolder(desk.folder, store, embedder, { mayWrite }));
        await assertWhole(store);
        const [first] = before;
        if (first === undefined) break;
        refused += 1;
        assert.equal(code, 'cancelled');
        assert.deepEqual(await commits(), first, `after ${allowed} commits`);
      }
      assert.ok(refused >= 6, `${refused} places where it is asked`);
      await assertSame(store, await oracle(desk.folder), ['Where is the dam?']);
      assert.deepEqual(await store.faults(), { documents: [], leftOver: 0, interrupted: false });
      await store.close();
    });
  });
});
