import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { lockIndex } from '../../../src/index/lock.ts';
import { openStore } from '../../../src/index/open.ts';
import { assertOneVersion, assertSame, assertWhole, codeOf, embedder, oracle, withDesk, write } from './support.ts';
import { documents, startWriter, until } from './writers.ts';

const questions = ['How wide is weir 12?', 'revision'];
const noNative = (): Promise<never> => Promise.reject(new Error('not on this platform'));

describe('An index and several processes', function () {
  this.timeout(180_000);

  for (const kind of ['lancedb', 'memory']) {
    it(`${kind}: killed at any moment, it is whole, and the next run carries on at once`, async () => {
      await withDesk(documents(40, 1), async (desk) => {
        const load = kind === 'memory' ? noNative : undefined;
        const moments = ['locked', 'embedding 8', 'embedding 15', 'writing 40', 'optimising 40', 'embedding 36'];
        for (const [at, moment] of moments.entries()) {
          const writer = startWriter(desk, { kind });
          const reached = await until(writer, (said) => said === moment);
          writer.kill('SIGKILL');
          if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
          assert.ok(reached, `the writer did not come to ${moment}`);
          const opened = await openStore(desk.location, embedder, 'create', load);
          await assertWhole(opened);
          await opened.close();
          // The next run finds the lock of the dead, and all documents changed; after the last kill as they were.
          if (at + 1 < moments.length) await write(desk.folder, documents(40, at + 2));
        }
        const lock = await lockIndex(desk.location);
        const store = await openStore(desk.location, embedder, 'create', load);
        const result = await ingestFolder(desk.folder, store, embedder);
        assert.ok(result.updated > 0 && result.updated < 20, `what was done stays done: ${result.updated} documents were left`);
        await assertWhole(store);
        await assertSame(store, await oracle(desk.folder), questions);
        assert.equal((await ingestFolder(desk.folder, store, embedder)).embedded, 0);
        await store.close();
        await lock.release();
      });
    });

    it(`${kind}: while one writes another reads, from one state or the next`, async () => {
      await withDesk(documents(40, 1), async (desk) => {
        const load = kind === 'memory' ? noNative : undefined;
        const first = await openStore(desk.location, embedder, 'create', load);
        await ingestFolder(desk.folder, first, embedder);
        await first.close();
        const reader = await openStore(desk.location, embedder, 'read', load);
        await write(desk.folder, documents(40, 2));
        const writer = startWriter(desk, { kind });
        assert.ok(await until(writer, (said) => said === 'locked'));
        assert.equal(await codeOf(lockIndex(desk.location)), 'index-locked');
        const exited = once(writer, 'exit');
        let reads = 0;
        while (writer.exitCode === null) {
          await assertOneVersion(reader, questions);
          reads += 1;
        }
        await exited;
        assert.equal(writer.exitCode, 0);
        assert.ok(reads > 0);
        await assertSame(reader, await oracle(desk.folder), questions);
        await reader.close();
      });
    });
  }

  it('has one writer, whoever asks', async () => {
    await withDesk({}, async ({ location }) => {
      const lock = await lockIndex(location);
      assert.equal(await codeOf(lockIndex(location)), 'index-locked');
      await lock.release();
      const tries = await Promise.allSettled(Array.from({ length: 5 }, async () => await lockIndex(location)));
      const [won, ...others] = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      assert.ok(won !== undefined && others.length === 0);
      assert.equal(won.lost.aborted, false);
      await won.release();
      await (await lockIndex(location)).release();
    });
  });

  it('cannot be locked where nothing can be written', async () => {
    await withDesk({ 'file.md': '' }, async ({ folder }) => {
      assert.equal(await codeOf(lockIndex(join(folder, 'file.md', 'index'))), 'index-unreadable');
    });
  });
});
