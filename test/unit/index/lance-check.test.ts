import assert from 'node:assert/strict';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { embedder, openLance, withDesk, write } from './support.ts';
import { documents } from './writers.ts';

const sound = { documents: [], leftOver: 0, interrupted: false };

describe('The search structures of an index', () => {
  it('are found sound after every change, also where their index holds some passages, or none any more', async () => {
    await withDesk(documents(6, 1), async (desk) => {
      const store = await openLance(desk);
      assert.deepEqual(await store.faults(), sound, 'before anything is there');
      await ingestFolder(desk.folder, store, embedder);
      assert.deepEqual(await store.faults(), sound);
      for (const changed of [1, 3, 6]) {
        await write(desk.folder, documents(changed, 1 + changed));
        await ingestFolder(desk.folder, store, embedder);
        assert.deepEqual(await store.faults(), sound, `${changed} of 6 changed`);
      }
      await store.close();
    });
  });
});
