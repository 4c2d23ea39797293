import assert from 'node:assert/strict';
import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { hasChanged } from '../../../src/index/changed.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { isOutdated } from '../../../src/index/outdated.ts';
import type { IndexedDocument } from '../../../src/index/types.ts';
import { embedder, kinds, withDesk, write } from './support.ts';

const file = { path: 'a.md', file: '/a.md', bytes: 10, modifiedMs: 5 };
const known: IndexedDocument = {
  path: 'a.md',
  contentHash: 'h',
  bytes: 10,
  modifiedMs: 5,
  parser: '',
  encoding: 'utf-8',
  status: 'indexed',
  cause: null,
  reason: null,
  passages: 1,
};

describe('A document has changed', () => {
  it('when the program reads it with a newer parser', async () => {
    await withDesk({ 'a.md': 'The dam is old.' }, async ({ folder, location }) => {
      const store = await kinds[1]?.open({ folder, location });
      assert.ok(store !== undefined);
      await ingestFolder(folder, store, embedder);
      const documents = await store.documents();
      assert.equal(await isOutdated(folder, documents), false);
      assert.equal(
        await isOutdated(
          folder,
          documents.map((document) => ({ ...document, parser: 'markdown@0' })),
        ),
        true,
      );
    });
  });

  it('when the size limit says otherwise now, both ways', () => {
    const current = { ...known, parser: 'markdown@0' };
    const same = (document: IndexedDocument, maxBytes: number): boolean =>
      hasChanged({ ...file, path: 'x.none' }, { ...document, parser: '' }, maxBytes);
    assert.equal(same(current, 10), false);
    assert.equal(same(current, 9), true);
    assert.equal(same({ ...current, status: 'skipped', cause: 'too-large' }, 9), false);
    assert.equal(same({ ...current, status: 'skipped', cause: 'too-large' }, 10), true);
  });

  it('not because it could not be read', () => {
    assert.equal(hasChanged(file, { ...known, status: 'failed', cause: 'unreadable' }, 100), false);
    assert.equal(hasChanged({ ...file, modifiedMs: 6 }, { ...known, status: 'failed', cause: 'unreadable' }, 100), true);
  });
});

for (const { kind, open } of kinds) {
  describe(`What is left out of ${kind}`, () => {
    it('is told in every run, by cause and kind, and does not make the index out of date', async () => {
      await withDesk(
        {
          'a.md': 'The dam is old.',
          'b.md': 'x'.repeat(500),
          'c.md': new Uint8Array(400),
          'd.xyz': '',
          'out/e.md': '',
          '.gitignore': 'out',
        },
        async (desk) => {
          await write(join(desk.folder, '..'), { 'secret.md': 'Outside.' });
          await symlink(join(desk.folder, '..', 'secret.md'), join(desk.folder, 'link.md'));
          const store = await open(desk);
          for (let run = 0; run < 2; run += 1) {
            const { leftOut, documents } = await ingestFolder(desk.folder, store, embedder, { maxFileBytes: 450 });
            assert.equal(documents, 1);
            assert.deepEqual(
              leftOut.map(({ cause, kind: extension, files, paths }) => [cause, extension, files, ...paths]),
              [
                ['kind-not-read', 'gitignore', 1, '.gitignore'],
                ['kind-not-read', 'xyz', 1, 'd.xyz'],
                ['link-outside', 'md', 1, 'link.md'],
                ['ignored', '', 1],
                ['too-large', 'md', 1, 'b.md'],
                ['not-text', 'md', 1, 'c.md'],
              ],
            );
          }
          assert.equal(await isOutdated(desk.folder, await store.documents(), { maxFileBytes: 450 }), false);
          assert.equal(await isOutdated(desk.folder, await store.documents()), true);
          await store.close();
        },
      );
    });

    it('leaves the encoding and the time of writing of what is in', async () => {
      await withDesk({ 'a.md': Buffer.from([0x4e, 0xe4, 0x68, 0x65]), 'b.md': 'The dam is old.' }, async (desk) => {
        const store = await open(desk);
        assert.equal(store.kind, kind);
        const before = Date.now() - 2000;
        await ingestFolder(desk.folder, store, embedder);
        assert.deepEqual(
          (await store.documents()).map(({ encoding }) => encoding),
          ['windows-1252', 'utf-8'],
        );
        assert.ok(((await store.modifiedAt())?.getTime() ?? 0) >= before);
        await utimes(join(desk.folder, 'a.md'), 1, 1);
        assert.equal(await isOutdated(desk.folder, await store.documents()), true);
        await store.close();
      });
    });
  });
}
