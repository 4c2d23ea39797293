import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { placeOf } from '../../../src/audit/workspace.ts';

describe('The place of an index', () => {
  it('is a path, taken from where the program runs; an address is refused, and no folder is made of it', async () => {
    const folder = await realpath(tmpdir());
    assert.deepEqual(await placeOf({ folder, indexLocation: join(folder, 'index') }), { folder, location: join(folder, 'index') });
    for (const indexLocation of ['s3://bucket/prefix', 'db://name', 'GS://bucket'])
      await assert.rejects(
        placeOf({ folder, indexLocation }),
        (error) => error instanceof Error && 'code' in error && error.code === 'settings-invalid',
      );
    // A drive of Windows is no address.
    assert.ok((await placeOf({ folder, indexLocation: String.raw`C:\index` })).location.endsWith('index'));
  });
});
