/** After the last key the user is taken to type still, and at most so long does a step in the background wait, milliseconds. */
const usual = { typingMs: 1000, longestMs: 100, quietMs: 5000 };

/**
 * Lets what a user waits for go first: work in the background asks between its steps whether anybody types or waits for an answer.
 * A step waits a tenth of a second at most, so that the work comes to its end however long somebody types.
 */
export class Foreground {
  readonly #typingMs: number;
  readonly #longestMs: number;
  readonly #quietMs: number;
  #waitedFor = 0;
  #typing: NodeJS.Timeout | null = null;
  readonly #steps = new Set<() => void>();

  /** @param times milliseconds; parameters so that a test need not wait */
  constructor({
    typingMs,
    longestMs,
    quietMs = usual.quietMs,
  }: { readonly typingMs: number; readonly longestMs: number; readonly quietMs?: number } = usual) {
    this.#typingMs = typingMs;
    this.#longestMs = longestMs;
    this.#quietMs = quietMs;
  }

  get isBusy(): boolean {
    return this.#waitedFor > 0 || this.#typing !== null;
  }

  /** The user has typed just now. */
  typed(): void {
    if (this.#typing !== null) {
      this.#typing.refresh();
      return;
    }
    this.#typing = setTimeout(() => {
      this.#typing = null;
      this.#goOn();
    }, this.#typingMs);
    // No process stays for it.
    this.#typing.unref();
  }

  /** Work that a user waits for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#waitedFor += 1;
    try {
      return await work();
    } finally {
      this.#waitedFor -= 1;
      this.#goOn();
    }
  }

  /** Asked before a step in the background: fulfilled when nobody is kept waiting by it, or it has waited long enough, or is cancelled. */
  async free(signal?: AbortSignal): Promise<void> {
    if (!this.isBusy || signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        this.#steps.delete(go);
        signal?.removeEventListener('abort', go);
        resolve();
      };
      const timer = setTimeout(go, this.#longestMs);
      this.#steps.add(go);
      signal?.addEventListener('abort', go, { once: true });
    });
  }

  /**
   * The same for steps that take the processor for long, and are many: while somebody waits for an answer, so long as that takes, and at
   * most some seconds.
   */
  async quiet(signal?: AbortSignal): Promise<void> {
    const began = performance.now();
    while (this.#waitedFor > 0 && signal?.aborted !== true && performance.now() - began < this.#quietMs) await this.free(signal);
    await this.free(signal);
  }

  #goOn(): void {
    if (!this.isBusy) for (const go of [...this.#steps]) go();
  }
}
