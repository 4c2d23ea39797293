import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SavedAudits } from '../../../src/review/audits.ts';

describe('saved audits', () => {
  it('reads no file twice that has not changed, and names what is damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-audits-'));
    try {
      const audits = join(folder, '.linchpin', 'audits');
      await mkdir(audits, { recursive: true });
      await writeFile(join(audits, 'torn.json'), '{"schemaVersion":1');
      let reads = 0;
      const saved = new SavedAudits(folder, (file) => {
        reads += 1;
        return readFile(file, 'utf8');
      });
      for (let time = 0; time < 3; time += 1)
        assert.deepEqual(await saved.list(), { audits: [], damaged: [{ file: '.linchpin/audits/torn.json', line: null }] });
      assert.equal(reads, 1);
      await writeFile(join(audits, 'torn.json'), '{"schemaVersion":1,');
      await saved.list();
      assert.equal(reads, 2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
