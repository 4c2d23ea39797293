import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ErrorCode } from '../../../../src/base/error.ts';
import { OpenAiChatModel } from '../../../../src/models/openai/chat.ts';
import { OpenAiServer } from '../../../../src/models/openai/server.ts';
import type { Behaviour } from '../../../support/scripted-server.ts';
import { ask, errorOf, idleClock, okText, replyOf, scripted } from './support.ts';

const reply: Behaviour = { do: 'reply', text: okText };

describe('A call to a model server', () => {
  const start = scripted();

  it('tries again after what may pass, and gives the answer', async () => {
    const passing: Behaviour[] = [
      { do: 'status', status: 408 },
      { do: 'status', status: 409 },
      { do: 'status', status: 429 },
      { do: 'status', status: 500 },
      { do: 'status', status: 503, body: '<html>Bad gateway</html>' },
      { do: 'break', pieces: 1, how: 'reset' },
      { do: 'break', pieces: 1, how: 'end' },
      { do: 'raw', contentType: 'text/html', text: '<html>Log in to the network</html>' },
      { do: 'raw', contentType: 'text/event-stream', text: 'data: {"choices": [{"delta"\n\n' },
      { do: 'raw', contentType: 'application/json', text: '{"choices": "none"}' },
      { do: 'stream-error', error: { message: 'out of memory', code: 500 } },
    ];
    for (const first of passing) {
      const {
        chat,
        scripted: server,
        waits,
      } = await start({ think: () => `{"ok":${' '.repeat(20)}true}`, script: ({ earlier }) => (earlier === 0 ? first : reply) });
      assert.equal((await replyOf(chat)).text, okText, JSON.stringify(first));
      assert.equal(server.chats.length, 2, JSON.stringify(first));
      assert.equal(waits.length, 1);
    }
  });

  it('waits as long as the server asks, in every way of writing it', async () => {
    for (const [headers, wait] of [
      [{ 'retry-after': '3' }, 3000],
      [{ 'retry-after-ms': '1234' }, 1234],
    ] as const) {
      const { chat, waits } = await start({ script: ({ earlier }) => (earlier < 2 ? { do: 'status', status: 429, headers } : reply) });
      assert.equal((await replyOf(chat)).text, okText);
      assert.deepEqual(waits, [wait, wait]);
    }
  });

  it('gives up a storm of 429 with what the server asked for, and does not wait for an hour', async () => {
    const storm = await start({ script: () => ({ do: 'status', status: 429, headers: { 'retry-after': '1' } }) }, { maxRetries: 3 });
    const error = await errorOf(replyOf(storm.chat));
    assert.equal(error.code, 'model-rate-limited');
    assert.match(error.message, /Retry-After: 1 s/);
    assert.deepEqual(storm.waits, [1000, 1000, 1000]);
    assert.equal(storm.scripted.chats.length, 4);

    const hour = await start({ script: () => ({ do: 'status', status: 429, headers: { 'retry-after': '3600' } }) });
    assert.match((await errorOf(replyOf(hour.chat))).message, /3600 s\b/);
    assert.deepEqual(hour.waits, []);
  });

  it('does not wait past its deadline', async () => {
    const { chat, waits } = await start(
      { script: () => ({ do: 'status', status: 503, headers: { 'retry-after': '4' } }) },
      { deadlineMs: 10_000, maxRetries: 100 },
    );
    assert.equal((await errorOf(replyOf(chat))).code, 'model-unavailable');
    assert.deepEqual(waits, [4000, 4000]);
  });

  it('says in its own words what will not pass, at the first attempt', async () => {
    const lasting: [Behaviour, ErrorCode, RegExp][] = [
      [
        { do: 'status', status: 401, body: { error: { message: 'Incorrect API key provided: sk-secret', code: 'invalid_api_key' } } },
        'model-unauthorized',
        /refuses the API key.*invalid_api_key/,
      ],
      [{ do: 'status', status: 403 }, 'model-unauthorized', /403/],
      [
        { do: 'status', status: 404, body: { error: { message: 'The model `scripted` does not exist', code: 'model_not_found' } } },
        'model-unavailable',
        /has no model scripted/,
      ],
      [{ do: 'status', status: 404, body: 'Not Found' }, 'model-unavailable', /no such address/],
      [
        { do: 'status', status: 429, body: { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } } },
        'model-rate-limited',
        /insufficient_quota/,
      ],
      [
        {
          do: 'status',
          status: 400,
          body: {
            error: {
              message:
                "This model's maximum context length is 2048 tokens. However, you requested 3000 tokens (2100 in the messages, 900 in max_tokens).",
            },
          },
        },
        'model-failed',
        /longer than scripted reads/,
      ],
      [{ do: 'status', status: 307, headers: { location: 'http://127.0.0.1:9/v1/chat/completions' } }, 'model-failed', /another address/],
    ];
    for (const [behaviour, code, words] of lasting) {
      const { chat, scripted: server, waits } = await start({ script: () => behaviour });
      const error = await errorOf(replyOf(chat));
      assert.equal(error.code, code, JSON.stringify(behaviour));
      assert.match(error.message, words);
      assert.notEqual(error.next, '');
      assert.deepEqual([server.chats.length, waits.length], [1, 0], JSON.stringify(behaviour));
    }
  });

  it('obeys a server that says whether to try again', async () => {
    const never = await start({ script: () => ({ do: 'status', status: 500, headers: { 'x-should-retry': 'false' } }) });
    await errorOf(replyOf(never.chat));
    assert.equal(never.scripted.chats.length, 1);
  });

  it('notices silence before the reply and in the middle of it', async () => {
    for (const pieces of [0, 1]) {
      const { chat, scripted: server } = await start(
        { script: ({ earlier }) => (earlier === 0 ? { do: 'stall', pieces } : reply) },
        { timeoutMs: 60, stallMs: 60 },
      );
      assert.equal((await replyOf(chat)).text, okText);
      assert.equal(server.chats.length, 2);
    }
    const always = await start({ script: () => ({ do: 'stall', pieces: 1 }) }, { stallMs: 30, maxRetries: 2 });
    const error = await errorOf(replyOf(always.chat));
    assert.deepEqual([error.code, always.scripted.chats.length], ['model-unavailable', 3]);
    assert.match(error.message, /stopped answering/);
  });

  it('lets a model read and think before it writes for longer than it may fall silent afterwards', async () => {
    const { chat, scripted: server } = await start(
      { script: () => ({ do: 'reply', text: okText, delayMs: 120, headersFirst: true }) },
      { stallMs: 40, timeoutMs: 5000 },
    );
    assert.equal((await replyOf(chat)).text, okText);
    assert.equal(server.chats.length, 1);
  });

  it('ends at its deadline, also where the server keeps sending signs of life', async () => {
    const server = createServer((_, out) => {
      out.writeHead(200, { 'content-type': 'text/event-stream' });
      const alive = setInterval(() => out.write(': still here\n\n'), 10);
      out.once('close', () => {
        clearInterval(alive);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const chat = new OpenAiChatModel(
        new OpenAiServer({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: null, deadlineMs: 150, stallMs: 100, clock: idleClock() }),
        'scripted',
      );
      const error = await errorOf(replyOf(chat));
      assert.equal(error.code, 'model-unavailable');
      assert.match(error.message, /took longer than/);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('stops at once when it is cancelled, in every state, and closes the connection', async () => {
    const states: [string, Behaviour][] = [
      ['before the headers', { do: 'stall' }],
      ['in the middle of a stream', { do: 'stall', pieces: 1 }],
      ['while it waits to try again', { do: 'status', status: 503, headers: { 'retry-after': '30' } }],
    ];
    for (const [state, behaviour] of states) {
      const stop = new AbortController();
      const { chat, scripted: server } = await start(
        {
          script: () => {
            setTimeout(() => {
              stop.abort();
            }, 30);
            return behaviour;
          },
        },
        {
          clock: {
            now: () => Date.now(),
            sleep: async (_, signal) => {
              await new Promise<void>((resolve) =>
                signal?.addEventListener(
                  'abort',
                  () => {
                    resolve();
                  },
                  { once: true },
                ),
              );
            },
          },
        },
      );
      assert.equal((await errorOf(replyOf(chat, { seed: 1, signal: stop.signal }))).code, 'cancelled', state);
      assert.equal(server.chats.length, 1, state);
      if (behaviour.do === 'stall') {
        while (server.abandoned === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    const before = await start();
    assert.equal((await errorOf(replyOf(before.chat, { seed: 1, signal: AbortSignal.abort() }))).code, 'cancelled');
    assert.equal(before.scripted.requests.length, 0);
  });

  it('does not read a reply without end', async () => {
    const limited = await start({ script: () => ({ do: 'endless', bytes: 1e9 }) }, { maxReplyBytes: 20_000 });
    const error = await errorOf(replyOf(limited.chat));
    assert.deepEqual([error.code, limited.scripted.chats.length], ['model-failed', 1]);
    assert.match(error.message, /far too long/);
  });

  it('says that nobody is there', async () => {
    const gone = await start();
    await gone.scripted.close();
    const { waits } = gone;
    const error = await errorOf(replyOf(gone.chat));
    assert.equal(error.code, 'model-unavailable');
    assert.match(error.message, /cannot be reached \(ECONNREFUSED\)/);
    assert.equal(waits.length, 4);
  });

  it('sends the key to the server and tells it to nobody else', async () => {
    const apiKey = 'sk-secret-1234';
    const good = await start({ apiKey, script: () => reply }, { apiKey });
    assert.equal((await replyOf(good.chat)).text, okText);
    const bad = await start({ apiKey: 'other' }, { apiKey });
    const error = await errorOf(replyOf(bad.chat));
    assert.equal(error.code, 'model-unauthorized');
    for (const said of [error.message, error.next, error.stack ?? '', JSON.stringify(error), String(error.cause)])
      assert.ok(!said.includes(apiKey));
    assert.throws(
      () => new OpenAiServer({ baseUrl: 'http://localhost/v1', apiKey: 'sk-\u2028secret' }),
      (thrown: Error) => !thrown.message.includes('secret'),
    );
  });

  it('sends no key where there is none, and nothing about this machine', async () => {
    process.env['OPENAI_API_KEY'] = 'sk-from-elsewhere';
    process.env['OPENAI_ORG_ID'] = 'org-from-elsewhere';
    try {
      const { chat, scripted: server } = await start({ script: () => reply });
      await replyOf(chat);
      const headers = server.chats[0]?.headers ?? {};
      assert.equal(headers.authorization, undefined);
      assert.ok(!JSON.stringify(headers).includes('elsewhere'));
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('x-stainless')),
        [],
      );
    } finally {
      delete process.env['OPENAI_API_KEY'];
      delete process.env['OPENAI_ORG_ID'];
    }
  });

  it('puts no text of a document into an error, even where the server quotes it', async () => {
    const { chat } = await start({
      script: ({ messages }) => ({
        do: 'status',
        status: 418,
        body: { error: { message: `Cannot read: ${messages.map((message) => message.content).join(' ')}`, code: 'Is water wet?' } },
      }),
    });
    const error = await errorOf(chat.complete(ask, { seed: 1 }));
    assert.equal(error.code, 'model-failed');
    assert.ok(!`${error.message} ${error.next} ${error.stack ?? ''} ${JSON.stringify(error)}`.includes('water'));
  });

  it('sends what is meant for this machine through no proxy', async () => {
    const proxies = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy'];
    const before = proxies.map((name) => process.env[name]);
    for (const name of proxies) process.env[name] = 'http://127.0.0.1:9';
    try {
      const { chat } = await start({ script: () => reply });
      assert.equal((await replyOf(chat)).text, okText);
      const far = new OpenAiServer({ baseUrl: 'http://api.example.invalid/v1', apiKey: null, maxRetries: 0, deadlineMs: 5000 });
      assert.match((await errorOf(replyOf(new OpenAiChatModel(far, 'any')))).message, /ECONNREFUSED/);
      for (const name of proxies) process.env[name] = 'not a proxy';
      assert.throws(() => new OpenAiServer({ baseUrl: 'http://api.example.invalid/v1', apiKey: null }), { code: 'settings-invalid' });
    } finally {
      proxies.forEach((name, index) => {
        const value = before[index];
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      });
    }
  });

  it('takes only addresses of servers', () => {
    for (const baseUrl of ['', 'localhost:11434', 'ftp://host/v1', 'http://me:pass@host/v1', 'http://host/v1?key=1']) {
      assert.throws(
        () => new OpenAiServer({ baseUrl, apiKey: null }),
        (error: { code?: string }) => error.code === 'settings-invalid',
        baseUrl,
      );
    }
    const server = new OpenAiServer({ baseUrl: ' http://localhost:11434/v1/ ', apiKey: null });
    assert.deepEqual([server.baseUrl, server.host, server.local], ['http://localhost:11434/v1', 'localhost:11434', true]);
    assert.equal(new OpenAiServer({ baseUrl: 'https://api.example.org/v1', apiKey: null }).local, false);
  });
});
