import assert from 'node:assert/strict';

import { listModels, testConnection } from '../../../../src/models/openai/discover.ts';
import { errorOf, okText, scripted } from './support.ts';

describe('What a server offers', () => {
  const start = scripted();

  it('is listed, sorted, in every form of the list', async () => {
    const { server } = await start({ models: ['b', 'a'] });
    assert.deepEqual(await listModels(server), ['a', 'b']);
    for (const body of [
      [{ id: 'b' }, { id: 'a' }, { id: 'a' }],
      { models: [{ name: 'b' }, { name: 'a', id: 'a' }] },
      { data: [{ id: 'a' }, { id: 'b' }], models: [] },
    ]) {
      const other = await start({ script: ({ path }) => (path === '/v1/models' ? { do: 'status', status: 200, body } : undefined) });
      assert.deepEqual(await listModels(other.server), ['a', 'b']);
    }
  });

  it("is asked of Ollama's own list where there is no other", async () => {
    const { server, scripted: remote } = await start({
      script: ({ path }) =>
        path === '/api/tags'
          ? { do: 'status', status: 200, body: { models: [{ name: 'llama3.2:3b', size: 1 }] } }
          : { do: 'status', status: 404 },
    });
    assert.deepEqual(await listModels(server), ['llama3.2:3b']);
    assert.deepEqual(
      remote.requests.map(({ path }) => path),
      ['/v1/models', '/api/tags'],
    );
  });

  it('is the first failure where neither list is there', async () => {
    const none = await start({ script: () => ({ do: 'status', status: 404 }) });
    assert.match((await errorOf(listModels(none.server))).message, /no such address/);
    const locked = await start({ apiKey: 'k' });
    assert.equal((await errorOf(listModels(locked.server))).code, 'model-unauthorized');
    assert.equal(locked.scripted.requests.length, 1);
  });
});

describe('A test of the connection', () => {
  const start = scripted();

  it('tells what the server can do', async () => {
    const { server } = await start({ script: ({ path }) => (path === '/v1/chat/completions' ? { do: 'reply', text: okText } : undefined) });
    const { latencyMs, ...found } = { latencyMs: 0, ...(await testConnection(server, { chat: 'scripted', embeddings: 'scripted' })) };
    assert.deepEqual(found, {
      ok: true,
      models: ['scripted'],
      chat: true,
      jsonSchema: true,
      logprobs: true,
      embeddings: true,
      dimensions: 16,
    });
    assert.ok(latencyMs >= 0);
  });

  it('tells what it cannot, and what was not tried', async () => {
    const { server } = await start({
      script: ({ path, body }) =>
        path === '/v1/embeddings'
          ? { do: 'status', status: 501, body: { error: 'This server does not support embeddings' } }
          : 'response_format' in body
            ? { do: 'status', status: 400, body: { error: 'response_format' } }
            : undefined,
    });
    const found = await testConnection(server, { chat: 'scripted', embeddings: 'scripted' });
    assert.ok(found.ok);
    assert.deepEqual([found.chat, found.jsonSchema, found.embeddings, found.dimensions], [true, false, false, null]);
    const bare = await testConnection(server);
    assert.ok(bare.ok);
    assert.deepEqual([bare.chat, bare.jsonSchema, bare.embeddings], [null, null, null]);
  });

  it('gets on without a list where a model is named', async () => {
    const { server } = await start({ script: ({ path }) => (path === '/v1/chat/completions' ? undefined : { do: 'status', status: 404 }) });
    const found = await testConnection(server, { chat: 'scripted' });
    assert.ok(found.ok);
    assert.deepEqual(found.models, []);
  });

  it('says what is wrong and what to do', async () => {
    const locked = await start({ apiKey: 'k' });
    assert.deepEqual(await testConnection(locked.server, { chat: 'scripted' }), {
      ok: false,
      sentence: `The model server ${new URL(locked.scripted.url).host} refuses the API key (HTTP 401, invalid_api_key).`,
      next: 'Run "Linchpin: Set API Key".',
    });
    const wrong = await start();
    const found = await testConnection(wrong.server, { chat: 'other' });
    assert.ok(!found.ok);
    assert.match(found.sentence, /has no model other/);
    await wrong.scripted.close();
    const gone = await testConnection(wrong.server);
    assert.ok(!gone.ok && /cannot be reached/.test(gone.sentence) && gone.next !== '');
  });

  it('can be cancelled', async () => {
    const { server } = await start();
    assert.equal((await errorOf(testConnection(server, {}, { seed: 1, signal: AbortSignal.abort() }))).code, 'cancelled');
  });
});
