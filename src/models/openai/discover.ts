import { z } from 'zod';

import { LinchpinError, toLinchpinError } from '../../base/error.ts';
import type { ModelCall } from '../ports.ts';
import { OpenAiChatModel } from './chat.ts';
import { openOpenAiEmbedder } from './embedder.ts';
import { BrokenReply } from './failure.ts';
import type { OpenAiServer } from './server.ts';

const named = z.union([
  z.looseObject({ id: z.string() }).transform(({ id }) => id),
  z.looseObject({ name: z.string() }).transform(({ name }) => name),
]);
const list = z.array(named);
/** OpenAI's list, a bare one, and Ollama's own. */
const modelsSchema = z.union([
  z.looseObject({ data: list }).transform(({ data }) => data),
  z.looseObject({ models: list }).transform(({ models }) => models),
  list,
]);

/**
 * The names of the server's models, sorted, each once.
 * @throws LinchpinError as `OpenAiServer.call`.
 */
export async function listModels(server: OpenAiServer, call: ModelCall = { seed: 0 }): Promise<string[]> {
  const ask = async (path: string): Promise<string[]> =>
    await server.call(
      async ({ client, signal }) => {
        const reply = modelsSchema.safeParse(await client.get(path, { signal }));
        if (!reply.success) throw new BrokenReply('unreadable');
        return [...new Set(reply.data)].sort();
      },
      call,
      { model: '' },
    );
  try {
    return await ask('/models');
  } catch (error) {
    const first = toLinchpinError(error);
    if (first.code !== 'model-unavailable' && first.code !== 'model-failed') throw first;
    try {
      // Ollama's own list: old versions have no other.
      return await ask(new URL('/api/tags', server.baseUrl).href);
    } catch (second) {
      if (toLinchpinError(second).code === 'cancelled') throw second;
      throw first;
    }
  }
}

export type Connection =
  | {
      readonly ok: true;
      readonly models: readonly string[];
      /** null: not tried. */
      readonly chat: boolean | null;
      readonly jsonSchema: boolean | null;
      readonly logprobs: boolean | null;
      readonly embeddings: boolean | null;
      /** Of the embedding model's vectors; null where there are none. */
      readonly dimensions: number | null;
      /** Of the chat reply, or else of the list of models, milliseconds. */
      readonly latencyMs: number;
    }
  | { readonly ok: false; readonly sentence: string; readonly next: string };

const pingSchema = z.object({ ok: z.boolean() });

/**
 * Tries what an audit would ask for, with no text of the user's.
 * @param models which to try; those that are left out are not tried
 * @throws LinchpinError `cancelled`.
 */
export async function testConnection(
  server: OpenAiServer,
  models: { readonly chat?: string; readonly embeddings?: string } = {},
  call: ModelCall = { seed: 0 },
): Promise<Connection> {
  try {
    const started = performance.now();
    const names = await listModels(server, call).catch((error: unknown) => {
      // A server may keep its list to itself and answer all the same; then there must be something else to try.
      const known = toLinchpinError(error);
      if (
        known.code === 'cancelled' ||
        known.code === 'model-unauthorized' ||
        (models.chat === undefined && models.embeddings === undefined)
      )
        throw known;
      return [];
    });
    const listed = performance.now() - started;
    const chat = models.chat === undefined ? null : await testChat(server, models.chat, call);
    const dimensions = models.embeddings === undefined ? null : await testEmbeddings(server, models.embeddings, call);
    return {
      ok: true,
      models: names,
      chat: chat === null ? null : true,
      jsonSchema: chat?.jsonSchema ?? null,
      logprobs: chat?.logprobs ?? null,
      embeddings: models.embeddings === undefined ? null : dimensions !== null,
      dimensions,
      latencyMs: Math.round(chat?.latencyMs ?? listed),
    };
  } catch (error) {
    const known = toLinchpinError(error);
    if (known.code === 'cancelled') throw known;
    return { ok: false, sentence: known.message, next: known.next };
  }
}

async function testChat(
  server: OpenAiServer,
  name: string,
  call: ModelCall,
): Promise<{ readonly jsonSchema: boolean; readonly logprobs: boolean; readonly latencyMs: number }> {
  const model = new OpenAiChatModel(server, name);
  const started = performance.now();
  const reply = await model.complete(
    {
      messages: [{ role: 'user', content: 'Reply with this JSON object and nothing else: {"ok": true}' }],
      schema: pingSchema,
      name: 'ping',
      maxTokens: 200,
    },
    call,
  );
  const latencyMs = performance.now() - started;
  if (reply.text === '')
    throw new LinchpinError(
      'model-failed',
      `The model ${name} at ${server.host} replied with nothing.`,
      'Run "Linchpin: Choose Models" and take another.',
    );
  return { jsonSchema: model.features.format === 'json_schema', logprobs: reply.logProbability !== null, latencyMs };
}

/** The dimensions; null where the server has no embeddings of this model. */
async function testEmbeddings(server: OpenAiServer, name: string, call: ModelCall): Promise<number | null> {
  try {
    return (await openOpenAiEmbedder(server, { model: name }, call)).dimensions;
  } catch (error) {
    const known = toLinchpinError(error);
    if (known.code === 'model-failed' || known.code === 'model-unavailable') return null;
    throw known;
  }
}
