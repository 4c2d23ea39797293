import { type Failure, failure, refusal } from './failure.ts';
import { retryAfter } from './retry.ts';

export interface WatchLimits {
  /** Until the first byte of the reply, milliseconds. */
  readonly firstByteMs: number;
  /** Between two pieces of a reply, milliseconds. */
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
  readonly #whole: NodeJS.Timeout;
  #silence: NodeJS.Timeout;
  #failure: Failure | null = null;
  #bytes = 0;

  /** @param outer the caller's; when it is aborted the attempt ends, and `failure` stays null */
  constructor(limits: WatchLimits, outer: AbortSignal | undefined) {
    this.#limits = limits;
    this.#outer = outer;
    this.#whole = setTimeout(() => { this.#stop(failure('late')); }, limits.wholeMs);
    this.#silence = setTimeout(() => { this.#stop(failure('silent')); }, limits.firstByteMs);
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

  /** Sends the request and listens to the reply. Redirects are not followed: what is sent goes to the host that the user named. */
  readonly fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    this.#heard(0);
    const { status, statusText, headers } = response;
    if (!response.ok) {
      const said = await this.#readRefusal(response);
      this.#failure ??= refusal(status, said, retryAfter(headers, Date.now()), headers.get('x-should-retry'));
      return new Response(status === 304 || said === '' ? null : said, { status, statusText, headers });
    }
    if (response.body === null) return response;
    const listen = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#heard(chunk.byteLength);
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(listen), { status, statusText, headers });
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
    else this.#silence = setTimeout(() => { this.#stop(failure('silent')); }, this.#limits.stallMs);
  }

  #stop(why: Failure): void {
    this.#failure ??= why;
    this.#controller.abort();
  }

  async #readRefusal(response: Response): Promise<string> {
    if (response.body === null) return '';
    const decoder = new TextDecoder();
    let said = '';
    for await (const chunk of response.body) {
      const bytes: unknown = chunk;
      this.#heard(0);
      if (bytes instanceof Uint8Array) said += decoder.decode(bytes, { stream: true });
      if (said.length > refusalBytes) break;
    }
    return said;
  }
}
