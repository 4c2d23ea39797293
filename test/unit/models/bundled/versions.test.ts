import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { modelsFolder, weightsVersion } from '../../../../src/models/bundled/assets.ts';
import { bundledModels } from '../../../../src/models/bundled/models.ts';

describe('versions of bundled models', () => {
  it('name the bytes of the weights', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-weights-'));
    try {
      const [one, two, other] = [join(folder, 'one'), join(folder, 'two'), join(folder, 'other')];
      await writeFile(one, 'a');
      await writeFile(two, 'b');
      await writeFile(other, 'c');
      assert.equal(weightsVersion('test', [one]), createHash('sha256').update('a').digest('hex').slice(0, 12));
      const versions = [[one], [one, two], [two, one], [one, other]].map((files) => weightsVersion('test', files));
      assert.equal(new Set(versions).size, versions.length);
      // Weights do not change under a running process: they have been read.
      await appendFile(one, 'more');
      assert.equal(weightsVersion('test', [one]), versions[0]);
      assert.throws(() => weightsVersion('test', [join(folder, 'none')]), { code: 'model-unavailable' });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are hashes for every role, no two the same', () => {
    const { embedder, relevance, entailment, generator, reader } = bundledModels();
    const versions = [embedder, relevance, entailment, generator].map(({ identity }) => identity.version);
    for (const version of versions) assert.match(version, /^[0-9a-f]{12}$/u);
    assert.equal(new Set(versions).size, versions.length);
    assert.deepEqual(reader.identity, generator.identity);
  });

  it('of a network is that of its file', async function () {
    const { spanReader } = bundledModels();
    if (spanReader === undefined) this.skip();
    const bytes = await readFile(join(modelsFolder(), 'neural-reader', 'reader.onnx'));
    assert.equal(spanReader.identity.version, createHash('sha256').update(bytes).digest('hex').slice(0, 12));
  });
});
