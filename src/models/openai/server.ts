import OpenAI, { APIError } from 'openai';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';

import { isLoopback, isOpenWire } from '../../base/address.ts';
import { LinchpinError, throwIfCancelled } from '../../base/error.ts';
import { createRandom, deriveSeed } from '../../base/random.ts';
import type { ModelCall } from '../ports.ts';
import { BrokenReply, connectionCode, type Failure, failure, failureError, refusal } from './failure.ts';
import { backoff, type Clock, systemClock } from './retry.ts';
import { Watch } from './watch.ts';

export interface OpenAiServerOptions {
  /** With its version: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** null or empty: none is sent. */
  readonly apiKey: string | null;
  /** For one call with everything that is tried again, milliseconds. Default 120 000. */
  readonly deadlineMs?: number;
  /** Longest silence before the first text of a reply, milliseconds: a model on this machine may read a long prompt for a minute. Default: the deadline. */
  readonly timeoutMs?: number;
  /** Longest silence in the middle of a streamed reply, milliseconds. Default 30 000. */
  readonly stallMs?: number;
  /** Further attempts after the first. Default 4. */
  readonly maxRetries?: number;
  /** Of one reply. Default 16 MiB. */
  readonly maxReplyBytes?: number;
  readonly clock?: Clock;
}

export interface Attempt {
  readonly client: OpenAI;
  /** To be given to the client with the request. */
  readonly signal: AbortSignal;
  /** To be called when the first text of a streamed reply has come. */
  readonly begun: () => void;
}

export interface CallOptions {
  /** The model's name at the server, for messages; empty where none is asked. */
  readonly model: string;
  /** Told of a refusal before anything else: true where the caller changed its request and wants it sent at once. */
  readonly adapt?: (refusal: Failure) => boolean;
}

/** More changes than a request has parts are a circle. */
const maxAdaptations = 12;
/** A server that asks for a longer wait is not waited for. */
const longestRetryAfterMs = 60_000;
/** Of a timer. */
const forever = 2 ** 31 - 1;

/** What the client library tells of this machine with every request; nobody asked for it. */
const silencedHeaders = ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'].map(
  (name) => `X-Stainless-${name}`,
);

/** A server that speaks OpenAI's protocol: one client, with retries, deadlines and cancellation around each call. */
export class OpenAiServer {
  readonly baseUrl: string;
  /** Host and port. */
  readonly host: string;
  /** The server is on this machine. */
  readonly local: boolean;
  readonly #client: OpenAI;
  readonly #dispatcher: Dispatcher;
  readonly #options: Required<Omit<OpenAiServerOptions, 'baseUrl' | 'apiKey'>>;
  #calls = 0;

  /** Nothing is sent yet. @throws LinchpinError `settings-invalid` where the base URL or the environment's proxy is not one, or a key would go over a network unencrypted, `model-unauthorized` where the key cannot be one. */
  constructor(options: OpenAiServerOptions) {
    const url = baseUrl(options.baseUrl);
    this.baseUrl = url.href.replace(/\/+$/, '');
    this.host = url.host;
    this.local = isLoopback(this.baseUrl);
    const apiKey = checkedKey(options.apiKey);
    if (apiKey !== null && isOpenWire(this.baseUrl))
      throw new LinchpinError(
        'settings-invalid',
        `The API key is not sent to ${url.origin}: http:// is not encrypted, and the server is not on this machine.`,
        'Write the address of the server with https://, or take the key away with "Linchpin: Clear API Key".',
      );
    const deadlineMs = Math.min(options.deadlineMs ?? 120_000, forever);
    this.#options = {
      deadlineMs,
      timeoutMs: Math.min(options.timeoutMs ?? deadlineMs, deadlineMs),
      stallMs: options.stallMs ?? 30_000,
      maxRetries: options.maxRetries ?? 4,
      maxReplyBytes: options.maxReplyBytes ?? 16 * 1024 * 1024,
      clock: options.clock ?? systemClock,
    };
    this.#dispatcher = connections(this.local);
    // Everything that the library would take from environment variables is given: a key or an organisation must not reach a host that they are not meant for.
    this.#client = new OpenAI({
      baseURL: this.baseUrl,
      apiKey: apiKey ?? 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: forever,
      logLevel: 'off',
      defaultHeaders: {
        ...Object.fromEntries(silencedHeaders.map((name) => [name, null])),
        ...(apiKey === null ? { Authorization: null } : {}),
      },
    });
  }

  /**
   * Runs `work`, again where that may help: after 408, 409, 429, 5xx, lost connections and stalls, with growing waits, and after what the
   * server asks for in `Retry-After`. Ends at the deadline, and at once when the signal is aborted; the connection is closed then.
   * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`, `model-unauthorized`, `model-rate-limited`, and what `work` throws of that class.
   */
  async call<T>(
    work: (attempt: Attempt) => Promise<T>,
    call: Pick<ModelCall, 'signal' | 'seed'>,
    { model, adapt }: CallOptions,
  ): Promise<T> {
    const { clock, deadlineMs, timeoutMs, stallMs, maxRetries, maxReplyBytes } = this.#options;
    const started = clock.now();
    this.#calls += 1;
    const random = createRandom(deriveSeed('retry', String(call.seed), String(this.#calls)));
    const asked = { host: this.host, model, seconds: Math.round(deadlineMs / 1000) };
    let failures = 0;
    let adaptations = 0;
    for (;;) {
      throwIfCancelled(call.signal);
      const left = Math.max(1, deadlineMs - (clock.now() - started));
      const watch = new Watch(
        { beginMs: Math.min(timeoutMs, left), stallMs, wholeMs: left, maxBytes: maxReplyBytes },
        call.signal,
        this.#dispatcher,
      );
      let problem: Failure;
      try {
        const result = await work({ client: this.#client.withOptions({ fetch: watch.fetch }), signal: watch.signal, begun: watch.begun });
        // The library ends a stream that was aborted as if it were whole.
        throwIfCancelled(call.signal);
        if (watch.failure === null) return result;
        problem = watch.failure;
      } catch (error) {
        throwIfCancelled(call.signal);
        if (error instanceof LinchpinError) throw error;
        problem = watch.failure ?? thrown(error);
      } finally {
        watch.end();
      }
      if (problem.kind === 'refused' && adaptations < maxAdaptations && adapt?.(problem) === true) {
        adaptations += 1;
        continue;
      }
      if (!problem.retryable || failures >= maxRetries) throw failureError(problem, asked);
      const wait = problem.retryAfterMs ?? backoff(failures, random);
      if (wait > longestRetryAfterMs || clock.now() - started + wait >= deadlineMs) throw failureError(problem, asked);
      failures += 1;
      await clock.sleep(wait, call.signal);
    }
  }
}

/** What the library threw, where the watch saw neither a refusal nor an end. */
function thrown(error: unknown): Failure {
  if (error instanceof BrokenReply) return failure(error.kind);
  if (error instanceof SyntaxError) return failure('unreadable');
  // An error that a server sends in the middle of a stream: as good as the status that it would have been.
  if (error instanceof APIError && error.error !== undefined) {
    const said = JSON.stringify(error.error);
    const code = Number(/"(?:code|status)"\s*:\s*"?(\d{3})\b/.exec(said)?.[1] ?? Number.NaN);
    return refusal(code >= 400 && code < 600 ? code : 500, said, null, null);
  }
  const code = connectionCode(error);
  // The library wraps what fails before the headers; what fails after them comes bare.
  return error instanceof APIError ? failure('unreachable', code) : failure('cut', code);
}

/** Silence is the watch's to notice. What is meant for this machine goes through no proxy. @throws LinchpinError `settings-invalid`. */
function connections(local: boolean): Dispatcher {
  const untimed = { headersTimeout: 0, bodyTimeout: 0 };
  try {
    return local ? new Agent(untimed) : new EnvHttpProxyAgent(untimed);
  } catch {
    throw new LinchpinError(
      'settings-invalid',
      'The proxy that the environment names is not one.',
      'Correct HTTP_PROXY and HTTPS_PROXY, or name the model server in NO_PROXY.',
    );
  }
}

/** The library would quote a key that does not fit into a header. */
function checkedKey(key: string | null): string | null {
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return null;
  if (!/^[\x21-\x7e]+$/.test(trimmed))
    throw new LinchpinError(
      'model-unauthorized',
      'The API key holds characters that no key has.',
      'Run "Linchpin: Set API Key" and paste it again.',
    );
  return trimmed;
}

function baseUrl(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (
    url === null ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== ''
  ) {
    throw new LinchpinError(
      'settings-invalid',
      'The address of the model server is not one.',
      'Set linchpin.models.server.url to something like http://localhost:11434/v1; the key is set with "Linchpin: Set API Key".',
    );
  }
  url.hash = '';
  return url;
}
