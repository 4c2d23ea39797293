import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { appendRecord, readRecords } from '../../../evaluation/json-lines.ts';

const schema = z.object({ key: z.string(), value: z.number() });

describe('Records of a run', () => {
  it('are read as they were written; a cut-off line and one of another form are left out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-records-'));
    try {
      const file = join(folder, 'new', 'records.jsonl');
      assert.deepEqual(await readRecords(file, schema), []);
      await appendRecord(file, { key: 'a', value: 1 });
      await appendRecord(file, { key: 'old', value: 'one' });
      await appendRecord(file, { key: 'b', value: 2 });
      await appendFile(file, '{"key":"c","val');
      assert.deepEqual(await readRecords(file, schema), [
        { key: 'a', value: 1 },
        { key: 'b', value: 2 },
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
