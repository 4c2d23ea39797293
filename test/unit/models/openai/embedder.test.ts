import assert from 'node:assert/strict';

import { openOpenAiEmbedder } from '../../../../src/models/openai/embedder.ts';
import { bagOfWords } from '../../../support/scripted-server.ts';
import { errorOf, meter, scripted } from './support.ts';

const unit = (vector: readonly number[]): Float32Array => Float32Array.from(vector, (value) => value / Math.hypot(...vector));

describe('An embedding model of a server', () => {
  const start = scripted();
  const model = 'scripted';
  const call = { seed: 1 };

  it('gives unit vectors in the order of the texts, from base64 and from numbers', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `text number ${index} of ${index % 7} kinds`);
    for (const floatsOnly of [false, true]) {
      const { server, scripted: remote } = await start({ floatsOnly });
      const embedder = await openOpenAiEmbedder(server, { model });
      assert.equal(embedder.dimensions, 16);
      const { call: counted, spent } = meter();
      const vectors = await embedder.embed(texts, 'passage', counted);
      texts.forEach((text, index) => {
        assert.deepEqual(
          vectors[index]?.map((value) => Math.round(value * 1e5)),
          unit(bagOfWords(text, 16)).map((value) => Math.round(value * 1e5)),
        );
      });
      assert.equal(remote.requests.length, 1 + 3);
      assert.equal(spent.calls, 0);
    }
  });

  it('bounds a request by texts and by characters', async () => {
    const { server, scripted: remote } = await start();
    const embedder = await openOpenAiEmbedder(server, { model, dimensions: 16, batchTexts: 3, batchCharacters: 20, maxCharacters: 30 });
    await embedder.embed(['aaaa', 'bbbb', 'cccc', 'dddd', 'e'.repeat(18), 'f'.repeat(99), 'g'], 'passage', call);
    const asked = remote.requests.map(({ body }) => (body['input'] as string[]).map((text) => text.length));
    assert.deepEqual(asked.sort(), [[1], [18], [30], [4, 4, 4], [4]].sort());
  });

  it('asks for nothing where there is nothing to embed', async () => {
    const { server, scripted: remote } = await start();
    const embedder = await openOpenAiEmbedder(server, { model, dimensions: 16 });
    assert.deepEqual(await embedder.embed([], 'query', call), []);
    assert.deepEqual(await embedder.embed(['', ' \n'], 'query', call), [new Float32Array(16), new Float32Array(16)]);
    assert.equal(remote.requests.length, 0);
    const [, empty] = await embedder.embed(['word', ''], 'query', call);
    assert.deepEqual(empty, new Float32Array(16));
  });

  it('asks for the same text once, and for the same query never again', async () => {
    const { server, scripted: remote } = await start();
    const embedder = await openOpenAiEmbedder(server, { model, dimensions: 16 });
    const [first, second] = await embedder.embed(['one', 'one', 'two'], 'query', call);
    assert.deepEqual(first, second);
    first?.fill(0);
    assert.deepEqual(await embedder.embed(['one'], 'query', call), [second]);
    assert.deepEqual(
      remote.requests.map(({ body }) => body['input']),
      [['one', 'two']],
    );
    await embedder.embed(
      Array.from({ length: 600 }, (_, index) => `query ${index}`),
      'query',
      call,
    );
    const before = remote.requests.length;
    await embedder.embed(['query 599', 'one'], 'query', call);
    assert.deepEqual(
      remote.requests.slice(before).map(({ body }) => body['input']),
      [['one']],
    );
  });

  it('names its vectors by all that makes them', async () => {
    const { server } = await start();
    const ids = new Set<string>();
    for (const options of [{}, { dimensions: 8 }, { model: 'other' }])
      ids.add((await openOpenAiEmbedder(server, { model, dimensions: 16, ...options })).profileId);
    assert.equal(ids.size, 3);
    assert.equal(
      (await openOpenAiEmbedder(server, { model })).profileId,
      (await openOpenAiEmbedder(server, { model, dimensions: 16 })).profileId,
    );
    for (const id of ids) assert.match(id, /^[\w-]+$/);
  });

  it('refuses vectors of another length than before, and what are no vectors', async () => {
    const { server } = await start();
    const other = await openOpenAiEmbedder(server, { model, dimensions: 12 });
    const error = await errorOf(other.embed(['one'], 'query', call));
    assert.equal(error.code, 'model-failed');
    assert.match(error.message, /16 numbers, and gave 12/);
    for (const data of [
      [],
      [{ index: 0, embedding: [] }],
      [{ index: 1, embedding: [1] }],
      [{ index: 0, embedding: 'AAAA' }],
      [
        { index: 0, embedding: [1] },
        { index: 0, embedding: [1] },
      ],
    ]) {
      const broken = await start(
        { script: () => ({ do: 'raw', contentType: 'application/json', text: JSON.stringify({ data }) }) },
        { maxRetries: 0 },
      );
      assert.equal((await errorOf(openOpenAiEmbedder(broken.server, { model }))).code, 'model-failed', JSON.stringify(data));
    }
    const infinite = await start({
      script: () => ({ do: 'raw', contentType: 'application/json', text: '{"data": [{"index": 0, "embedding": [1e39, 1]}]}' }),
    });
    assert.match((await errorOf(openOpenAiEmbedder(infinite.server, { model }))).message, /not numbers/);
  });

  it('gets on with servers that refuse base64, the parameter, or so many texts at once', async () => {
    const noBase64 = await start({
      script: ({ body }) =>
        body['encoding_format'] === 'base64'
          ? { do: 'status', status: 400, body: { error: { message: 'encoding_format base64 is not supported' } } }
          : undefined,
    });
    await (await openOpenAiEmbedder(noBase64.server, { model })).embed(['one'], 'query', call);
    assert.deepEqual(
      noBase64.scripted.requests.map(({ body }) => body['encoding_format']),
      ['base64', 'float', 'float'],
    );

    const noFormat = await start({
      script: ({ body }) =>
        'encoding_format' in body
          ? { do: 'status', status: 422, body: { detail: [{ loc: ['body', 'encoding_format'], msg: 'extra' }] } }
          : undefined,
    });
    assert.equal((await openOpenAiEmbedder(noFormat.server, { model })).dimensions, 16);

    const few = await start({
      script: ({ body }) =>
        (body['input'] as string[]).length > 8
          ? { do: 'status', status: 413, body: { error: 'batch size 64 > maximum allowed batch size 8' } }
          : undefined,
    });
    const embedder = await openOpenAiEmbedder(few.server, { model, dimensions: 16, concurrency: 1 });
    const texts = Array.from({ length: 70 }, (_, index) => `number ${index}`);
    const vectors = await embedder.embed(texts, 'passage', call);
    texts.forEach((text, index) => {
      assert.ok(Math.abs((vectors[index]?.[3] ?? 9) - (unit(bagOfWords(text, 16))[3] ?? 0)) < 1e-6);
    });
    const before = few.scripted.requests.length;
    await embedder.embed(texts.slice(0, 8), 'passage', call);
    assert.equal(few.scripted.requests.length, before + 1);
  });

  it('cuts a text that is too long for the model, and no other', async () => {
    const tooLong = { error: { message: 'input is too large to process. increase the physical batch size', code: 500 } };
    const { server, scripted: remote } = await start({
      script: ({ body }) =>
        (body['input'] as string[]).some((text) => text.length > 300) ? { do: 'status', status: 500, body: tooLong } : undefined,
    });
    const embedder = await openOpenAiEmbedder(server, { model, dimensions: 16 });
    const notes: string[] = [];
    const vectors = await embedder.embed(['short one', 'word '.repeat(200), 'another'], 'passage', {
      seed: 1,
      warn: (note) => notes.push(note),
    });
    assert.deepEqual(
      vectors.map((vector) => vector.map((value) => Math.round(value * 1e4))),
      ['short one', 'word', 'another'].map((text) => unit(bagOfWords(text, 16)).map((value) => Math.round(value * 1e4))),
    );
    assert.equal(new Set(notes).size, 1);
    assert.ok(remote.requests.some(({ body }) => (body['input'] as string[])[0]?.length === 250));

    const never = await start({ script: () => ({ do: 'status', status: 500, body: tooLong }) }, { maxRetries: 0 });
    await errorOf((await openOpenAiEmbedder(never.server, { model, dimensions: 16 })).embed(['word '.repeat(200)], 'passage', call));
  });

  it('fails as a whole, and stops when it is cancelled', async () => {
    const failing = await start({ script: ({ earlier }) => (earlier === 1 ? { do: 'status', status: 401 } : undefined) });
    const embedder = await openOpenAiEmbedder(failing.server, { model, dimensions: 16, batchTexts: 1, concurrency: 1 });
    assert.equal(
      (
        await errorOf(
          embedder.embed(
            Array.from({ length: 50 }, (_, index) => `t${index}`),
            'passage',
            call,
          ),
        )
      ).code,
      'model-unauthorized',
    );
    assert.equal(failing.scripted.requests.length, 2);

    const stop = new AbortController();
    const stalled = await start({
      script: () => {
        setImmediate(() => {
          stop.abort();
        });
        return { do: 'stall' };
      },
    });
    assert.equal(
      (
        await errorOf(
          (await openOpenAiEmbedder(stalled.server, { model, dimensions: 16 })).embed(['one'], 'query', { seed: 1, signal: stop.signal }),
        )
      ).code,
      'cancelled',
    );
  });
});
