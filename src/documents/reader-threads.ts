import type { Worker } from 'node:worker_threads';

import { cancelled, throwIfCancelled } from '../base/error.ts';
import { readingLimits } from './limits.ts';
import { NotReadable } from './not-readable.ts';

/** What a thread says of a file beside its reply: its time counts from `began` to `parsed`. */
export type ReaderNews = { readonly at: 'began' } | { readonly at: 'parsed' };

/** Calls after so many milliseconds, unless it is silenced before. */
export type Alarm = (ms: number, call: () => void) => () => void;

export interface ReadingTime {
  readonly ms: number;
  readonly alarm?: Alarm;
  readonly signal?: AbortSignal | undefined;
}

/** How many times the given time passes at most where the machine has no time for this program. */
const longestOfBusy = 6;

/**
 * Counts the time in which a thread could read: where other programs have the processor it goes on, as a file is not to be left out for that.
 * @param busy threads that share what this process got
 */
function clockOf(busy: () => number): Alarm {
  return (ms, call) => {
    const [began, before] = [performance.now(), process.cpuUsage()];
    const ring = (): void => {
      const { user, system } = process.cpuUsage(before);
      const isStarved = (user + system) / 1000 < ms * busy() && performance.now() - began < longestOfBusy * ms;
      if (isStarved) timer = setTimeout(ring, ms / 4);
      // A reply that has come while this process was busy is heard first.
      else setImmediate(call);
    };
    let timer = setTimeout(ring, ms);
    return () => {
      clearTimeout(timer);
    };
  };
}

interface Waiting {
  readonly take: (thread: Worker) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Threads that read files, each one at a time. A file that takes too long, needs too much memory or makes its reader fail ends that thread and nothing
 * else; another one takes its place when it is needed. They stay warm, and keep no process alive while nothing is read.
 */
export class ReaderThreads {
  readonly #start: () => Worker;
  readonly #most: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #waiting: Waiting[] = [];
  #isClosed = false;

  /** @param most threads at once */
  constructor(start: () => Worker, most: number) {
    this.#start = start;
    this.#most = most;
  }

  get isBusy(): boolean {
    return this.#idle.length < this.#all.size;
  }

  /** Starts all threads now. */
  warm(): void {
    while (this.#all.size < this.#most) this.#idle.push(this.#add());
  }

  /** A thread's reply. @throws NotReadable `over-limit`, `damaged` where there is none; LinchpinError `cancelled` */
  async ask(request: unknown, time: ReadingTime): Promise<unknown> {
    throwIfCancelled(time.signal);
    const thread = await this.#free(time.signal);
    if (time.signal?.aborted === true) {
      this.#hand(thread);
      throw cancelled();
    }
    thread.ref();
    try {
      return await answerOf(thread, request, { alarm: clockOf(() => this.#all.size - this.#idle.length), ...time });
    } catch (error) {
      this.#all.delete(thread);
      void thread.terminate();
      const next = this.#waiting.shift();
      if (next !== undefined) next.take(this.#add());
      throw error;
    } finally {
      thread.unref();
      if (this.#all.has(thread)) this.#hand(thread);
    }
  }

  /** Ends them all; what is being read is not read. They start again when they are asked again. */
  async letGo(): Promise<void> {
    const threads = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  /** The same, for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { fail } of this.#waiting.splice(0)) fail(cancelled());
    await this.letGo();
  }

  async #free(signal: AbortSignal | undefined): Promise<Worker> {
    if (this.#isClosed) throw cancelled();
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#all.size < this.#most) return this.#add();
    let cleanUp = (): void => undefined;
    try {
      return await new Promise<Worker>((resolve, reject) => {
        const waiting = { take: resolve, fail: reject };
        this.#waiting.push(waiting);
        const onAbort = (): void => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          reject(cancelled());
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        cleanUp = () => signal?.removeEventListener('abort', onAbort);
      });
    } finally {
      cleanUp();
    }
  }

  #add(): Worker {
    const thread = this.#start();
    // One that was given up may still fail.
    thread.on('error', () => undefined).unref();
    thread.on('exit', () => {
      this.#all.delete(thread);
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    this.#all.add(thread);
    return thread;
  }

  #hand(thread: Worker): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next.take(thread);
  }
}

/** The thread's reply to a request. */
async function answerOf(
  thread: Worker,
  request: unknown,
  { ms, alarm, signal }: ReadingTime & { readonly alarm: Alarm },
): Promise<unknown> {
  let cleanUp = (): void => undefined;
  try {
    return await new Promise<unknown>((resolve, reject) => {
      let silence = (): void => undefined;
      const onMessage = (message: unknown): void => {
        silence();
        if (!isNews(message)) resolve(message);
        else if (message.at === 'began')
          silence = alarm(ms, () => {
            reject(
              new NotReadable(
                'over-limit',
                `it took longer than ${Math.round(ms / 1000)} seconds to read: cut it into several files, or leave it out (setting linchpin.index.exclude)`,
              ),
            );
          });
      };
      const onError = (error: Error): void => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(
          isMemory
            ? new NotReadable(
                'over-limit',
                `it needs more than ${readingLimits.megabytes} MB of memory to read: cut it into several files, or leave it out (setting linchpin.index.exclude)`,
                error,
              )
            : new NotReadable('damaged', 'it made its reader fail: save it again with the program that made it', error),
        );
      };
      const onExit = (): void => {
        reject(new NotReadable('over-limit', 'its reader stopped'));
      };
      const onAbort = (): void => {
        reject(cancelled());
      };
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
      // One by one: a Worker has listeners of its own.
      cleanUp = () => {
        silence();
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal?.removeEventListener('abort', onAbort);
      };
      thread.postMessage(request);
    });
  } finally {
    cleanUp();
  }
}

function isNews(message: unknown): message is ReaderNews {
  return typeof message === 'object' && message !== null && 'at' in message && (message.at === 'began' || message.at === 'parsed');
}
