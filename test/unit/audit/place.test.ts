import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { placeOf } from '../../../src/audit/workspace.ts';

describe('The place of an index', () => {
  it('is a path, taken from where the program runs, or an address as it stands; no folder is made of one that is not understood', async () => {
    const folder = await realpath(tmpdir());
    assert.deepEqual(await placeOf({ folder, indexLocation: join(folder, 'index') }), {
      folder,
      roots: folder,
      location: join(folder, 'index'),
    });
    assert.deepEqual(await placeOf({ folder, indexLocation: 's3://bucket/prefix' }), {
      folder,
      roots: folder,
      location: 's3://bucket/prefix',
    });
    for (const indexLocation of ['s3://', 'db:///x', 'GS://bucket'])
      await assert.rejects(
        placeOf({ folder, indexLocation }),
        (error) => error instanceof Error && 'code' in error && error.code === 'settings-invalid',
      );
    // A drive of Windows is no address.
    assert.ok((await placeOf({ folder, indexLocation: String.raw`C:\index` })).location.endsWith('index'));
  });
});
