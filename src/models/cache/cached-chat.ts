import { z } from 'zod';

import { canonicalJson, sha256 } from '../../base/hash.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../chat/chat-model.ts';
import type { UsageMeter } from '../ports.ts';
import type { ReplyCache } from './reply-cache.ts';

/**
 * A chat model whose replies are kept: the same messages, schema, length and seed to the same model are asked once. A kept reply counts
 * as the call that it was, marked as such, so that a report does not depend on what was kept. Failures and replies that were cut off are
 * not kept.
 */
export function withCache(model: ChatModel, cache: ReplyCache): ChatModel {
  return {
    identity: model.identity,
    async complete(request, call) {
      const key = keyOf(model, request, call.seed);
      const kept = await cache.get(key);
      if (kept !== null) {
        call.usage?.add({ promptTokens: kept.promptTokens, completionTokens: kept.completionTokens, cached: true });
        return { text: kept.text, logProbability: kept.logProbability, truncated: false };
      }
      const spent = { promptTokens: 0, completionTokens: 0 };
      const reply = await model.complete(request, { ...call, usage: counting(call.usage, spent) });
      if (isWhole(reply)) await cache.put(key, { text: reply.text, logProbability: reply.logProbability, ...spent });
      return reply;
    },
  };
}

function keyOf({ identity }: ChatModel, { messages, schema, name, maxTokens }: ChatRequest, seed: number): string {
  return sha256(canonicalJson({ model: { id: identity.id, provider: identity.provider, version: identity.version }, messages: messages.map(({ role, content }) => ({ role, content })), schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), name, maxTokens, seed }));
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
    round: () => { outer?.round(); },
  };
}
