import { z } from 'zod';

import { LinchpinError } from '../../../../src/base/error.ts';
import type { ChatReply, ChatRequest } from '../../../../src/models/chat/chat-model.ts';
import { OpenAiChatModel } from '../../../../src/models/openai/chat.ts';
import type { Clock } from '../../../../src/models/openai/retry.ts';
import { OpenAiServer, type OpenAiServerOptions } from '../../../../src/models/openai/server.ts';
import type { ModelCall } from '../../../../src/models/ports.ts';
import { type ScriptedOptions, type ScriptedServer, startScriptedServer } from '../../../support/scripted-server.ts';

/** A clock on which waiting takes no time, and is written down. */
export function idleClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let now = 1_000_000;
  return {
    waits,
    now: () => now,
    sleep: (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}

/** A server for each test, closed after it. */
export function scripted(): (
  options?: ScriptedOptions,
  client?: Partial<OpenAiServerOptions>,
) => Promise<{ scripted: ScriptedServer; server: OpenAiServer; chat: OpenAiChatModel; waits: readonly number[] }> {
  const open: ScriptedServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  return async (options = {}, client = {}) => {
    const running = await startScriptedServer(options);
    open.push(running);
    const clock = idleClock();
    const server = new OpenAiServer({ baseUrl: running.url, apiKey: null, clock, ...client });
    return { scripted: running, server, chat: new OpenAiChatModel(server, 'scripted'), waits: clock.waits };
  };
}

export const okSchema = z.object({ ok: z.boolean() });
export const ask: ChatRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Is water wet?' },
  ],
  schema: okSchema,
  name: 'ping',
  maxTokens: 100,
};
export const okText = '{"ok": true}';

export interface Spent {
  calls: number;
  promptTokens: number;
  completionTokens: number;
}

export function meter(): { readonly call: ModelCall; readonly spent: Spent } {
  const spent: Spent = { calls: 0, promptTokens: 0, completionTokens: 0 };
  const usage = {
    add: (call: { promptTokens: number; completionTokens: number }): void => {
      spent.calls += 1;
      spent.promptTokens += call.promptTokens;
      spent.completionTokens += call.completionTokens;
    },
    round: (): void => undefined,
  };
  return { call: { seed: 1, usage }, spent };
}

export async function errorOf(promise: Promise<unknown>): Promise<LinchpinError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof LinchpinError) return error;
    throw error;
  }
  throw new Error('No error where one was expected.');
}

export const replyOf = async (chat: OpenAiChatModel, call: ModelCall = { seed: 1 }): Promise<ChatReply> => await chat.complete(ask, call);
