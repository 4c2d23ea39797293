import assert from 'node:assert/strict';

import { allFeatures, type Features, plainFeatures } from '../../../../src/models/openai/features.ts';
import { answerReplySchema } from '../../../../src/models/prompts/hypothesis.ts';
import type { Script, ScriptedRequest } from '../../../support/scripted-server.ts';
import { ask, errorOf, meter, okText, replyOf, scripted } from './support.ts';

/** A server that refuses requests in which it finds something, and answers the rest. */
function refuses(status: number, body: unknown, when: (request: ScriptedRequest) => boolean): Script {
  return (request) => (when(request) ? { do: 'status', status, body } : { do: 'reply', text: okText });
}

const formatOf = ({ body }: ScriptedRequest): unknown => (body['response_format'] as { type?: unknown } | undefined)?.type;

describe('A chat model of a server', () => {
  const start = scripted();

  it('asks for JSON of the schema, streamed, with temperature 0, a seed, log-probabilities and usage', async () => {
    const { chat, scripted: server } = await start({ script: () => ({ do: 'reply', text: okText, logprob: -0.25 }) });
    const { call, spent } = meter();
    assert.deepEqual(await replyOf(chat, { ...call, seed: -5 }), { text: okText, logProbability: -0.25, truncated: false });
    const body = server.chats[0]!.body;
    assert.equal(body['stream'], true);
    assert.equal(body['temperature'], 0);
    assert.ok(Number(body['seed']) >= 0);
    assert.equal(body['max_tokens'], 100);
    assert.deepEqual(body['response_format'], {
      type: 'json_schema',
      json_schema: {
        name: 'ping',
        strict: true,
        schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false },
      },
    });
    assert.deepEqual(spent, { calls: 1, promptTokens: Math.ceil(JSON.stringify(ask.messages).length / 4), completionTokens: 3 });
    assert.deepEqual(chat.identity, { id: 'scripted', provider: 'openai', version: new URL(server.url).host, local: true });
  });

  it('writes schemas as structured output wants them: no defaults, every member required', async () => {
    const { chat, scripted: server } = await start();
    await chat.complete({ ...ask, schema: answerReplySchema, name: 'hypothesis' }, { seed: 1 });
    const text = JSON.stringify(server.chats[0]?.body['response_format']);
    assert.ok(!text.includes('"default"') && !text.includes('$schema'));
    assert.match(text, /"required":\["found","answer","statement","type","claims","rationale","key_evidence","conflicts"\]/);
  });

  it('estimates what the server does not count', async () => {
    const { chat } = await start({ script: () => ({ do: 'reply', text: okText, withoutUsage: true }) });
    const { call, spent } = meter();
    await replyOf(chat, call);
    assert.deepEqual(spent, { calls: 1, promptTokens: 6, completionTokens: 3 });
  });

  const servers: [string, Script, Partial<Features>][] = [
    [
      'LM Studio, which knows no json_object, and a model that knows no schema',
      (request) =>
        formatOf(request) === 'json_schema'
          ? { do: 'stream-error', error: 'The model does not support structured output' }
          : formatOf(request) === 'json_object'
            ? { do: 'status', status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
            : { do: 'reply', text: okText },
      { format: 'none' },
    ],
    [
      'a server without schemas',
      refuses(
        400,
        { error: { message: 'response_format type json_schema is not supported', param: 'response_format' } },
        (request) => formatOf(request) === 'json_schema',
      ),
      { format: 'json_object' },
    ],
    [
      'a server without formats',
      refuses(
        422,
        { detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted', input: { seed: 1, stream: true } }] },
        (request) => formatOf(request) !== undefined,
      ),
      { format: 'none' },
    ],
    [
      'llama.cpp with a schema that it cannot turn into a grammar',
      refuses(
        400,
        { error: { code: 400, message: 'JSON schema conversion failed', type: 'invalid_request_error' } },
        (request) => formatOf(request) === 'json_schema',
      ),
      { format: 'json_object' },
    ],
    [
      "OpenAI's reasoning models",
      (request) =>
        'max_tokens' in request.body
          ? {
              do: 'status',
              status: 400,
              body: {
                error: {
                  message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                  param: 'max_tokens',
                  code: 'unsupported_parameter',
                },
              },
            }
          : 'temperature' in request.body
            ? {
                do: 'status',
                status: 400,
                body: {
                  error: {
                    message: "Unsupported value: 'temperature' does not support 0 with this model.",
                    param: 'temperature',
                    code: 'unsupported_value',
                  },
                },
              }
            : 'logprobs' in request.body
              ? { do: 'status', status: 403, body: { error: { message: 'You are not allowed to request logprobs from this model' } } }
              : { do: 'reply', text: okText },
      { limit: 'max_completion_tokens', temperature: false, logprobs: false },
    ],
    [
      'vLLM with a template without a system role',
      refuses(
        400,
        { object: 'error', message: 'System role not supported', type: 'BadRequestError', param: null, code: 400 },
        ({ messages }) => messages.some(({ role }) => role === 'system'),
      ),
      { system: false },
    ],
    [
      'a template in which roles alternate',
      refuses(500, { error: { message: 'Conversation roles must alternate user/assistant/user/assistant/...' } }, ({ messages }) =>
        messages.some(({ role }) => role === 'system'),
      ),
      { system: false },
    ],
    [
      'a server that does not stream',
      refuses(501, { error: { message: 'streaming is not implemented' } }, ({ body }) => body['stream'] === true),
      { stream: false, streamUsage: false },
    ],
    [
      'a server without stream options',
      refuses(400, { error: { message: 'Unknown field: stream_options' } }, ({ body }) => 'stream_options' in body),
      { streamUsage: false },
    ],
    ['a server without seeds', refuses(400, { message: 'seed: unknown parameter' }, ({ body }) => 'seed' in body), { seed: false }],
    ['a server that says only no', refuses(400, 'Bad Request', ({ body }) => 'seed' in body || 'logprobs' in body), plainFeatures],
  ];
  for (const [name, script, learnt] of servers) {
    it(`gets on with ${name}, and remembers`, async () => {
      const { chat, scripted: server, waits } = await start({ script });
      assert.equal((await replyOf(chat)).text, okText);
      assert.deepEqual(chat.features, { ...allFeatures, ...learnt });
      const asked = server.chats.length;
      assert.equal((await replyOf(chat)).text, okText);
      assert.equal(server.chats.length, asked + 1);
      assert.deepEqual(waits, []);
      assert.ok(server.chats.at(-1)?.messages.at(-1)?.content.includes('Is water wet?'));
      assert.ok(JSON.stringify(server.chats.at(-1)?.messages).includes('Be brief.'));
    });
  }

  it('gives up on a server that refuses everything, having learnt nothing', async () => {
    const { chat, scripted: server } = await start({ script: () => ({ do: 'status', status: 400, body: 'No.' }) });
    assert.equal((await errorOf(replyOf(chat))).code, 'model-failed');
    assert.equal(server.chats.length, 2);
    assert.deepEqual(chat.features, allFeatures);
  });

  it('comes to an end with a server that refuses what it was not sent', async () => {
    const { chat, scripted: server } = await start({
      script: () => ({
        do: 'status',
        status: 400,
        body: { error: { message: 'max_tokens seed logprobs temperature response_format system stream' } },
      }),
    });
    assert.equal((await errorOf(replyOf(chat))).code, 'model-failed');
    assert.ok(server.chats.length <= 13);
  });

  it('lets calls that run at once learn together', async () => {
    const { chat, scripted: server } = await start({
      script: refuses(400, { error: { message: 'no seed', param: 'seed' } }, ({ body }) => 'seed' in body),
    });
    const replies = await Promise.all(Array.from({ length: 6 }, () => replyOf(chat)));
    assert.ok(replies.every(({ text }) => text === okText));
    assert.equal(chat.features.seed, false);
    assert.ok(server.chats.length <= 12);
  });

  it('reads servers that answer whole though asked to stream', async () => {
    const { chat } = await start({
      script: () => ({
        do: 'raw',
        contentType: 'application/json; charset=utf-8',
        text: JSON.stringify({
          choices: [
            {
              index: 0,
              message: {
                role: 'assistant',
                content: [
                  { type: 'text', text: '{"ok":' },
                  { type: 'text', text: ' true}' },
                ],
              },
              finish_reason: 'stop',
            },
          ],
        }),
      }),
    });
    assert.deepEqual(await replyOf(chat), { text: okText, logProbability: null, truncated: false });
  });

  it('takes a stream that does not say why it ended, where all has come', async () => {
    const { chat, scripted: server } = await start({ script: () => ({ do: 'reply', text: okText, finish: null }) });
    assert.equal((await replyOf(chat)).text, okText);
    assert.equal(server.chats.length, 1);
  });

  it('leaves out what the model thinks aloud', async () => {
    const thinking = [
      `<think>Water… {"ok": false}?</think>\n${okText}`,
      `Is it? {"ok": false}</think>${okText}`,
      `<thinking>\nHm.\n</thinking>\n\n${okText}`,
    ];
    for (const text of thinking) {
      const { chat } = await start({ script: () => ({ do: 'reply', text }) });
      assert.deepEqual(await replyOf(chat), { text: okText, logProbability: null, truncated: false });
    }
    const { chat } = await start({ script: () => ({ do: 'reply', text: okText, reasoning: 'Long thoughts.' }) });
    assert.equal((await replyOf(chat)).text, okText);
  });

  it('gives a model that thinks until its length is used up more of it, and remembers', async () => {
    const script: Script = ({ body }) =>
      Number(body['max_tokens']) > 100
        ? { do: 'reply', text: `<think>long</think>${okText}` }
        : { do: 'reply', text: '<think>long and lo', finish: 'length' };
    const { chat, scripted: server } = await start({ script });
    const { call, spent } = meter();
    assert.deepEqual(await replyOf(chat, call), { text: okText, logProbability: null, truncated: false });
    assert.equal(spent.calls, 2);
    await replyOf(chat, call);
    assert.deepEqual(
      server.chats.map(({ body }) => body['max_tokens']),
      [100, 800, 800],
    );
  });

  it('says that a reply was cut off', async () => {
    const { chat } = await start({ script: () => ({ do: 'reply', text: '{"ok": tr', finish: 'length' }) });
    assert.deepEqual(await replyOf(chat), { text: '{"ok": tr', logProbability: -0.1, truncated: true });
  });

  it('stops a model that goes on past its length', async () => {
    const { chat, scripted: server } = await start({ script: () => ({ do: 'endless', bytes: 1e8 }) }, { maxRetries: 0 });
    assert.equal((await errorOf(replyOf(chat))).code, 'model-failed');
    while (server.abandoned === 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('notices a server that read only a part of a long prompt', async () => {
    const long = { ...ask, messages: [{ role: 'user' as const, content: 'word '.repeat(4000) }] };
    for (const [promptTokens, warned] of [
      [2048, 1],
      [4000, 0],
    ] as const) {
      const { chat } = await start({ script: () => ({ do: 'reply', text: okText, promptTokens }) });
      const notes: string[] = [];
      await chat.complete(long, { seed: 1, warn: (note) => notes.push(note) });
      assert.equal(notes.length, warned, notes.join());
      await chat.complete(ask, { seed: 1, warn: (note) => notes.push(note) });
      assert.equal(notes.length, warned);
    }
  });

  it('does not take a refusal for an answer', async () => {
    const refused = {
      choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: 'I cannot help with that.' }, finish_reason: 'stop' }],
    };
    const { chat } = await start({ script: () => ({ do: 'raw', contentType: 'application/json', text: JSON.stringify(refused) }) });
    assert.equal((await replyOf(chat)).text, 'I cannot help with that.');
  });
});
