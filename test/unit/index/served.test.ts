import assert from 'node:assert/strict';
import { once } from 'node:events';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { lockIndex, lockState } from '../../../src/index/lock.ts';
import { openStore } from '../../../src/index/open.ts';
import { LanceDbService, serviceKey } from '../../support/lancedb-service.ts';
import { assertSame, assertWhole, codeOf, embedder, oracle, search, withDesk, write } from './support.ts';
import { documents, quick, startWriter, until } from './writers.ts';

const questions = ['How wide is weir 12?', 'revision'];

describe('A shared index on a server of LanceDB', function () {
  this.timeout(120_000);
  const before_ = process.env['LANCEDB_API_KEY'];
  let service: LanceDbService;

  before(async () => {
    process.env['LANCEDB_API_KEY'] = serviceKey;
    service = await LanceDbService.start();
  });

  after(async () => {
    await service.dispose();
    if (before_ === undefined) Reflect.deleteProperty(process.env, 'LANCEDB_API_KEY');
    else process.env['LANCEDB_API_KEY'] = before_;
  });

  async function index({ folder, location }: { readonly folder: string; readonly location: string }): Promise<void> {
    const lock = await lockIndex(location, undefined, quick);
    const store = await openStore(location, embedder, 'create');
    await ingestFolder(folder, store, embedder, { mayWrite: lock.confirm });
    await store.close();
    await lock.release();
  }

  it('is made, read while another process changes it, and is what the documents are; a killed writer leaves it whole', async () => {
    await withDesk(documents(12, 1), async (desk) => {
      const place = { ...desk, location: service.location('team') };
      assert.equal(await codeOf(openStore(place.location, embedder, 'read')), 'index-missing');
      await index(place);
      const reader = await openStore(place.location, embedder, 'read');
      await assertSame(reader, await oracle(desk.folder), questions);
      assert.deepEqual(await reader.faults(), { documents: [], leftOver: 0, interrupted: false });
      assert.ok((await reader.modifiedAt()) !== null);

      await write(desk.folder, documents(5, 2));
      const killed = startWriter(place);
      assert.ok(await until(killed, (said) => said === 'optimising 5'), 'the writer did not come to its end');
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      assert.equal(await lockState(place.location, quick), 'dead');
      await assertWhole(reader);
      await index(place);
      await assertSame(reader, await oracle(desk.folder), questions);
      assert.equal((await search(reader, questions, { limit: 10 }))[0]?.length, 10);
      await reader.close();
    });
  });

  it('has one writer, who is told by the table', async () => {
    const location = service.location('team');
    const tries = await Promise.allSettled(Array.from({ length: 4 }, async () => await lockIndex(location, undefined, quick)));
    const won = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.equal(won.length, 1);
    assert.equal(await codeOf(lockIndex(location, undefined, quick)), 'index-locked');
    await won[0]?.release();
    assert.equal(await lockState(location), 'free');
  });

  it('says what is wrong with its key and its address', async () => {
    process.env['LANCEDB_API_KEY'] = 'wrong';
    try {
      assert.equal(await codeOf(openStore(service.location('team'), embedder, 'read')), 'index-forbidden');
      assert.equal(await codeOf(lockIndex(service.location('team'))), 'index-forbidden');
    } finally {
      process.env['LANCEDB_API_KEY'] = serviceKey;
    }
    assert.equal(await codeOf(openStore('db://team?host=http://127.0.0.1:9', embedder, 'read')), 'index-unreachable');
  });
});
