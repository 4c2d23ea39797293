import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { Table } from '@lancedb/lancedb';

import { ingestFolder } from '../../../src/index/ingest.ts';
import { lancedb } from '../../../src/index/lance.ts';
import { numberOf, rowIdsOf, textOf } from '../../../src/index/lance-rows.ts';
import { type Place, Places } from '../../../src/index/places.ts';
import { keyOf } from '../../../src/index/rank.ts';
import { embedder, openLance, withDesk, write } from './support.ts';

/** Every other part reads the same in all documents. */
function part(document: number, at: number): string {
  return `# Part ${at}\n\n${`The weir number ${at % 2 === 0 ? document : 0} is ${at} metres wide and was built of oak. `.repeat(25)}\n`;
}

const documents = Object.fromEntries(
  Array.from({ length: 12 }, (_, document) => [`${document}.md`, Array.from({ length: 5 }, (__, at) => part(document, at)).join('\n')]),
);

/** All rows of a table as they stand in it. */
async function allOf(table: Table): Promise<Place[]> {
  const rows = await table.query().withRowId().toArrow();
  const [revision, textKey] = [textOf(rows, 'revision'), textOf(rows, 'textKey')];
  const [start, end] = [numberOf(rows, 'start'), numberOf(rows, 'end')];
  return rowIdsOf(rows).map((rowId, at) => ({
    rowId,
    revision: keyOf(revision(at)),
    textKey: keyOf(textKey(at)),
    start: start(at),
    end: end(at),
  }));
}

function sorted(places: readonly Place[]): readonly Place[] {
  return [...places].sort((a, b) => (a.rowId < b.rowId ? -1 : 1));
}

describe('Places of passages', () => {
  it('are those of the table whether some or all were read, also of rows that came or went since', async () => {
    await withDesk(documents, async (desk) => {
      const store = await openLance(desk);
      await ingestFolder(desk.folder, store, embedder);
      const { connect } = await lancedb();
      const connection = await connect(join(desk.location, 'lance'));
      const name = (await connection.tableNames()).find((each) => each.startsWith('passages__')) ?? '';
      const table = await connection.openTable(name);
      const all = await allOf(table);
      assert.ok(all.length >= 50, `${all.length} passages`);
      assert.ok(new Set(all.map(({ textKey }) => textKey)).size < all.length, 'some read the same');
      const places = new Places();
      const ids = all.map(({ rowId }) => rowId);
      assert.deepEqual(await places.of(table, []), []);
      // One by one, until so many were asked for that all are read.
      for (const [at, id] of ids.entries()) assert.deepEqual(await places.of(table, [id]), [all[at]]);
      assert.deepEqual(await places.of(table, [...ids].reverse()), [...all].reverse());
      assert.deepEqual(await places.of(table, [2n ** 40n]), [], 'there is no such row');

      await write(desk.folder, { '0.md': 'The weir is gone.', 'new.md': part(3, 1) });
      await ingestFolder(desk.folder, store, embedder);
      await table.checkoutLatest();
      const now = await allOf(table);
      const fresh = new Places();
      assert.deepEqual(
        sorted(
          await fresh.of(
            table,
            now.map(({ rowId }) => rowId),
          ),
        ),
        sorted(now),
      );
      const gone = ids.filter((id) => !now.some(({ rowId }) => rowId === id));
      assert.ok(gone.length > 0);
      assert.deepEqual(await fresh.of(table, gone), []);
      // What was read once stays as it was: row numbers are not given again.
      const later = await places.of(
        table,
        now.map(({ rowId }) => rowId),
      );
      assert.deepEqual(sorted(later), sorted(now));
      connection.close();
      await store.close();
    });
  });
});
