import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { createRandom } from '../../../src/base/random.ts';
import { encodedOf, encodePassages, sentenceText } from '../../../src/index/encode-passages.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { openStore } from '../../../src/index/open.ts';
import { keyOf, textKeyOf } from '../../../src/index/rank.ts';
import { SentenceVectors } from '../../../src/index/sentence-vectors.ts';
import type { IndexStore } from '../../../src/index/store.ts';
import { always, encodeAll, fakeEncoder, fakeVector, noNative } from './dense-support.ts';
import { codeOf, type Desk, embedder, type Files, withDesk, write } from './support.ts';

const loads = [
  { kind: 'lancedb', load: undefined },
  { kind: 'memory', load: noNative },
] as const;

function documents(count: number, turn = 1): Files {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`doc-${at}.md`, `# Weir ${at}\n\nWeir ${at} is ${at + turn} metres wide.\n`]),
  );
}

async function indexed({ folder, location }: Desk, load: (() => Promise<never>) | undefined): Promise<IndexStore> {
  const store = await openStore(location, embedder, 'create', load);
  await ingestFolder(folder, store, embedder);
  return store;
}

/** Every text once, with the vector that an uninterrupted run gives it. */
async function assertEncoded(store: IndexStore, vectors: SentenceVectors): Promise<void> {
  await vectors.reload();
  const seen = new Set<bigint>();
  for (const { path } of await store.documents())
    for (const passage of await store.passagesOf(path)) {
      const key = keyOf(textKeyOf(passage));
      seen.add(key);
      const vector = fakeVector(sentenceText(passage));
      const cosine = vectors.scores(vector, { toReference: (each) => each, isWhole: false }).cosineOf(key);
      assert.ok(cosine !== null && cosine > 0.999, `${path}: ${String(cosine)}`);
    }
  assert.equal(vectors.size, seen.size);
}

for (const { kind, load } of loads)
  describe(`Encoding passages beside an index in ${kind}`, function () {
    this.timeout(120_000);

    it('encodes what lacks a vector and nothing else', async () => {
      await withDesk(documents(12), async (desk) => {
        const store = await indexed(desk, load);
        const encoder = fakeEncoder();
        const vectors = await SentenceVectors.open(desk.location, encoder, load);
        assert.deepEqual(await encodeAll(store, vectors, encoder), { encoded: 12, passages: 12, encoder: 'test/sentences' });
        await assertEncoded(store, vectors);
        await encodeAll(store, vectors, encoder);
        assert.equal(encoder.passages(), 12);
        await write(desk.folder, { 'doc-3.md': '# Weir 3\n\nIt is gone.\n' });
        await ingestFolder(desk.folder, store, embedder);
        assert.equal((await encodedOf(store, vectors, encoder)).encoded, 11);
        await encodeAll(store, vectors, encoder);
        assert.equal(encoder.passages(), 13);
        assert.equal((await encodedOf(store, vectors, encoder)).encoded, 12);
        await store.close();
        vectors.close();
      });
    });

    it('killed at any point, it leaves whole batches, and carries on with what is missing', async () => {
      await withDesk(documents(80), async (desk) => {
        const store = await indexed(desk, load);
        const random = createRandom(7);
        let before = 0;
        for (let kill = 0; kill < 4; kill += 1) {
          const moment = before + 1 + random.integer(16);
          const child = fork(join(import.meta.dirname, 'encoder.ts'), [desk.location, kind], { execArgv: ['--import', 'tsx'] });
          await new Promise<void>((resolve) => {
            child.on('message', (done) => {
              if (Number(done) + before >= moment) resolve();
            });
            child.once('exit', () => {
              resolve();
            });
          });
          child.kill('SIGKILL');
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
          const vectors = await SentenceVectors.open(desk.location, fakeEncoder(), load);
          await vectors.refresh();
          assert.equal(vectors.size % 10, 0, 'a batch is there or not');
          assert.ok(vectors.size >= before);
          before = vectors.size;
          vectors.close();
        }
        const encoder = fakeEncoder();
        const vectors = await SentenceVectors.open(desk.location, encoder, load);
        await encodeAll(store, vectors, encoder);
        assert.equal(encoder.passages(), 80 - before);
        await assertEncoded(store, vectors);
        await store.close();
        vectors.close();
      });
    });

    it('stops when it is cancelled or the lock is lost, and keeps what is done', async () => {
      await withDesk(documents(40), async (desk) => {
        const store = await indexed(desk, load);
        const abort = new AbortController();
        const encoder = fakeEncoder();
        const vectors = await SentenceVectors.open(desk.location, encoder, load);
        const cancelling = encodeAll(store, vectors, encoder, { batch: 8, signal: abort.signal }, ({ done }) => {
          if (done >= 16) abort.abort();
        });
        assert.equal(await codeOf(cancelling), 'cancelled');
        assert.ok(vectors.size >= 8 && vectors.size < 40);
        const size = vectors.size;
        assert.equal(await codeOf(encodePassages(store, vectors, encoder, () => Promise.resolve(false))), 'cancelled');
        assert.equal(vectors.size, size);
        await encodeAll(store, vectors, encoder);
        await assertEncoded(store, vectors);
        await store.close();
        vectors.close();
      });
    });

    it('encodes documents that were asked for first, then the newest, and no more than the limit', async () => {
      await withDesk(documents(10), async (desk) => {
        for (let at = 0; at < 10; at += 1) await utimes(join(desk.folder, `doc-${at}.md`), 1000 + at, 1000 + at);
        const store = await indexed(desk, load);
        const texts: string[] = [];
        const encoder = fakeEncoder((text) => {
          texts.push(text.slice(0, 'Weir 0'.length));
        });
        const vectors = await SentenceVectors.open(desk.location, encoder, load);
        vectors.noteAsked(['doc-2.md']);
        assert.equal((await encodeAll(store, vectors, encoder, { limit: 3, batch: 1 })).encoded, 3);
        assert.deepEqual(texts, ['Weir 2', 'Weir 9', 'Weir 8']);
        await encodeAll(store, vectors, encoder, { limit: 3 });
        assert.equal(texts.length, 3);
        await encodeAll(store, vectors, encoder, { limit: 4, batch: 1 });
        assert.deepEqual(texts.slice(3), ['Weir 7']);
        await store.close();
        vectors.close();
      });
    });

    it('takes out the vectors of texts that have gone, once they are many', async () => {
      await withDesk(documents(230), async (desk) => {
        const store = await indexed(desk, load);
        const encoder = fakeEncoder();
        const vectors = await SentenceVectors.open(desk.location, encoder, load);
        await encodeAll(store, vectors, encoder);
        await write(desk.folder, documents(230, 1000));
        await ingestFolder(desk.folder, store, embedder);
        await encodeAll(store, vectors, encoder);
        await assertEncoded(store, vectors);
        await store.close();
        vectors.close();
      });
    });

    it('waits before each step, and says how far it is', async () => {
      await withDesk(documents(20), async (desk) => {
        const store = await indexed(desk, load);
        const encoder = fakeEncoder();
        const vectors = await SentenceVectors.open(desk.location, encoder, load);
        let [waited, last] = [0, 0];
        const whenFree = (): Promise<void> => {
          waited += 1;
          return Promise.resolve();
        };
        await encodePassages(store, vectors, encoder, always, { whenFree }, ({ phase, done, total }) => {
          if (phase !== 'encoding') return;
          assert.ok(done >= last && total === 20);
          last = done;
        });
        assert.equal(last, 20);
        assert.ok(waited >= 3);
        await store.close();
        vectors.close();
      });
    });
  });

describe('What is encoded of a passage', () => {
  it('is nothing that its key does not hold', () => {
    const span = { start: 0, end: 5, kind: 'paragraph', headingPath: [], plain: 'Text.' } as const;
    const passage = { headingPath: ['A', 'B', 'C', 'D'], spans: [span] };
    assert.equal(sentenceText(passage), 'B > C > D\nText.');
    assert.equal(sentenceText({ headingPath: [], spans: [span, span] }), 'Text.\nText.');
  });
});
