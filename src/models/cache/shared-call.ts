import { cancelled, throwIfCancelled } from '../../base/error.ts';

interface Running<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Equal work asked for while it is under way is done once. Whoever gives up leaves the others alone; the last one to do so stops the work. */
export class SharedCalls<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * @param work given a signal of its own
   * @returns the result, and whether someone else had asked for it first
   * @throws LinchpinError `cancelled`, and what the work throws
   */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly value: T; readonly joined: boolean }> {
    throwIfCancelled(signal);
    const known = this.#running.get(key);
    const running = known ?? this.#start(key, work);
    running.waiting += 1;
    let giveUp = (): void => undefined;
    const gone = new Promise<never>((_, reject) => {
      giveUp = () => {
        running.waiting -= 1;
        if (running.waiting > 0) reject(cancelled());
        else {
          // Nobody may join what is being stopped; whoever waited last sees it end.
          if (this.#running.get(key) === running) this.#running.delete(key);
          running.stop.abort();
        }
      };
    });
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return { value: await Promise.race([running.result, gone]), joined: known !== undefined };
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const stop = new AbortController();
    const result = work(stop.signal);
    const running: Running<T> = { result, stop, waiting: 0 };
    this.#running.set(key, running);
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    result.then(end, end);
    return running;
  }
}
