import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { defaultIndexLocation, openStore, removeIndex } from '../../../src/index/open.ts';
import { assertSame, codeOf, type Desk, embedder, oracle, search, withDesk } from './support.ts';

const files = { 'dam.md': '# The dam\n\nIt was built in 1931.\n', 'weir.md': 'The weir is new.' };
const noNative = (): Promise<never> => Promise.reject(new Error('Cannot find module of this platform'));

async function indexed({ folder, location }: Desk, profile = embedder, load?: () => Promise<unknown>): Promise<void> {
  const store = await openStore(location, profile, 'create', load);
  await ingestFolder(folder, store, profile);
  await store.close();
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

describe('Opening an index', () => {
  it('says that there is none, and makes nothing of it', async () => {
    await withDesk(files, async ({ location }) => {
      assert.equal(await codeOf(openStore(location, embedder, 'read')), 'index-missing');
      assert.equal(await codeOf(openStore(location, embedder, 'read', noNative)), 'index-missing');
      await assert.rejects(readdir(location), { code: 'ENOENT' });
    });
  });

  it('stands in where LanceDB does not load, and says what it is; what it wrote is there the next time', async () => {
    await withDesk(files, async (desk) => {
      await indexed(desk, embedder, noNative);
      const store = await openStore(desk.location, embedder, 'read', noNative);
      assert.equal(store.kind, 'memory');
      await assertSame(store, await oracle(desk.folder), ['When was the dam built?']);
    });
  });

  it('gives one version and one result on both stores', async () => {
    await withDesk(files, async (desk) => {
      await indexed(desk);
      await indexed(desk, embedder, noNative);
      const lance = await openStore(desk.location, embedder, 'read');
      assert.equal(lance.kind, 'lancedb');
      await assertSame(lance, await openStore(desk.location, embedder, 'read', noNative), ['When was the dam built?']);
      await lance.close();
    });
  });

  it('keeps the tables of another embedder', async () => {
    await withDesk(files, async (desk) => {
      const half = {
        ...embedder,
        profileId: 'org/half-model:8',
        dimensions: 8,
        embed: async (...args: Parameters<typeof embedder.embed>) => (await embedder.embed(...args)).map((vector) => vector.slice(0, 8)),
      };
      await indexed(desk);
      assert.equal(await codeOf(openStore(desk.location, half, 'read')), 'index-missing');
      await indexed(desk, half);
      for (const each of [embedder, half]) {
        const store = await openStore(desk.location, each, 'read');
        const [vector = new Float32Array(each.dimensions)] = await each.embed(['dam'], 'query', { seed: 0 });
        const [[first] = []] = await store.search([{ text: 'dam', vector }], { limit: 2 });
        assert.equal(first?.passage.path, 'dam.md');
        assert.equal(first.vector.length, each.dimensions);
        await store.close();
      }
    });
  });

  it('says that a damaged index is unreadable, whichever file is damaged; made anew it is as before', async function () {
    this.timeout(120_000);
    await withDesk(files, async (desk) => {
      await indexed(desk);
      const whole = await filesUnder(desk.location);
      assert.ok(whole.length >= 10, 'an index of LanceDB is many files');
      const exact = await oracle(desk.folder);
      for (const file of whole) {
        await removeIndex(desk.location);
        await indexed(desk);
        const target = (await filesUnder(desk.location)).find((each) => kindOf(each) === kindOf(file));
        assert.ok(target !== undefined, file);
        await writeFile(target, 'xyz');
        // Either the damage does not matter, as the file can be done without, or it is said: never another result.
        const code = await codeOf(
          (async () => {
            const store = await openStore(desk.location, embedder, 'read');
            await assertSame(store, exact, ['When was the dam built?']);
            await store.close();
          })(),
        );
        const spare = spareFile.test(target);
        assert.equal(code, spare ? 'no error' : 'index-unreadable', target);
        if (spare) {
          await indexed(desk);
          const store = await openStore(desk.location, embedder, 'read');
          await assertSame(store, exact, ['When was the dam built?']);
          await store.close();
        }
      }
      await removeIndex(desk.location);
      await indexed(desk);
      const store = await openStore(desk.location, embedder, 'read');
      await assertSame(store, exact, ['When was the dam built?']);
      await store.close();
    });
  });

  it('says that the file of the stand-in is damaged, and reads on after a torn end', async () => {
    await withDesk(files, async (desk) => {
      await indexed(desk, embedder, noNative);
      const [file = ''] = (await readdir(desk.location)).filter((name) => name.startsWith('memory__'));
      const path = join(desk.location, file);
      await writeFile(path, '{"document":{"path":"torn', { flag: 'a' });
      await assertSame(await openStore(desk.location, embedder, 'read', noNative), await oracle(desk.folder), ['dam']);
      await writeFile(path, '\n', { flag: 'a' });
      assert.equal(await codeOf(openStore(desk.location, embedder, 'read', noNative)), 'index-unreadable');
      await removeIndex(desk.location);
      await indexed(desk, embedder, noNative);
      await assertSame(await openStore(desk.location, embedder, 'read', noNative), await oracle(desk.folder), ['dam']);
    });
  });

  it('says so when there is no place for it', async () => {
    await withDesk(files, async ({ folder }) => {
      assert.equal(await codeOf(openStore(join(folder, 'dam.md', 'index'), embedder, 'create')), 'index-unreadable');
    });
  });

  it('notices an index that was made anew by another', async () => {
    await withDesk(files, async (desk) => {
      await indexed(desk);
      const store = await openStore(desk.location, embedder, 'read');
      assert.equal((await search(store, ['dam'], { limit: 1 }))[0]?.[0]?.passage.path, 'dam.md');
      await removeIndex(desk.location);
      await rm(join(desk.folder, 'dam.md'));
      await writeFile(join(desk.folder, 'new.md'), 'A new dam.');
      await indexed(desk);
      await assertSame(store, await oracle(desk.folder), ['dam', 'weir']);
      await store.close();
    });
  });

  it('has one place for each folder', () => {
    assert.equal(defaultIndexLocation('/a'), defaultIndexLocation('/a'));
    assert.notEqual(defaultIndexLocation('/a'), defaultIndexLocation('/b'));
    assert.ok(defaultIndexLocation('/a', join('/', 'elsewhere')).startsWith(join('/', 'elsewhere')));
  });
});

/** What LanceDB and the store can do without: records of transactions, hints, statistics, and LanceDB's list of tables, which it only writes. */
const spareFile = /\.txn$|hint\.json$|statistics__|__manifest/;

/** A file's place without what is drawn by chance for its name. */
function kindOf(file: string): string {
  return file.replaceAll(/[0-9a-f-]{20,}|\d+/g, '#');
}
