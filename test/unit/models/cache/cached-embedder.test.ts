import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bundledModels } from '../../../../src/models/bundled/models.ts';
import { VectorCache, withVectorCache } from '../../../../src/models/cache/cached-embedder.ts';
import type { Embedder } from '../../../../src/models/ports.ts';

const { embedder: bundled } = bundledModels();

function counted(): { readonly embedder: Embedder; readonly sent: string[] } {
  const sent: string[] = [];
  const embedder: Embedder = {
    identity: bundled.identity,
    profileId: bundled.profileId,
    dimensions: bundled.dimensions,
    similarity: bundled.similarity,
    embed: async (texts, role, call) => {
      sent.push(...texts);
      return await bundled.embed(texts, role, call);
    },
  };
  return { embedder, sent };
}

describe('Kept vectors', () => {
  let folder = '';
  beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'linchpin-vectors-')); });
  afterEach(async () => { await rm(folder, { recursive: true, force: true }); });

  it('are those of the embedder, in order, and only new texts are sent', async () => {
    const { embedder, sent } = counted();
    const texts = ['The dam failed.', 'Rain fell.', 'The dam failed.', ''];
    const cached = withVectorCache(embedder, new VectorCache(folder, 1e7));
    const fresh = await cached.embed(texts, 'query', { seed: 1 });
    assert.deepEqual(fresh, await bundled.embed(texts, 'query', { seed: 1 }));
    const again = withVectorCache(embedder, new VectorCache(folder, 1e7));
    assert.deepEqual(await again.embed([...texts, 'Snow fell.'], 'query', { seed: 2 }), await bundled.embed([...texts, 'Snow fell.'], 'query', { seed: 1 }));
    assert.deepEqual(sent, ['The dam failed.', 'Rain fell.', '', 'Snow fell.']);
    assert.deepEqual([cached.counts, again.counts], [{ hits: 0, misses: 3 }, { hits: 3, misses: 1 }]);
  });

  it('belong to one role and profile', async () => {
    const { embedder, sent } = counted();
    const cache = new VectorCache(folder, 1e7);
    await withVectorCache(embedder, cache).embed(['Rain.'], 'query', { seed: 1 });
    await withVectorCache(embedder, cache).embed(['Rain.'], 'passage', { seed: 1 });
    await withVectorCache({ ...embedder, profileId: 'other' }, cache).embed(['Rain.'], 'query', { seed: 1 });
    assert.equal(sent.length, 3);
  });

  it('of another length, or damaged, are asked for again', async () => {
    const { embedder, sent } = counted();
    const cached = withVectorCache(embedder, new VectorCache(folder, 1e7));
    const [vector] = await cached.embed(['Rain.'], 'query', { seed: 1 });
    const [name = ''] = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith('.json'));
    for (const text of ['', '{"version":2,"value":"AAAA"}', '{"version":2,"value":"not base64!"}']) {
      await writeFile(join(folder, name), text);
      assert.deepEqual(await cached.embed(['Rain.'], 'query', { seed: 1 }), [vector]);
    }
    assert.equal(sent.length, 4);
  });

  it('of a folder that is being indexed are left to the index', async () => {
    const { embedder } = counted();
    const texts = Array.from({ length: 300 }, (_, at) => `Gauge ${at}.`);
    assert.equal((await withVectorCache(embedder, new VectorCache(folder, 1e7)).embed(texts, 'passage', { seed: 1 })).length, 300);
    assert.deepEqual(await readdir(folder), []);
  });
});
