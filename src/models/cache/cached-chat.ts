import { z } from 'zod';

import { throwIfCancelled } from '../../base/error.ts';
import { canonicalJson, sha256 } from '../../base/hash.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../chat/chat-model.ts';
import type { ModelCall, UsageMeter } from '../ports.ts';
import type { KeptReply, ReplyCache } from './reply-cache.ts';
import { SharedCalls } from './shared-call.ts';

/** Since the wrapper was made; a request that joins an equal one under way is a hit. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

export interface CachedChatModel extends ChatModel {
  readonly counts: CacheCounts;
}

/**
 * A chat model whose replies are kept: the same messages, schema, length and seed to the same model are asked once, also while the first
 * is under way. A kept reply counts as the call that it was, marked as such, so that a report does not depend on what was kept. Failures
 * and replies that were cut off are not kept.
 */
export function withCache(model: ChatModel, cache: ReplyCache): CachedChatModel {
  const shared = new SharedCalls<{ readonly reply: ChatReply; readonly spent: Spent; readonly cached: boolean }>();
  const counts = { hits: 0, misses: 0 };

  async function lookUp(key: string, request: ChatRequest, call: ModelCall): Promise<{ reply: ChatReply; spent: Spent; cached: boolean }> {
    const kept = await cache.get(key);
    if (kept !== null)
      return { reply: { text: kept.text, logProbability: kept.logProbability, truncated: false }, spent: kept, cached: true };
    throwIfCancelled(call.signal);
    const spent = { promptTokens: 0, completionTokens: 0 };
    const reply = await model.complete(request, { ...call, usage: counting(call.usage, spent) });
    if (isWhole(reply)) await cache.put(key, { text: reply.text, logProbability: reply.logProbability, ...spent });
    return { reply, spent, cached: false };
  }

  return {
    get identity() {
      return model.identity;
    },
    get counts() {
      return { ...counts };
    },
    async complete(request, call) {
      const key = keyOf(model, request, call.seed);
      const { value, joined } = await shared.run(key, call.signal, (signal) => lookUp(key, request, { ...call, signal }));
      const hit = joined || value.cached;
      counts[hit ? 'hits' : 'misses'] += 1;
      if (hit) call.usage?.add({ promptTokens: value.spent.promptTokens, completionTokens: value.spent.completionTokens, cached: true });
      return value.reply;
    },
  };
}

type Spent = Pick<KeptReply, 'promptTokens' | 'completionTokens'>;

function keyOf({ identity }: ChatModel, { messages, schema, name, maxTokens }: ChatRequest, seed: number): string {
  return sha256(
    canonicalJson({
      model: { id: identity.id, provider: identity.provider, version: identity.version },
      messages: messages.map(({ role, content }) => ({ role, content })),
      schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      name,
      maxTokens,
      seed,
    }),
  );
}

function isWhole(reply: ChatReply): boolean {
  return !reply.truncated && reply.text.trim() !== '';
}

function counting(outer: UsageMeter | undefined, spent: { promptTokens: number; completionTokens: number }): UsageMeter {
  return {
    add(call: Parameters<UsageMeter['add']>[0]) {
      spent.promptTokens += call.promptTokens;
      spent.completionTokens += call.completionTokens;
      outer?.add(call);
    },
    round: () => {
      outer?.round();
    },
  };
}
