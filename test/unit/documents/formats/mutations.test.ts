import assert from 'node:assert/strict';

import { formats } from '../../../../src/documents/formats.ts';
import { loaders } from '../../../../src/documents/formats/load.ts';
import { mutatedWithin, originals } from '../../../support/mutations.ts';
import { assertExtracted } from './checks.ts';

describe('Files that were damaged at random', function () {
  this.timeout(120_000);
  for (const { id } of formats) {
    it(`of ${id} are read, or said not to be: nothing else comes of them, and nothing takes long`, async () => {
      const extract = await loaders[id]();
      for (let seed = 0; seed < 150; seed += 1) {
        const before = process.cpuUsage();
        try {
          assertExtracted(await extract(mutatedWithin(originals[id], seed)));
        } catch (error) {
          // By its name: what is loaded when it is needed may be another copy of the class here.
          assert.ok(error instanceof Error && error.name === 'NotReadable' && error.message.length > 10, `seed ${seed}: ${String(error)}`);
        }
        const { user, system } = process.cpuUsage(before);
        assert.ok(user + system < 5_000_000, `seed ${seed}`);
      }
    });
  }
});
