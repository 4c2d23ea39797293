import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { LanceStore } from '../../../src/index/lance-store.ts';
import type { IndexProgress } from '../../../src/contract/progress.ts';
import { assertSame, assertWhole, codeOf, counted, embedder, kinds, oracle, search, withDesk, write } from './support.ts';

const files = {
  'dam.md': '# The dam\n\nIt was built in 1931.\n',
  'o\'brien "and" son; DROP TABLE.md': '# Brien\n\nHis son rebuilt the weir.\n',
  'deep/er/naïve 文書 (1).txt': 'Oak and elm grow along the banks.',
  'empty.md': '',
  'dashes.txt': '——— *** ———',
};

for (const { kind, open } of kinds) {
  describe(`Ingest into ${kind}`, () => {
    it('takes every document up, and embeds nothing the second time', async () => {
      await withDesk(files, async (desk) => {
        const { embedder, texts } = counted();
        const store = await open(desk);
        const first = await ingestFolder(desk.folder, store, embedder);
        assert.equal(first.documents, 5);
        assert.deepEqual([first.updated, first.removed, first.failed, first.skipped], [5, 0, [], []]);
        assert.equal(first.embedded, first.passages);
        assert.equal(texts(), first.embedded);
        assert.deepEqual(
          (await store.documents()).map(({ path }) => path),
          Object.keys(files).sort(),
        );
        const version = await store.version();
        const second = await ingestFolder(desk.folder, store, embedder);
        assert.deepEqual([second.embedded, second.updated, second.documents, second.passages], [0, 0, 5, first.passages]);
        assert.equal(texts(), first.embedded);
        assert.equal(await store.version(), version);
        await assertSame(store, await oracle(desk.folder), ['Who rebuilt the weir?', 'When was the dam built?']);
        await store.close();
      });
    });

    it('embeds what changed and nothing else; a new time alone is noted', async () => {
      await withDesk(files, async (desk) => {
        const { embedder, texts } = counted();
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const all = texts();
        await utimes(join(desk.folder, 'dam.md'), 1_700_000_000, 1_700_000_000);
        const touched = await ingestFolder(desk.folder, store, embedder);
        assert.deepEqual([touched.embedded, touched.updated], [0, 0]);
        assert.equal((await store.documents()).find(({ path }) => path === 'dam.md')?.modifiedMs, 1_700_000_000_000);
        await write(desk.folder, { 'dam.md': '# The dam\n\nIt was torn down in 1974.\n' });
        await rm(join(desk.folder, 'o\'brien "and" son; DROP TABLE.md'));
        const changed = await ingestFolder(desk.folder, store, embedder);
        assert.deepEqual([changed.embedded, changed.updated, changed.removed, changed.documents], [1, 1, 1, 4]);
        assert.equal(texts(), all + 1);
        await assertSame(store, await oracle(desk.folder), ['When was the dam torn down?', 'weir']);
        await store.close();
      });
    });

    it('forgets a document whose content it cannot take up any more, and says why', async () => {
      await withDesk({ 'a.md': 'The dam is old.', 'b.md': 'The weir is new.' }, async (desk) => {
        const { embedder } = counted();
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        await write(desk.folder, { 'a.md': new Uint8Array(4000).map((_, at) => (at % 3 === 0 ? 0 : 200)) });
        for (const updated of [1, 0]) {
          const result = await ingestFolder(desk.folder, store, embedder);
          assert.deepEqual(result.skipped, [{ path: 'a.md', reason: 'a binary file' }]);
          assert.deepEqual([result.updated, result.documents], [updated, 1]);
        }
        const [hits = []] = await search(store, ['How old is the dam?'], { limit: 5 });
        assert.deepEqual(
          hits.map((hit) => hit.passage.path),
          ['b.md'],
        );
        assert.deepEqual(await store.passagesOf('a.md'), []);
        await write(desk.folder, { 'a.md': 'The dam is older.' });
        assert.equal((await ingestFolder(desk.folder, store, embedder)).embedded, 1);
        await store.close();
      });
    });

    it('takes up a large file once the limit allows it', async () => {
      await withDesk({ 'large.txt': 'One more line. '.repeat(200) }, async (desk) => {
        const { embedder } = counted();
        const store = await open(desk);
        const small = await ingestFolder(desk.folder, store, embedder, { maxFileBytes: 1000 });
        assert.equal(small.documents, 0);
        assert.match(small.skipped[0]?.reason ?? '', /at most/);
        const large = await ingestFolder(desk.folder, store, embedder, { maxFileBytes: 10_000 });
        assert.deepEqual([large.documents, large.skipped], [1, []]);
        assert.equal((await ingestFolder(desk.folder, store, embedder, { maxFileBytes: 1000 })).documents, 0);
        await store.close();
      });
    });

    it('leaves out what include and exclude leave out, also after the fact', async () => {
      await withDesk({ 'a.md': 'One.', 'drafts/b.md': 'Two.' }, async (desk) => {
        const { embedder } = counted();
        const store = await open(desk);
        assert.equal((await ingestFolder(desk.folder, store, embedder)).documents, 2);
        assert.equal((await ingestFolder(desk.folder, store, embedder, { exclude: ['drafts'] })).removed, 1);
        assert.deepEqual(
          (await store.documents()).map(({ path }) => path),
          ['a.md'],
        );
        await store.close();
      });
    });

    it('stops when it is cancelled, whole at every step, and carries on', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`${at}.md`, `# Part ${at}\n\nThe weir number ${at} is ${at * 7} metres wide.\n`]),
      );
      await withDesk(many, async (desk) => {
        const { embedder } = counted();
        const store = await open(desk);
        for (const stopAt of [0, 7, 29]) {
          const abort = new AbortController();
          const seen = ({ phase, done }: IndexProgress): void => {
            if (phase === 'embedding' && done === stopAt) abort.abort();
          };
          assert.equal(await codeOf(ingestFolder(desk.folder, store, embedder, { signal: abort.signal }, seen)), 'cancelled');
          await assertWhole(store);
        }
        // Written, and stopped before the end: complete, and finished by the next run though nothing has changed.
        const abort = new AbortController();
        const late = codeOf(
          ingestFolder(desk.folder, store, embedder, { signal: abort.signal }, ({ phase }) => {
            if (phase === 'optimising') abort.abort();
          }),
        );
        if ((await late) === 'cancelled') {
          assert.equal(await store.isFinished(), false);
          await assertSame(store, await oracle(desk.folder), ['weir number 7']);
        }
        assert.equal((await ingestFolder(desk.folder, store, embedder)).embedded, 0);
        assert.equal(await store.isFinished(), true);
        await assertSame(store, await oracle(desk.folder), ['weir number 7']);
        await store.close();
      });
    });

    it('looks at some paths and at nothing else: files, folders, and what has gone', async () => {
      const files = { 'a.md': 'The dam.', 'b.md': 'The weir.', 'sub/c.md': 'Oak.', 'sub/d/e.md': 'Elm.', 'subway.md': 'Ash.' };
      await withDesk(files, async (desk) => {
        const store = await open(desk);
        const update = async (...only: string[]): Promise<readonly number[]> => {
          const { updated, removed, documents } = await ingestFolder(desk.folder, store, embedder, { only });
          return [updated, removed, documents];
        };
        await ingestFolder(desk.folder, store, embedder);
        await write(desk.folder, { 'a.md': 'The old dam.', 'b.md': 'The old weir.', 'new/f.md': 'Fir.', 'sub/c.md': 'Old oak.' });
        assert.deepEqual(await update('a.md'), [1, 0, 5]);
        assert.equal((await store.passagesOf('b.md'))[0]?.text, 'The weir.');
        assert.deepEqual(await update('new', 'sub'), [2, 0, 6]);
        await rm(join(desk.folder, 'sub'), { recursive: true });
        await rm(join(desk.folder, 'subway.md'));
        assert.deepEqual(await update('sub'), [0, 2, 4], 'what only begins alike stays');
        await write(desk.folder, { '.gitignore': 'new\n' });
        assert.deepEqual(await update('new/f.md', 'subway.md', 'b.md', 'never.md'), [1, 2, 2]);
        await assertSame(store, await oracle(desk.folder), ['Where is the weir?', 'oak']);
        await store.close();
      });
    });

    it('embeds again only the passages of a document that changed', async () => {
      const text = (mark: string): string =>
        Array.from({ length: 12 }, (_, at) => `# Part ${at}\n\n${'The weir is wide and old. '.repeat(30)}${at === 7 ? mark : ''}\n`).join(
          '\n',
        );
      await withDesk({ 'a.md': text('') }, async (desk) => {
        const { embedder, texts } = counted();
        const store = await open(desk);
        const { passages } = await ingestFolder(desk.folder, store, embedder);
        await write(desk.folder, { 'a.md': text('It was mended.') });
        const { embedded } = await ingestFolder(desk.folder, store, embedder);
        assert.ok(passages >= 12 && embedded >= 1 && embedded <= 2, `${embedded} of ${passages}`);
        assert.equal(texts(), passages + embedded);
        await assertSame(store, await oracle(desk.folder), ['Was the weir mended?']);
        await store.close();
      });
    });

    it('is the same whether threads read the documents or not', async function () {
      this.timeout(60_000);
      const many = Object.fromEntries(
        Array.from({ length: 24 }, (_, at) => [
          `${at}.md`,
          `# Part ${at}\n\n${`The weir number ${at} is ${at * 7} metres wide. `.repeat(at)}\n`,
        ]),
      );
      await withDesk({ ...many, 'broken.pdf': 'no PDF', 'binary.txt': new Uint8Array(400).map((_, at) => at % 3) }, async (desk) => {
        const store = await open(desk);
        const first = await ingestFolder(desk.folder, store, embedder, { leastBytesForThreads: 0, batchPassages: 10 });
        assert.deepEqual(first.skipped.map(({ path }) => path).sort(), ['binary.txt', 'broken.pdf']);
        assert.equal(first.embedded, first.passages);
        await assertSame(store, await oracle(desk.folder), ['weir number 7', 'How wide is it?']);
        await assertWhole(store);
        // All are read again, and found to be what is known.
        for (const path of Object.keys(many)) await utimes(join(desk.folder, path), 1_700_000_000, 1_700_000_000);
        const second = await ingestFolder(desk.folder, store, embedder, { leastBytesForThreads: 0 });
        assert.deepEqual([second.embedded, second.updated], [0, 0]);
        const abort = new AbortController();
        await write(desk.folder, Object.fromEntries(Object.keys(many).map((path) => [path, 'Other words.'])));
        const seen = ({ done }: IndexProgress): void => {
          if (done === 5) abort.abort();
        };
        const stopped = ingestFolder(desk.folder, store, embedder, { leastBytesForThreads: 0, signal: abort.signal }, seen);
        assert.equal(await codeOf(stopped), 'cancelled');
        await assertWhole(store);
        await store.close();
      });
    });

    it('asks between documents whether it may go on where there are many, and reads no more while it may not', async () => {
      const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.md`, `The weir number ${at} is wide.`]));
      await withDesk(many, async (desk) => {
        const { embedder, texts } = counted();
        const store = await open(desk);
        let asked = 0;
        const embedded: number[] = [];
        const whenFree = async (): Promise<void> => {
          asked += 1;
          for (let turn = 0; turn < 10; turn += 1) await nextTurn();
          embedded.push(texts());
        };
        const one = await ingestFolder(
          desk.folder,
          store,
          { ...embedder, identity: { ...embedder.identity, provider: 'openai' } },
          {
            leastBytesForThreads: 0,
            whenFree,
          },
        );
        assert.equal(one.documents, 20);
        // After each document, and before the index is brought in order.
        assert.equal(asked, 21);
        assert.deepEqual(embedded, [...Array.from({ length: 20 }, (_, at) => at + 1), 20]);
        await write(desk.folder, { '0.md': 'The old weir.' });
        await ingestFolder(desk.folder, store, embedder, { whenFree });
        assert.equal(asked, 21, 'one document waits for nobody');
        await store.close();
      });
    });

    it('tells how far it is, from nothing to all', async () => {
      await withDesk(files, async (desk) => {
        const { embedder } = counted();
        const store = await open(desk);
        const told: IndexProgress[] = [];
        await ingestFolder(desk.folder, store, embedder, {}, (progress) => told.push(progress));
        const order = ['discovering', 'reading', 'embedding', 'writing', 'optimising', 'done'];
        for (const [at, progress] of told.entries()) {
          assert.ok(progress.done <= progress.total && (progress.secondsLeft ?? 0) >= 0);
          assert.ok(order.indexOf(progress.phase) >= order.indexOf(told[at - 1]?.phase ?? 'discovering'));
        }
        const bytes = await Promise.all(Object.keys(files).map(async (path) => (await stat(join(desk.folder, path))).size));
        assert.deepEqual(told.at(-1), {
          phase: 'done',
          done: 5,
          total: 5,
          bytes: bytes.reduce((sum, size) => sum + size, 0),
          secondsLeft: 0,
        });
        await store.close();
      });
    });

    it('tells of files that are no documents as seldom as of those that are', async () => {
      const pictures = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}.png`, '']));
      await withDesk(pictures, async (desk) => {
        const store = await open(desk);
        let told = 0;
        await ingestFolder(desk.folder, store, embedder, {}, ({ phase }) => {
          if (phase === 'discovering') told += 1;
        });
        assert.equal(told, 600 / 50);
        await store.close();
      });
    });

    it('says so when the folder is not there, and keeps what it has', async () => {
      await withDesk(files, async (desk) => {
        const { embedder } = counted();
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        assert.equal(await codeOf(ingestFolder(join(desk.folder, 'nowhere'), store, embedder)), 'folder-missing');
        assert.equal((await store.documents()).length, 5);
        await rm(desk.folder, { recursive: true });
        await mkdir(desk.folder);
        assert.equal((await ingestFolder(desk.folder, store, embedder)).removed, 5);
        assert.deepEqual((await search(store, ['weir'], { limit: 3 }))[0], []);
        await store.close();
      });
    });
  });
}

describe('Versions of the tables', () => {
  it('are pruned after every run once they are old', async () => {
    await withDesk({}, async (desk) => {
      const store = await LanceStore.open(join(desk.location, 'lance'), embedder.profileId, embedder.dimensions, 'create', {
        keptMs: 0,
        mostParts: 0,
        leastVectors: 10_000,
      });
      const tables = ['passages', 'documents'];
      const counts: number[] = [];
      for (let run = 0; run < 6; run += 1) {
        await write(desk.folder, { 'a.md': `The dam has ${run} gates.`, [`${run}.md`]: 'A weir.' });
        await ingestFolder(desk.folder, store, embedder);
        const files = await readdir(desk.location, { recursive: true });
        for (const table of tables) counts.push(files.filter((file) => file.endsWith('.manifest') && file.includes(`${table}__`)).length);
      }
      // The newest of the table, and the one before where the clean-up itself made a version.
      assert.ok(Math.min(...counts) >= 1 && Math.max(...counts) <= 2, `versions kept: ${counts.join(', ')}`);
      await store.close();
    });
  });
});
