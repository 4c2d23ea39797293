import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DerivedTable } from '../../../src/index/derived.ts';
import { LanceStore } from '../../../src/index/lance-store.ts';
import { MemoryStore } from '../../../src/index/memory-store.ts';

const stores: readonly (readonly [string, (folder: string) => Promise<{ derived(name: string): DerivedTable; close(): Promise<void> }>])[] =
  [
    ['LanceDB', (folder) => LanceStore.open(join(folder, 'lance'), 'test', 4, 'create')],
    ['memory with a file', (folder) => MemoryStore.open('test', join(folder, 'memory__test.jsonl'))],
  ];

for (const [name, open] of stores)
  describe(`derived records in ${name}`, () => {
    let folder = '';
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'linchpin-derived-'));
    });
    afterEach(async () => {
      await rm(folder, { recursive: true, force: true });
    });

    it('are replaced, taken out, and there after reopening', async () => {
      const store = await open(folder);
      const table = store.derived('causal');
      assert.deepEqual(await table.read(), []);
      await table.replace(
        [],
        [
          { path: "it's.md", revision: '1', data: '[]' },
          { path: 'b.md', revision: '1', data: '["x"]' },
        ],
      );
      await table.replace(["it's.md"], [{ path: 'b.md', revision: '2', data: '["y"]' }]);
      assert.deepEqual(await table.read(), [{ path: 'b.md', revision: '2', data: '["y"]' }]);
      await store.close();
      const again = await open(folder);
      assert.deepEqual(await again.derived('causal').read(), [{ path: 'b.md', revision: '2', data: '["y"]' }]);
      assert.deepEqual(await again.derived('other').read(), []);
      await again.close();
    });
  });
