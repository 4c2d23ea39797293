import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { LinchpinError } from '../../../../src/base/error.ts';
import { withCache } from '../../../../src/models/cache/cached-chat.ts';
import { type KeptReply, ReplyCache } from '../../../../src/models/cache/reply-cache.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../../../../src/models/chat/chat-model.ts';
import type { ModelCall, UsageMeter } from '../../../../src/models/ports.ts';

const request: ChatRequest = {
  messages: [{ role: 'user', content: 'How tall is the dam?' }],
  schema: z.object({ answer: z.string() }),
  name: 'answer',
  maxTokens: 100,
};

function counted(reply: (request: ChatRequest) => ChatReply): { readonly model: ChatModel; readonly calls: () => number } {
  let calls = 0;
  return {
    model: {
      identity: { id: 'm', provider: 'openai', version: 'host', local: true },
      complete(asked, call) {
        calls += 1;
        call.usage?.add({ promptTokens: 10, completionTokens: 5 });
        return Promise.resolve(reply(asked));
      },
    },
    calls: () => calls,
  };
}

const whole = (): ChatReply => ({ text: '{"answer":"14 m"}', logProbability: -0.2, truncated: false });

function metered(): { readonly call: ModelCall; readonly seen: Parameters<UsageMeter['add']>[0][] } {
  const seen: Parameters<UsageMeter['add']>[0][] = [];
  return {
    call: {
      seed: 1,
      usage: {
        add: (each) => {
          seen.push(each);
        },
        round: () => undefined,
      },
    },
    seen,
  };
}

describe('Kept replies', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-cache-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('are asked for once, and count as the call that they were', async () => {
    const { model, calls } = counted(whole);
    const first = metered();
    const again = metered();
    const reply = await withCache(model, new ReplyCache(folder, 1e6)).complete(request, first.call);
    // Another process finds them too.
    assert.deepEqual(await withCache(model, new ReplyCache(folder, 1e6)).complete(request, again.call), reply);
    assert.equal(calls(), 1);
    assert.deepEqual(first.seen, [{ promptTokens: 10, completionTokens: 5 }]);
    assert.deepEqual(again.seen, [{ promptTokens: 10, completionTokens: 5, cached: true }]);
  });

  it('belong to one model, prompt, schema, length and seed', async () => {
    const { model, calls } = counted(whole);
    const cache = new ReplyCache(folder, 1e6);
    const other: ChatModel = { ...model, identity: { ...model.identity, version: 'another host' } };
    await withCache(model, cache).complete(request, { seed: 1 });
    await withCache(other, cache).complete(request, { seed: 1 });
    await withCache(model, cache).complete(request, { seed: 2 });
    await withCache(model, cache).complete({ ...request, maxTokens: 101 }, { seed: 1 });
    await withCache(model, cache).complete({ ...request, schema: z.object({ answer: z.number() }) }, { seed: 1 });
    await withCache(model, cache).complete({ ...request, messages: [{ role: 'system', content: 'How tall is the dam?' }] }, { seed: 1 });
    assert.equal(calls(), 6);
  });

  it('are never failures, nor what was cut off or empty', async () => {
    for (const bad of [
      { ...whole(), truncated: true },
      { ...whole(), text: '  ' },
    ]) {
      const { model, calls } = counted(() => bad);
      const cached = withCache(model, new ReplyCache(folder, 1e6));
      await cached.complete(request, { seed: 1 });
      await cached.complete(request, { seed: 1 });
      assert.equal(calls(), 2);
    }
    let fails = true;
    const { model } = counted(() => {
      if (fails) throw new Error('down');
      return whole();
    });
    const cached = withCache(model, new ReplyCache(folder, 1e6));
    await assert.rejects(async () => await cached.complete(request, { seed: 1 }));
    fails = false;
    assert.equal((await cached.complete(request, { seed: 1 })).text, whole().text);
  });

  it('that are damaged are asked for again', async () => {
    const { model, calls } = counted(whole);
    const cached = withCache(model, new ReplyCache(folder, 1e6));
    await cached.complete(request, { seed: 1 });
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
    assert.equal(files.length, 1);
    for (const text of ['', '{"version":1', '{"version":2,"text":"x"}', 'null']) {
      await writeFile(join(folder, files[0] ?? ''), text);
      assert.equal((await cached.complete(request, { seed: 1 })).text, whole().text);
    }
    assert.equal(calls(), 5);
  });

  it('cannot be kept where nothing can be written, and that is all', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { model, calls } = counted(whole);
    const cached = withCache(model, new ReplyCache(join(file, 'cache'), 1e6));
    assert.equal((await cached.complete(request, { seed: 1 })).text, whole().text);
    assert.equal((await cached.complete(request, { seed: 1 })).text, whole().text);
    assert.equal(calls(), 2);
  });

  it('stay within their bound, the longest unused going first', async () => {
    const kept: KeptReply = { text: 'x'.repeat(1000), logProbability: null, promptTokens: 1, completionTokens: 1 };
    const cache = new ReplyCache(folder, 20_000);
    const key = (at: number): string => at.toString(16).padStart(64, '0');
    for (let at = 0; at < 101; at += 1) {
      await cache.put(key(at), kept);
      const old = new Date(1_600_000_000_000 + at * 1000);
      await utimes(join(folder, '00', `${key(at)}.json`), old, old).catch(() => undefined);
    }
    assert.equal(await cache.get(key(0)), null);
    assert.deepEqual(await cache.get(key(100)), kept);
    assert.ok((await readdir(join(folder, '00'))).length <= 20);
  });

  it("of two who ask at the same time do not get in each other's way", async () => {
    const { model } = counted(whole);
    const cached = withCache(model, new ReplyCache(folder, 1e6));
    const replies = await Promise.all(Array.from({ length: 8 }, () => cached.complete(request, { seed: 1 })));
    assert.deepEqual(new Set(replies.map((reply) => reply.text)), new Set([whole().text]));
    assert.deepEqual(
      (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('are counted, also where one joins an equal request under way', async () => {
    const { model, calls } = counted(whole);
    const cached = withCache(model, new ReplyCache(folder, 1e6));
    const { call, seen } = metered();
    await Promise.all([cached.complete(request, call), cached.complete(request, call), cached.complete(request, { seed: 2 })]);
    await cached.complete(request, call);
    assert.deepEqual(cached.counts, { hits: 2, misses: 2 });
    assert.equal(calls(), 2);
    assert.deepEqual(
      seen.map((each) => each.cached ?? false),
      [false, true, true],
    );
  });

  it('are not lost to one who waits for the same and gives up', async () => {
    let answer = (): void => undefined;
    let begin = (): void => undefined;
    let stopped = 0;
    const begun = (): Promise<void> =>
      new Promise((resolve) => {
        begin = resolve;
      });
    const slow: ChatModel = {
      identity: { id: 'm', provider: 'openai', version: 'host', local: true },
      complete: (_, { signal }) =>
        new Promise((resolve, reject) => {
          answer = () => {
            resolve(whole());
          };
          signal?.addEventListener('abort', () => {
            stopped += 1;
            reject(new LinchpinError('cancelled', 'Stopped.', 'Again.'));
          });
          begin();
        }),
    };
    const cached = withCache(slow, new ReplyCache(folder, 1e6));
    const [first, second] = [new AbortController(), new AbortController()];
    let started = begun();
    const leaving = cached.complete(request, { seed: 1, signal: first.signal });
    const staying = cached.complete(request, { seed: 1, signal: second.signal });
    await started;
    first.abort();
    await assert.rejects(leaving, { code: 'cancelled' });
    assert.equal(stopped, 0);
    answer();
    assert.deepEqual(await staying, whole());

    // The last one who gives up stops the call, and a signal that is aborted already starts none.
    started = begun();
    const alone = cached.complete(request, { seed: 5, signal: second.signal });
    await assert.rejects(cached.complete(request, { seed: 5, signal: first.signal }), { code: 'cancelled' });
    await started;
    second.abort();
    await assert.rejects(alone, { code: 'cancelled' });
    assert.equal(stopped, 1);
  });

  it('that cannot be written are told of once', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const told: string[] = [];
    const cached = withCache(counted(whole).model, new ReplyCache(join(file, 'cache'), 1e6, (sentence) => told.push(sentence)));
    for (let seed = 0; seed < 8; seed += 1) await cached.complete(request, { seed });
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /cannot be kept/);
  });

  it('hold the reply and its cost, and nothing of the request', async () => {
    await withCache(counted(whole).model, new ReplyCache(folder, 1e6)).complete(request, { seed: 1 });
    const [name = ''] = (await readdir(folder, { recursive: true })).filter((each) => each.endsWith('.json'));
    assert.deepEqual(JSON.parse(await readFile(join(folder, name), 'utf8')), {
      version: 2,
      value: { text: whole().text, logProbability: -0.2, promptTokens: 10, completionTokens: 5 },
    });
    assert.equal(
      (await stat(join(folder, name))).mode & 0o077,
      process.platform === 'win32' ? (await stat(join(folder, name))).mode & 0o077 : 0,
    );
  });
});
