import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';

import { dot } from '../../../src/base/dot.ts';
import { createRandom } from '../../../src/base/random.ts';
import { sha256 } from '../../../src/base/hash.ts';
import { keyOf } from '../../../src/index/rank.ts';
import { SentenceVectors } from '../../../src/index/sentence-vectors.ts';
import { noNative, width } from './dense-support.ts';
import { codeOf, withDesk } from './support.ts';

const profile = { profileId: 'test-sentences', dimensions: width };
const kinds = [
  { kind: 'lancedb', open: (location: string) => SentenceVectors.open(location, profile) },
  { kind: 'a file', open: (location: string) => SentenceVectors.open(location, profile, noNative) },
];
const how = { toReference: (cosine: number) => cosine, isWhole: false };

function drawn(seed: number, count: number): { textKey: string; vector: Float32Array }[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, at) => {
    const vector = Float32Array.from({ length: width }, () => random.next() - 0.5);
    const length = Math.hypot(...vector);
    return { textKey: sha256(`${seed} ${at}`), vector: vector.map((value) => value / length) };
  });
}

for (const { kind, open } of kinds)
  describe(`Vectors of sentences in ${kind}`, function () {
    this.timeout(60_000);

    it('give the cosines of the floats within their rounding, and the nearest that an exact search finds', async () => {
      await withDesk({}, async ({ location }) => {
        const vectors = await open(location);
        const texts = drawn(1, 3000);
        await vectors.add(texts.slice(0, 1100));
        await vectors.add(texts.slice(1100));
        let [found, wanted] = [0, 0];
        for (const { vector: query } of drawn(2, 20)) {
          const scores = vectors.scores(query, how);
          for (const { textKey, vector } of texts.slice(0, 50))
            assert.ok(Math.abs((scores.cosineOf(keyOf(textKey)) ?? NaN) - dot(query, vector)) < 0.01);
          const exact = texts
            .map(({ textKey, vector }) => ({ key: keyOf(textKey), cosine: dot(query, vector) }))
            .sort((a, b) => b.cosine - a.cosine);
          const nearest = new Set(scores.nearest(20));
          wanted += 10;
          found += exact.slice(0, 10).filter(({ key }) => nearest.has(key)).length;
        }
        assert.ok(found >= 0.99 * wanted, `${found} of ${wanted}`);
        assert.equal(vectors.scores(drawn(2, 1)[0]?.vector ?? new Float32Array(width), how).cosineOf(keyOf(sha256('none'))), null);
        vectors.close();
      });
    });

    it('are there again after reopening, in another process too, and each once', async () => {
      await withDesk({}, async ({ location }) => {
        const [writer, reader] = [await open(location), await open(location)];
        await reader.refresh();
        assert.equal(reader.size, 0);
        const texts = drawn(3, 40);
        await writer.add(texts.slice(0, 20));
        await writer.add(texts.slice(10, 30));
        await reader.refresh();
        assert.equal(reader.size, 30);
        await writer.add(texts);
        await writer.finish();
        await reader.refresh();
        const later = await open(location);
        await later.refresh();
        const query = texts[5]?.vector ?? new Float32Array(width);
        for (const each of [writer, reader, later]) {
          assert.equal(each.size, 40);
          assert.deepEqual(each.scores(query, how).nearest(40), writer.scores(query, how).nearest(40));
        }
        assert.equal(writer.scores(query, how).nearest(1)[0], keyOf(texts[5]?.textKey ?? ''));
        for (const each of [writer, reader, later]) each.close();
      });
    });

    it('forget what is held no more', async () => {
      await withDesk({}, async ({ location }) => {
        const [writer, reader] = [await open(location), await open(location)];
        const texts = drawn(4, 30);
        await writer.add(texts);
        await reader.refresh();
        const held = new Set(texts.slice(0, 12).map(({ textKey }) => keyOf(textKey)));
        assert.equal(await writer.prune((key) => held.has(key)), 18);
        assert.equal(await writer.prune((key) => held.has(key)), 0);
        await reader.refresh();
        for (const each of [writer, reader]) {
          assert.equal(each.size, 12);
          assert.ok(texts.every(({ textKey }, at) => each.has(keyOf(textKey)) === at < 12));
        }
        await writer.add(texts);
        assert.equal(writer.size, 30);
        writer.close();
        reader.close();
      });
    });

    it('have one writer, who keeps nobody from indexing', async () => {
      await withDesk({}, async ({ location }) => {
        const vectors = await open(location);
        const lock = await vectors.lock();
        assert.equal(await codeOf(vectors.lock()), 'index-locked');
        const { lockIndex } = await import('../../../src/index/lock.ts');
        await (await lockIndex(location)).release();
        await lock.release();
        await (await vectors.lock()).release();
        vectors.close();
      });
    });
  });

describe('Vectors of sentences', () => {
  it('in a file: whatever a kill leaves of the last record is not read, and the next writer cuts it off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 83 }), async (torn) => {
        await withDesk({}, async ({ location }) => {
          const open = (): Promise<SentenceVectors> => SentenceVectors.open(location, profile, noNative);
          const writer = await open();
          const texts = drawn(5, 6);
          await writer.add(texts.slice(0, 4));
          const folder = join(location, 'vectors');
          const file = join(folder, (await readdir(folder)).find((name) => name.endsWith('.bin')) ?? '');
          const whole = await readFile(file);
          await truncate(file, whole.length - torn);
          const next = await open();
          await next.refresh();
          assert.equal(next.size, 3);
          await next.add(texts);
          const later = await open();
          await later.refresh();
          assert.equal(later.size, 6);
          assert.ok(texts.every(({ textKey }) => later.has(keyOf(textKey))));
        });
      }),
      { numRuns: 8 },
    );
  });

  it('that are damaged are told of, and made anew', async () => {
    await withDesk({}, async ({ location }) => {
      const vectors = await SentenceVectors.open(location, profile);
      await vectors.add(drawn(6, 10));
      vectors.close();
      const data = join(location, 'vectors');
      const table = (await readdir(data)).find((name) => name.endsWith('.lance')) ?? '';
      for (const name of await readdir(join(data, table, 'data'))) await writeFile(join(data, table, 'data', name), 'no data');
      const broken = await SentenceVectors.open(location, profile);
      assert.equal(await codeOf(broken.refresh()), 'index-unreadable');
      await broken.reset();
      assert.equal(broken.size, 0);
      await broken.add(drawn(6, 10));
      assert.equal(broken.size, 10);
      broken.close();
      await appendFile(join(data, 'something else'), '');
    });
  });
});
