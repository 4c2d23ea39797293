import { Stream } from 'openai/streaming';
import { z } from 'zod';

import type { ModelIdentity } from '../../contract/report.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../chat/chat-model.ts';
import { parseReply } from '../chat/reply.ts';
import { withoutSystem } from '../chat/without-system.ts';
import type { ModelCall } from '../ports.ts';
import { estimateTokens } from '../tokens.ts';
import { Completion } from './completion.ts';
import { BrokenReply } from './failure.ts';
import { allFeatures, common, type Features, stepDown } from './features.ts';
import type { Attempt, OpenAiServer } from './server.ts';

/** A model that thinks before it answers needs this many times the length. */
const thinkingRoom = 8;
/** Of a token, on the average of the languages where it is longest: a reply beyond it goes on past its bound. */
const longestToken = 16;

/** Some servers cut prompts that are longer than their context, and do not say so. From this many tokens on, half of the estimate is no longer a matter of estimating. */
const longPrompt = 1500;

/** What is sent. The library's own type forbids what some servers want. */
interface ChatBody extends Readonly<Record<string, unknown>> {
  readonly stream: boolean;
}

/** A chat model of an OpenAI-compatible server. What the server refused once is not asked of it again. */
export class OpenAiChatModel implements ChatModel {
  readonly identity: ModelIdentity;
  readonly #server: OpenAiServer;
  readonly #model: string;
  #features: Features = allFeatures;
  #room = 1;

  /** @param model its name at the server */
  constructor(server: OpenAiServer, model: string) {
    this.#server = server;
    this.#model = model;
    this.identity = { id: model, provider: 'openai', version: server.host, local: server.local };
  }

  /** What is asked for now: everything at first, less what was refused. */
  get features(): Features {
    return this.#features;
  }

  async complete(request: ChatRequest, call: ModelCall): Promise<ChatReply> {
    const room = this.#room;
    const reply = await this.#ask(request, room, call);
    if (!cutWhileThinking(reply) || room > 1) return asReply(reply);
    this.#room = thinkingRoom;
    return asReply(await this.#ask(request, thinkingRoom, call));
  }

  async #ask(request: ChatRequest, room: number, call: ModelCall): Promise<Completion> {
    let features = this.#features;
    const completion = await this.#server.call((attempt) => read(attempt, this.#body(request, room, features, call.seed), request), call, {
      model: this.#model,
      adapt: (refusal) => {
        const lower = stepDown(features, refusal);
        if (lower === null) return false;
        features = lower.features;
        // A guess is remembered only if it turns out right.
        if (lower.named) this.#features = common(this.#features, features);
        return true;
      },
    });
    this.#features = common(this.#features, features);
    const estimated = estimateTokens(request.messages.map((message) => message.content).join('\n'));
    const { prompt } = completion.usage;
    if (prompt !== null && prompt > 0 && estimated >= longPrompt && prompt < estimated / 2) {
      call.warn?.(`${this.#model} read about ${prompt} of ${estimated} tokens: its context at the server may be too short`);
    }
    call.usage?.add({
      promptTokens: prompt ?? estimated,
      completionTokens: completion.usage.completion ?? Math.ceil(completion.length / 4),
    });
    return completion;
  }

  #body({ messages, schema, name, maxTokens }: ChatRequest, room: number, features: Features, seed: number): ChatBody {
    return {
      model: this.#model,
      messages: (features.system ? messages : withoutSystem(messages)).map(({ role, content }) => ({ role, content })),
      stream: features.stream,
      ...(features.stream && features.streamUsage ? { stream_options: { include_usage: true } } : {}),
      ...(features.limit === 'none' ? {} : { [features.limit]: maxTokens * room }),
      ...(features.temperature ? { temperature: 0 } : {}),
      ...(features.seed ? { seed: seed & 0x7fffffff } : {}),
      ...(features.logprobs ? { logprobs: true } : {}),
      ...(features.format === 'json_schema'
        ? { response_format: { type: 'json_schema', json_schema: { name, schema: jsonSchema(schema), strict: true } } }
        : {}),
      ...(features.format === 'json_object' ? { response_format: { type: 'json_object' } } : {}),
    };
  }
}

/** The reply, read piece by piece where it is streamed, so that silence is noticed. Servers that do not stream send it whole. */
async function read({ client, signal, begun }: Attempt, body: ChatBody, request: ChatRequest): Promise<Completion> {
  const completion = new Completion();
  const response = await client.post('/chat/completions', { body, stream: body.stream, signal }).asResponse();
  if (response.headers.get('content-type')?.includes('text/event-stream') !== true) {
    completion.add(await response.json());
    return completion;
  }
  const longest = request.maxTokens * thinkingRoom * longestToken;
  for await (const piece of Stream.fromSSEResponse<unknown>(response, new AbortController(), client)) {
    completion.add(piece);
    if (completion.length > 0 || completion.thinks) begun();
    if (completion.length > longest) break;
  }
  // A stream that ends without saying why was cut off, unless all that was wanted has come.
  if (completion.finish === null && !signal.aborted && !parseReply(completion.text, request.schema).ok) throw new BrokenReply('cut');
  return completion;
}

const cutWhileThinking = (completion: Completion): boolean =>
  completion.finish === 'length' && (completion.thinks || completion.text === '');

function asReply(completion: Completion): ChatReply {
  return { text: completion.text, logProbability: completion.logProbability, truncated: completion.finish === 'length' };
}

/** As structured output wants it: every member required, no defaults. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      delete part.default;
    },
  });
  return rest;
}
