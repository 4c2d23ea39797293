import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { modelsFolder, unreadableModel, weightsVersion } from '../../../src/inference/weights.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

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

  it('are hashes for every role, no two models the same', () => {
    const { embedder, sentenceEncoder, relevance, entailment, generator, reader, judge } = bundledModels();
    const versions = [embedder, sentenceEncoder, relevance, judge].map((model) => model?.identity.version ?? '');
    for (const version of versions) assert.match(version, /^[0-9a-f]{12}$/u);
    assert.equal(new Set(versions).size, versions.length);
    // One model reads questions and claims, and writes drafts.
    for (const model of [entailment, generator, reader]) assert.deepEqual(model.identity, judge.identity);
  });

  it('are of a folder that has every model', () => {
    for (const name of ['judge', 'sentence-encoder', 'static-embedder']) assert.ok(existsSync(join(modelsFolder(), name)), name);
  });

  it('are missing with a word on what to do', () => {
    const error = unreadableModel('judge', new Error('gone'));
    assert.deepEqual([error.code, error.message], ['model-unavailable', 'The bundled judge cannot be read.']);
    assert.match(error.next, /Install the extension again/);
  });
});
