import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { createRandom } from '../../../src/base/random.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { lancedb } from '../../../src/index/lance.ts';
import { LanceStore } from '../../../src/index/lance-store.ts';
import { usualUpkeep } from '../../../src/index/lance-upkeep.ts';
import type { SearchHit } from '../../../src/index/types.ts';
import { type Desk, embedder, oracle, search, withDesk, write } from './support.ts';

const words =
  'dam river salmon ladder oak elm council plan password lock key store gate bridge tariff winter audit ledger invoice ship harbour crane pilot rope signal lamp tide wind storm anchor cargo port customs officer badge camera door roof pump valve pipe meter gauge filter tank boiler fuel'.split(
    ' ',
  );

function sentence(random: ReturnType<typeof createRandom>): string {
  const drawn = Array.from({ length: 6 + random.integer(8) }, () => words[random.integer(words.length)] ?? '');
  return `The ${drawn.join(' ')} was seen ${random.integer(1000)} times.`;
}

/** Files of a passage each. */
function files(count: number): Record<string, string> {
  const random = createRandom(3);
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `d${at % 20}/f${at}.txt`,
      at % 50 === 0 ? `ꙮꙮꙮ ꙮꙮ${'ꙮ'.repeat(at / 50)}.` : `${sentence(random)} ${sentence(random)}`,
    ]),
  );
}

async function withIndex(desk: Desk, use: (store: LanceStore) => Promise<void>): Promise<void> {
  const upkeep = { ...usualUpkeep, leastVectors: 300 };
  const store = await LanceStore.open(join(desk.location, 'lance'), embedder.profileId, embedder.dimensions, 'create', upkeep);
  try {
    await use(store);
  } finally {
    await store.close();
  }
}

/** Of the first ten of an exact search, how many are found. */
function recall(found: readonly SearchHit[][], exact: readonly SearchHit[][]): number {
  const shares = exact.map((hits, at) => {
    const ids = new Set(found[at]?.map(({ passage }) => passage.id));
    return hits.filter(({ passage }) => ids.has(passage.id)).length / hits.length;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

describe('An index of vectors', () => {
  const random = createRandom(9);
  const questions = Array.from({ length: 40 }, () => sentence(random));

  it('is made from its size on, and finds what an exact search finds, after changes too', async function () {
    this.timeout(120_000);
    await withDesk(files(600), async (desk) => {
      await withIndex(desk, async (store) => {
        await ingestFolder(desk.folder, store, embedder);
        const { connect } = await lancedb();
        const connection = await connect(join(desk.location, 'lance'));
        const name = (await connection.tableNames()).find((each) => each.startsWith('passages')) ?? '';
        const table = await connection.openTable(name);
        assert.deepEqual((await table.listIndices()).map(({ columns }) => columns[0]).sort(), ['stems', 'vector']);
        const exact = await oracle(desk.folder);
        const first = recall(await search(store, questions, { limit: 10 }), await search(exact, questions, { limit: 10 }));
        assert.ok(first >= 0.98, `recall ${first}`);

        await write(desk.folder, Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`d${at % 20}/f${at}.txt`, sentence(random)])));
        await rm(join(desk.folder, 'd7'), { recursive: true });
        await ingestFolder(desk.folder, store, embedder);
        const now = await oracle(desk.folder);
        const second = recall(await search(store, questions, { limit: 10 }), await search(now, questions, { limit: 10 }));
        assert.ok(second >= 0.98, `recall ${second}`);
        const paths = (await search(store, questions, { limit: 10 })).flat().map(({ passage }) => passage.path);
        assert.ok(paths.every((path) => !path.startsWith('d7/')));
        connection.close();
      });
    });
  });

  it('is not made of fewer', async function () {
    this.timeout(60_000);
    await withDesk(files(60), async (desk) => {
      await withIndex(desk, async (store) => {
        await ingestFolder(desk.folder, store, embedder);
        const exact = await oracle(desk.folder);
        assert.equal(recall(await search(store, questions, { limit: 10 }), await search(exact, questions, { limit: 10 })), 1);
      });
    });
  });
});
