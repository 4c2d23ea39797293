import assert from 'node:assert/strict';

import fc from 'fast-check';

import { LinchpinError } from '../../../src/base/error.ts';
import { DenseIndex } from '../../../src/index/dense-index.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { SentenceVectors } from '../../../src/index/sentence-vectors.ts';
import type { IndexStore } from '../../../src/index/store.ts';
import { encodeAll, fakeEncoder, noNative } from './dense-support.ts';
import { type Desk, embedder, type Files, kinds, oracle, search, told, withDesk, write } from './support.ts';

const files: Files = Object.fromEntries(
  Array.from({ length: 30 }, (_, at) => [
    `doc-${at}.md`,
    `# Weir ${at}\n\nWeir ${at} is ${at + 2} metres wide and was built in ${1900 + at}.\n\n## Care\n\nIt is mended each ${at % 3 === 0 ? 'spring' : 'autumn'} by the crew of district ${at % 7}. Nobody may pass it at night.\n`,
  ]),
);
const questions = ['How wide is weir 12?', 'who mends them in spring', 'crossing after dark', '', 'district 3 crew'];
const toReference = (cosine: number): number => embedder.similarity.toReference(cosine);

async function dense(store: IndexStore, { location }: Desk, native = true): Promise<{ index: DenseIndex; vectors: SentenceVectors }> {
  const encoder = fakeEncoder();
  const vectors = await SentenceVectors.open(location, encoder, native ? undefined : noNative);
  return { index: new DenseIndex(store, vectors, encoder, toReference), vectors };
}

for (const { kind, open } of kinds)
  describe(`Search by the sentence encoder in ${kind}`, function () {
    this.timeout(60_000);

    it('is the store’s own, to the last digit, where nothing is encoded', async () => {
      await withDesk(files, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const { index } = await dense(store, desk);
        assert.deepEqual(told(await search(index, questions, { limit: 10 })), told(await search(store, questions, { limit: 10 })));
        assert.deepEqual(await index.encoded(), { encoded: 0, passages: 30, encoder: 'test/sentences' });
      });
    });

    it('is that of an exact search over all passages, however much is encoded, and after changes', async () => {
      await withDesk(files, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const { index, vectors } = await dense(store, desk);
        const encoder = fakeEncoder();
        const agree = async (): Promise<void> => {
          const exact = new DenseIndex(await oracle(desk.folder), vectors, encoder, toReference);
          for (const options of [{ limit: 10 }, { limit: 40 }, { limit: 5, exclude: ['doc-1*.md'] }])
            assert.deepEqual(told(await search(index, questions, options)), told(await search(exact, questions, options)));
        };
        for (const limit of [7, 25, 1000]) {
          const { encoded } = await encodeAll(store, vectors, encoder, { limit, batch: 5 });
          assert.equal(encoded, Math.min(limit, 30));
          await agree();
        }
        await write(desk.folder, {
          'doc-3.md': '# Weir 3\n\nWeir 3 was taken down in spring.\n',
          'new.md': 'A crossing for salmon, open after dark.\n',
        });
        await ingestFolder(desk.folder, store, embedder);
        await agree();
        await encodeAll(store, vectors, encoder);
        await agree();
        // Made one, its rows have other numbers.
        await store.finish();
        await agree();
        await write(desk.folder, { 'new.md': 'A crossing for eels, open after dark.\n' });
        await ingestFolder(desk.folder, store, embedder);
        await agree();
      });
    });

    it('finds by meaning what no word of the question names, and nothing of excluded paths', async () => {
      await withDesk(files, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const { index, vectors } = await dense(store, desk);
        await encodeAll(store, vectors, fakeEncoder());
        const [hits = []] = await search(index, ['nobody may pass it at night'], { limit: 60, exclude: ['doc-2*.md'] });
        assert.ok(
          hits.length > 15 && hits.every(({ passage, copies }) => [passage, ...copies].every(({ path }) => !path.startsWith('doc-2'))),
        );
      });
    });

    it('copies change no result', async () => {
      await withDesk(files, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const { index, vectors } = await dense(store, desk);
        await encodeAll(store, vectors, fakeEncoder());
        const scores = async (): Promise<unknown> =>
          (await search(index, questions, { limit: 10 })).map((hits) =>
            hits.map(({ score, cosine, bm25, passage }) => [score, cosine, bm25, passage.text]),
          );
        const before = await scores();
        const encoder = fakeEncoder();
        await write(desk.folder, { 'zz/copy.md': files['doc-4.md'] ?? '', 'zz/again.md': files['doc-4.md'] ?? '' });
        await ingestFolder(desk.folder, store, embedder);
        const { encoded, passages } = await encodeAll(store, vectors, encoder);
        assert.equal(encoder.passages(), 0);
        assert.deepEqual([encoded, passages], [30, 30]);
        assert.deepEqual(await scores(), before);
      });
    });

    it('goes on without an encoder that fails, and says so', async () => {
      await withDesk(files, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const { vectors } = await dense(store, desk);
        const encoder = fakeEncoder();
        await encodeAll(store, vectors, encoder);
        const faults: string[] = [];
        const failing = {
          ...encoder,
          embed: () => Promise.reject(new LinchpinError('model-unavailable', 'It is broken.', 'Install it again.')),
        };
        const index = new DenseIndex(store, vectors, failing, toReference, ({ code }) => faults.push(code));
        assert.deepEqual(told(await search(index, questions, { limit: 10 })), told(await search(store, questions, { limit: 10 })));
        assert.deepEqual(faults, ['model-unavailable']);
      });
    });
  });

describe('Both stores, searched by the sentence encoder', () => {
  it('agree to the last digit', async function () {
    this.timeout(120_000);
    const content = fc
      .array(
        fc.constantFrom(
          'The dam is old.',
          'Salmon pass the dam.',
          'Oak grows by the river.',
          'No password is short.',
          '水位は毎日測定される。',
        ),
        {
          maxLength: 4,
        },
      )
      .map((lines) => lines.join(' '));
    const folder = fc.dictionary(fc.constantFrom('a.md', 'b.md', 'c/d.md'), content, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(folder, fc.integer({ min: 0, max: 4 }), async (some, limit) => {
        await withDesk(some, async (desk) => {
          const results: unknown[] = [];
          for (const { kind, open } of kinds) {
            const store = await open(desk);
            await ingestFolder(desk.folder, store, embedder);
            const { index, vectors } = await dense(store, { ...desk, location: `${desk.location}-${kind}` }, kind === 'lancedb');
            await encodeAll(store, vectors, fakeEncoder(), { limit });
            results.push(told(await search(index, ['Which dam?', 'oak', '水位'], { limit: 10 })));
            await store.close();
            vectors.close();
          }
          assert.deepEqual(results[0], results[1]);
        });
      }),
      { numRuns: 12 },
    );
  });
});
