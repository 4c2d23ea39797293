import { type Dispatcher, fetch } from 'undici';

import { type Failure, failure, refusal } from './failure.ts';
import { retryAfter } from './retry.ts';

export interface WatchLimits {
  /** Silence until the reply has begun, milliseconds: models read the prompt, and some think, before they write. */
  readonly beginMs: number;
  /** Silence after that, milliseconds. */
  readonly stallMs: number;
  /** Until the reply is whole, milliseconds. */
  readonly wholeMs: number;
  readonly maxBytes: number;
}

/** Of a refusal, more than this is not read. */
const refusalBytes = 64 * 1024;

/**
 * Watches one attempt from its request to the last byte of its reply. The client library stops its own clock when the headers arrive, so
 * that a reply that stalls in the middle would be waited for without end.
 */
export class Watch {
  readonly #controller = new AbortController();
  readonly #limits: WatchLimits;
  readonly #outer: AbortSignal | undefined;
  readonly #dispatcher: Dispatcher;
  readonly #whole: NodeJS.Timeout;
  #silence: NodeJS.Timeout;
  #failure: Failure | null = null;
  #bytes = 0;
  #silenceMs: number;

  /** @param outer the caller's; when it is aborted the attempt ends, and `failure` stays null */
  constructor(limits: WatchLimits, outer: AbortSignal | undefined, dispatcher: Dispatcher) {
    this.#limits = limits;
    this.#dispatcher = dispatcher;
    this.#outer = outer;
    this.#whole = setTimeout(() => {
      this.#stop(failure('late'));
    }, limits.wholeMs);
    this.#silenceMs = limits.beginMs;
    this.#silence = this.#listenForSilence();
    if (outer?.aborted === true) this.#controller.abort();
    else outer?.addEventListener('abort', this.#cancel, { once: true });
  }

  /** Aborted by the caller, the limits, or `end`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the attempt was stopped or what the server refused; null where neither happened. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** To be called when the first text of the reply has come: from now on, silence is a stall. */
  readonly begun = (): void => {
    if (this.#silenceMs === this.#limits.stallMs) return;
    this.#silenceMs = this.#limits.stallMs;
    this.#heard(0);
  };

  /** Sends the request and listens to the reply. Redirects are not followed: what is sent goes to the host that the user named. */
  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method, body, signal } = init;
    if (url instanceof Request || (body !== undefined && body !== null && typeof body !== 'string'))
      throw new TypeError('Only text is sent.');
    const response = await fetch(url, {
      method: method ?? 'GET',
      headers: [...new Headers(init.headers)],
      ...(typeof body === 'string' ? { body } : {}),
      ...(signal === undefined || signal === null ? {} : { signal }),
      redirect: 'manual',
      dispatcher: this.#dispatcher,
    });
    this.#heard(0);
    const { status, statusText } = response;
    const headers = new Headers([...response.headers]);
    if (!response.ok) {
      const said = await this.#readRefusal(response.body);
      this.#failure ??= refusal(status, said, retryAfter(headers, Date.now()), headers.get('x-should-retry'));
      return new Response(status === 304 || said === '' ? null : said, { status, statusText, headers });
    }
    if (response.body === null) return new Response(null, { status, statusText, headers });
    return new Response(this.#listen(response.body), { status, statusText, headers });
  };

  /** Closes the connection where it is still open. Must be called at the end of every attempt. */
  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#silence);
    this.#outer?.removeEventListener('abort', this.#cancel);
    this.#controller.abort();
  }

  readonly #cancel = (): void => {
    this.#controller.abort();
  };

  #heard(bytes: number): void {
    this.#bytes += bytes;
    clearTimeout(this.#silence);
    if (this.signal.aborted) return;
    if (this.#bytes > this.#limits.maxBytes) this.#stop(failure('too-large'));
    else this.#silence = this.#listenForSilence();
  }

  #listenForSilence(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#stop(failure('silent'));
    }, this.#silenceMs);
  }

  #stop(why: Failure): void {
    this.#failure ??= why;
    this.#controller.abort();
  }

  /** The same bytes, each piece of them a sign of life. */
  #listen(body: AsyncIterable<unknown>): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = body[Symbol.asyncIterator]();
    return new ReadableStream({
      pull: async (out) => {
        const piece: IteratorResult<unknown, unknown> = await pieces.next();
        if (piece.done === true) out.close();
        else if (piece.value instanceof Uint8Array) {
          this.#heard(piece.value.byteLength);
          out.enqueue(new Uint8Array(piece.value));
        } else out.error(new TypeError('A piece of a reply is not of bytes.'));
      },
      cancel: async () => {
        await pieces.return?.();
      },
    });
  }

  async #readRefusal(body: AsyncIterable<unknown> | null): Promise<string> {
    if (body === null) return '';
    const decoder = new TextDecoder();
    let said = '';
    for await (const bytes of body) {
      this.#heard(0);
      if (bytes instanceof Uint8Array) said += decoder.decode(bytes, { stream: true });
      if (said.length > refusalBytes) break;
    }
    return said;
  }
}
