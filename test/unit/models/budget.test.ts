import assert from 'node:assert/strict';

import fc from 'fast-check';
import { z } from 'zod';

import { LinchpinError } from '../../../src/base/error.ts';
import { Budget, withBudget } from '../../../src/models/budget.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../../../src/models/chat/chat-model.ts';
import type { ModelCall } from '../../../src/models/ports.ts';

const request: ChatRequest = { messages: [{ role: 'user', content: 'x'.repeat(400) }], schema: z.object({}), name: 'any', maxTokens: 100 };
const generous = { calls: 1000, tokens: 1e9, seconds: 1000 };
const reply: ChatReply = { text: '{}', logProbability: null, truncated: false };

/** A model that uses so many tokens for each call, when it is let. */
function model(
  tokens = 50,
  until: (call: ModelCall) => Promise<void> = () => Promise.resolve(),
): { readonly model: ChatModel; readonly state: { asked: number; running: number; most: number } } {
  const state = { asked: 0, running: 0, most: 0 };
  return {
    state,
    model: {
      identity: { id: 'm', provider: 'openai', version: '', local: true },
      complete: async (_, call) => {
        state.asked += 1;
        state.running += 1;
        state.most = Math.max(state.most, state.running);
        try {
          await until(call);
          call.usage?.add({ promptTokens: tokens, completionTokens: 0 });
          return reply;
        } finally {
          state.running -= 1;
        }
      },
    },
  };
}

const exhausted = (error: unknown): boolean => error instanceof LinchpinError && error.code === 'model-budget-exhausted';

describe('The budget of an audit', () => {
  it('lets so many calls through and refuses the next before it is sent', async () => {
    const { model: inner, state } = model();
    const budget = new Budget({ ...generous, calls: 3 });
    const chat = withBudget(inner, budget);
    for (let index = 0; index < 3; index += 1) assert.equal(await chat.complete(request, { seed: 1 }), reply);
    await assert.rejects(chat.complete(request, { seed: 1 }), exhausted);
    assert.equal(state.asked, 3);
    assert.deepEqual(budget.spent, { calls: 3, tokens: 150 });
  });

  it('never lets calls use more tokens than it has, alone or at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 12 }),
        async (tokens, each, calls) => {
          const budget = new Budget({ ...generous, tokens });
          const chat = withBudget(model(each).model, budget);
          const results = await Promise.allSettled(Array.from({ length: calls }, () => chat.complete(request, { seed: 1 })));
          assert.ok(budget.spent.tokens <= tokens);
          assert.ok(results.every((result) => result.status === 'fulfilled' || exhausted(result.reason)));
          assert.equal(results[0]?.status, tokens >= 200 ? 'fulfilled' : 'rejected');
        },
      ),
    );
  });

  it('counts time from the first call, and stops a call that outlasts it', async () => {
    let now = 0;
    const { model: inner, state } = model();
    const chat = withBudget(inner, new Budget({ ...generous, seconds: 10 }, () => now));
    now = 50_000;
    await chat.complete(request, { seed: 1 });
    now = 59_999;
    await chat.complete(request, { seed: 1 });
    now = 60_000;
    await assert.rejects(chat.complete(request, { seed: 1 }), exhausted);
    assert.equal(state.asked, 2);

    const slow = withBudget(
      model(
        0,
        (call) =>
          new Promise((_, reject) =>
            call.signal?.addEventListener('abort', () => {
              reject(new Error('stopped'));
            }),
          ),
      ).model,
      new Budget({ ...generous, seconds: 0.02 }),
    );
    await assert.rejects(slow.complete(request, { seed: 1 }), exhausted);
  });

  it('charges nothing for replies that were kept', async () => {
    const kept: ChatModel = {
      identity: { id: 'm', provider: 'openai', version: '', local: true },
      complete: (_, call) => {
        call.usage?.add({ promptTokens: 500, completionTokens: 500, cached: true });
        return Promise.resolve(reply);
      },
    };
    const budget = new Budget({ calls: 1, tokens: 200, seconds: 10 });
    for (let index = 0; index < 5; index += 1) await withBudget(kept, budget).complete(request, { seed: 1 });
    assert.deepEqual(budget.spent, { calls: 0, tokens: 0 });
  });

  it('is one for all models that share it, and passes on what they use', async () => {
    const budget = new Budget({ ...generous, calls: 2 });
    const spent: number[] = [];
    const call = {
      seed: 1,
      usage: {
        add: ({ promptTokens }: { promptTokens: number }) => {
          spent.push(promptTokens);
        },
        round: () => undefined,
      },
    };
    await withBudget(model(7).model, budget).complete(request, call);
    await withBudget(model(8).model, budget).complete(request, call);
    await assert.rejects(withBudget(model(9).model, budget).complete(request, call), exhausted);
    assert.deepEqual(spent, [7, 8]);
  });

  it('lets so many calls run at once, the rest in turn', async () => {
    const { model: inner, state } = model(1, () => new Promise((resolve) => setImmediate(resolve)));
    const chat = withBudget(inner, new Budget({ ...generous, concurrency: 3 }));
    await Promise.all(Array.from({ length: 20 }, () => chat.complete(request, { seed: 1 })));
    assert.deepEqual(state, { asked: 20, running: 0, most: 3 });
  });

  it('lets a call that waits for its turn be cancelled, and the others go on', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { model: inner, state } = model(1, () => gate);
    const chat = withBudget(inner, new Budget({ ...generous, concurrency: 1 }));
    const stop = new AbortController();
    const first = chat.complete(request, { seed: 1 });
    const second = chat.complete(request, { seed: 1, signal: stop.signal });
    const third = chat.complete(request, { seed: 1 });
    stop.abort();
    await assert.rejects(second, (error) => error instanceof LinchpinError && error.code === 'cancelled');
    await assert.rejects(
      chat.complete(request, { seed: 1, signal: AbortSignal.abort() }),
      (error) => error instanceof LinchpinError && error.code === 'cancelled',
    );
    open();
    await Promise.all([first, third]);
    assert.equal(state.asked, 2);
  });

  it('goes on after a call that failed', async () => {
    let calls = 0;
    const failing: ChatModel = {
      identity: { id: 'm', provider: 'openai', version: '', local: true },
      complete: () =>
        calls++ === 0 ? Promise.reject(new LinchpinError('model-failed', 'It failed.', 'Try again.')) : Promise.resolve(reply),
    };
    const chat = withBudget(failing, new Budget({ ...generous, tokens: 250, concurrency: 1 }));
    await assert.rejects(chat.complete(request, { seed: 1 }), (error) => error instanceof LinchpinError && error.code === 'model-failed');
    assert.equal(await chat.complete(request, { seed: 1 }), reply);
  });
});
