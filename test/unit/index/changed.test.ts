import assert from 'node:assert/strict';
import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { printLeftOut } from '../../../src/cli/print-left-out.ts';
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

    it('is text that a reader does not see too: told with its words in every run, whichever thread reads it', async () => {
      const page = '<p>The dam is old.</p><p style="opacity:0">The dam is as good as new.</p>';
      await withDesk({ 'a.html': page, 'b.md': 'The dam is old.' }, async (desk) => {
        const store = await open(desk);
        for (const leastBytesForThreads of [Infinity, Infinity, 0]) {
          if (leastBytesForThreads === 0)
            await write(desk.folder, {
              'a.html': `${page} `,
              ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.md`, 'A gate.'])),
            });
          const { hidden, leftOut, skipped, failed } = await ingestFolder(desk.folder, store, embedder, { leastBytesForThreads });
          const reason = 'it holds text that a reader does not see: “The dam is as good as new.”';
          assert.deepEqual([hidden, skipped, failed], [[{ path: 'a.html', reason }], [], []]);
          assert.deepEqual(leftOut, [{ cause: 'hidden-text', kind: 'html', files: 1, paths: ['a.html'] }]);
          assert.match(
            printLeftOut({ hidden, leftOut, skipped, failed, unseen: [] }),
            /^1 file with text that a reader does not see.*\n {2}a\.html: it holds .*“The dam is as good as new\.”\n$/,
          );
        }
        assert.equal(await isOutdated(desk.folder, await store.documents()), false);
        assert.ok((await store.passagesOf('a.html')).every(({ spans }) => spans.every(({ plain }) => !plain.includes('good'))));
        await store.close();
      });
    });

    it('is a file that is too large inside, and nothing else', async () => {
      // A row whose cells together would be kept with each of their thousands of sentences, and others that once ended the process.
      const prose = 'The gate is locked at night. '.repeat(2000);
      await withDesk(
        {
          'cell.csv': `a,b\n1,"${prose}"\n`,
          'cell.html': `<table><tr><td>1</td><td>${prose}</td></tr></table>`,
          'marks.csv': `a,b\n"${'x""'.repeat(20_000)}`,
          'wide.csv': `${'name,'.repeat(20_000)}\n${'12,'.repeat(20_000)}\n`,
          'dam.md': 'The dam is old.',
        },
        async (desk) => {
          const store = await open(desk);
          const { failed, skipped, documents } = await ingestFolder(desk.folder, store, embedder);
          assert.deepEqual([failed, skipped, documents], [[], [], 5]);
          const held = JSON.stringify(await store.passagesOf('cell.csv')).length;
          assert.ok(held < 20 * prose.length, `${held} characters of ${prose.length}`);
          await store.close();
        },
      );
    }).timeout(60_000);

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
