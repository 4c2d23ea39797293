import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { brain } from './brain.ts';

export interface ScriptedMessage {
  readonly role: string;
  readonly content: string;
}

export interface ScriptedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed; an empty object where there is none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly messages: readonly ScriptedMessage[];
  /** How many requests to this path came before. */
  readonly earlier: number;
}

/** What the server does with a request. Times in milliseconds. */
export type Behaviour =
  | {
      readonly do: 'reply';
      readonly text?: string;
      readonly reasoning?: string;
      readonly finish?: string | null;
      readonly logprob?: number;
      readonly delayMs?: number;
      readonly withoutUsage?: boolean;
      readonly promptTokens?: number;
      readonly headersFirst?: boolean;
    }
  | { readonly do: 'status'; readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Sends nothing more: `pieces` of the reply, then silence. 0: not even headers. */
  | { readonly do: 'stall'; readonly pieces?: number }
  /** Sends `pieces` of the reply, then resets the connection, or ends it in good order. */
  | { readonly do: 'break'; readonly pieces?: number; readonly how: 'reset' | 'end' }
  /** Sends this, whatever was asked. */
  | { readonly do: 'raw'; readonly contentType: string; readonly text: string }
  /** An error in the middle of a stream. */
  | { readonly do: 'stream-error'; readonly error: unknown }
  /** A reply that goes on and on. */
  | { readonly do: 'endless'; readonly bytes: number };

export type Script = (request: ScriptedRequest) => Behaviour | undefined;

export interface ScriptedOptions {
  /** Consulted first; undefined: the server behaves. */
  readonly script?: Script;
  /** What a chat model replies. Default: `brain`. */
  readonly think?: (messages: readonly ScriptedMessage[], body: Readonly<Record<string, unknown>>) => string;
  readonly models?: readonly string[];
  /** Before each chat reply, milliseconds. */
  readonly delayMs?: number;
  /** Of embeddings. Default 16. */
  readonly dimensions?: number;
  /** Sends embeddings as numbers even where base64 is asked for. */
  readonly floatsOnly?: boolean;
  /** Bearer key that requests must carry. */
  readonly apiKey?: string;
  /** Default 0: any free one. */
  readonly port?: number;
}

export interface ScriptedServer {
  /** Ends in /v1. */
  readonly url: string;
  readonly requests: readonly ScriptedRequest[];
  /** Chat requests alone. */
  readonly chats: readonly ScriptedRequest[];
  /** Connections open now. */
  readonly connections: number;
  /** Connections that were ever made. */
  readonly accepted: number;
  /** Chat requests that the client gave up before their end. */
  readonly abandoned: number;
  /** The most chat requests under way at once. */
  readonly most: number;
  close(): Promise<void>;
}

/** A server of OpenAI's protocol on this machine. What it answers is a function of the request alone; the script makes it misbehave. */
export async function startScriptedServer(options: ScriptedOptions = {}): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const sockets = new Set<Socket>();
  const state = { abandoned: 0, running: 0, most: 0 };
  let accepted = 0;
  const server = createServer((incoming, outgoing) => {
    void readBody(incoming).then(async (body) => {
      const path = (incoming.url ?? '/').split('?')[0] ?? '/';
      const request: ScriptedRequest = {
        method: incoming.method ?? 'GET',
        path,
        headers: incoming.headers,
        body,
        messages: messagesOf(body),
        earlier: requests.filter((each) => each.path === path).length,
      };
      requests.push(request);
      await answer(request, outgoing, options, state);
    });
  });
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    get chats() {
      return requests.filter((request) => request.path === '/v1/chat/completions');
    },
    get connections() {
      return sockets.size;
    },
    get accepted() {
      return accepted;
    },
    get abandoned() {
      return state.abandoned;
    },
    get most() {
      return state.most;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) =>
        server.close(() => {
          resolve();
        }),
      );
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function messagesOf(body: Record<string, unknown>): ScriptedMessage[] {
  const { messages } = body;
  return Array.isArray(messages)
    ? messages.map((message: { role?: unknown; content?: unknown }) => ({ role: String(message.role), content: String(message.content) }))
    : [];
}

async function answer(
  request: ScriptedRequest,
  out: ServerResponse,
  options: ScriptedOptions,
  state: { abandoned: number; running: number; most: number },
): Promise<void> {
  if (options.apiKey !== undefined && request.headers.authorization !== `Bearer ${options.apiKey}`) {
    json(out, 401, {
      error: {
        message: `Incorrect API key provided: ${request.headers.authorization ?? 'none'}`,
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    });
    return;
  }
  const behaviour = options.script?.(request);
  const { models = ['scripted'] } = options;
  if (behaviour?.do === 'status') {
    json(out, behaviour.status, behaviour.body ?? { error: { message: `status ${behaviour.status}` } }, behaviour.headers);
    return;
  }
  if (request.path === '/v1/models') json(out, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
  else if (request.path === '/v1/embeddings') embed(request, behaviour, out, options);
  else if (request.path !== '/v1/chat/completions') json(out, 404, { error: { message: 'Not Found' } });
  else if (!models.includes(String(request.body['model']))) {
    json(out, 404, {
      error: {
        message: `The model \`${String(request.body['model'])}\` does not exist`,
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    });
  } else {
    state.running += 1;
    state.most = Math.max(state.most, state.running);
    out.once('close', () => {
      state.running -= 1;
      if (!out.writableFinished) state.abandoned += 1;
    });
    await chat(request, behaviour ?? { do: 'reply' }, out, options);
  }
}

function json(out: ServerResponse, status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
  out.writeHead(status, { 'content-type': 'application/json', ...headers });
  out.end(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Pieces of a text as a stream would bring them. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,12}/g) ?? [];
}

async function chat(request: ScriptedRequest, behaviour: Behaviour, out: ServerResponse, options: ScriptedOptions): Promise<void> {
  const { body, messages } = request;
  const wait = (behaviour.do === 'reply' ? behaviour.delayMs : undefined) ?? options.delayMs ?? 0;
  if (behaviour.do === 'reply' && behaviour.headersFirst === true) {
    out.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    out.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] })}\n\n`);
  }
  if (wait > 0) await pause(wait, out);
  if (out.destroyed) return;
  if (behaviour.do === 'raw') {
    out.writeHead(200, { 'content-type': behaviour.contentType });
    out.end(behaviour.text);
    return;
  }
  const text = (behaviour.do === 'reply' ? behaviour.text : undefined) ?? (options.think ?? brain)(messages, body);
  const reasoning = behaviour.do === 'reply' ? behaviour.reasoning : undefined;
  const finish = behaviour.do === 'reply' && behaviour.finish !== undefined ? behaviour.finish : 'stop';
  const logprob = behaviour.do === 'reply' ? (behaviour.logprob ?? -0.1) : -0.1;
  const wantsLogprobs = body['logprobs'] === true;
  const usage = {
    prompt_tokens: (behaviour.do === 'reply' ? behaviour.promptTokens : undefined) ?? Math.ceil(JSON.stringify(messages).length / 4),
    completion_tokens: Math.ceil(text.length / 4),
    total_tokens: 0,
  };
  const base = { id: 'chatcmpl-1', created: 0, model: body['model'] };
  const logprobs = (part: string): unknown =>
    wantsLogprobs ? { content: [{ token: part, logprob, bytes: null, top_logprobs: [] }] } : null;

  if (body['stream'] !== true) {
    if (behaviour.do === 'stall') return;
    if (behaviour.do === 'break') {
      out.destroy();
      return;
    }
    json(out, 200, {
      ...base,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, ...(reasoning === undefined ? {} : { reasoning_content: reasoning }) },
          finish_reason: finish,
          logprobs: logprobs(text),
        },
      ],
      ...(behaviour.do === 'reply' && behaviour.withoutUsage === true ? {} : { usage }),
    });
    return;
  }

  if (behaviour.do === 'stall' && (behaviour.pieces ?? 0) === 0) return;
  if (!out.headersSent) out.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  const send = (value: unknown): void => void out.write(`data: ${JSON.stringify(value)}\n\n`);
  const delta = (content: Record<string, unknown>, part: string, finished: string | null): void => {
    send({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: content, finish_reason: finished, logprobs: part === '' ? null : logprobs(part) }],
    });
  };
  delta({ role: 'assistant', content: '' }, '', null);
  if (behaviour.do === 'stream-error') {
    send({ error: behaviour.error });
    out.end();
    return;
  }
  if (behaviour.do === 'endless') {
    endless(out, behaviour.bytes, (part) => {
      delta({ content: part }, '', null);
    });
    return;
  }
  if (reasoning !== undefined) for (const part of pieces(reasoning)) delta({ reasoning_content: part }, '', null);
  let sent = 0;
  for (const part of pieces(text)) {
    if ((behaviour.do === 'stall' || behaviour.do === 'break') && sent >= (behaviour.pieces ?? 0)) break;
    delta({ content: part }, part, null);
    sent += 1;
  }
  if (behaviour.do === 'stall') return;
  if (behaviour.do === 'break') {
    // What was written has to leave before the connection is torn.
    if (behaviour.how === 'end') out.end();
    else out.write(': \n\n', () => out.socket?.resetAndDestroy());
    return;
  }
  if (finish !== null) delta({}, '', finish);
  const options_ = body['stream_options'];
  const withUsage = typeof options_ === 'object' && options_ !== null && !(behaviour.do === 'reply' && behaviour.withoutUsage === true);
  if (withUsage) send({ ...base, object: 'chat.completion.chunk', choices: [], usage });
  out.end('data: [DONE]\n\n');
}

function endless(out: ServerResponse, bytes: number, send: (part: string) => void): void {
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !out.destroyed) {
      left -= 8192;
      send('x'.repeat(8192));
      if (out.writableNeedDrain) {
        out.once('drain', more);
        return;
      }
    }
    if (!out.destroyed) out.end('data: [DONE]\n\n');
  };
  more();
}

function embed(
  { body }: ScriptedRequest,
  behaviour: Behaviour | undefined,
  out: ServerResponse,
  { dimensions = 16, floatsOnly = false }: ScriptedOptions,
): void {
  if (behaviour?.do === 'stall') return;
  if (behaviour?.do === 'raw') {
    out.writeHead(200, { 'content-type': behaviour.contentType });
    out.end(behaviour.text);
    return;
  }
  const input = Array.isArray(body['input']) ? body['input'].map(String) : [String(body['input'])];
  const asBase64 = body['encoding_format'] === 'base64' && !floatsOnly;
  const data = input.map((text, index) => {
    const vector = bagOfWords(text, dimensions);
    return { object: 'embedding', index, embedding: asBase64 ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector };
  });
  // Out of order, as a server that works in parallel may send them.
  json(out, 200, {
    object: 'list',
    data: data.reverse(),
    model: body['model'],
    usage: { prompt_tokens: input.join(' ').length, total_tokens: input.join(' ').length },
  });
}

/** Words hashed into so many numbers: texts that share words are near. Not of length 1. */
export function bagOfWords(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}

/** Waits, unless the client goes. */
async function pause(ms: number, out: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    out.once('close', end);
  });
}
