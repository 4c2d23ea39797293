import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { startWorker } from '../../base/worker.ts';
import type { ReadReply, ReadRequest } from './read.ts';

/** More threads than this wait for the one that writes. */
const mostThreads = 6;

const replySchema = z.custom<ReadReply>((value) => typeof value === 'object' && value !== null && 'ok' in value);

/**
 * Threads that read, cut and embed files with the bundled embedder. Each has one file at a time; a thread that dies takes its file with
 * it, which is told, and another one takes its place.
 */
export class ReadingPool {
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #waiting: ((thread: Worker) => void)[] = [];

  constructor(threads = Math.min(mostThreads, Math.max(2, availableParallelism() - 1))) {
    for (let count = 0; count < threads; count += 1) this.#idle.push(this.#add());
  }

  get threads(): number {
    return this.#all.size;
  }

  async read(request: ReadRequest): Promise<ReadReply> {
    const thread = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    let cleanUp = (): void => undefined;
    try {
      const reply = await new Promise<unknown>((resolve, reject) => {
        const onExit = (): void => {
          reject(new Error('its reader stopped'));
        };
        thread.once('message', resolve).once('error', reject).once('exit', onExit);
        cleanUp = () => {
          thread.off('message', resolve).off('error', reject).off('exit', onExit);
        };
        thread.postMessage(request);
      });
      return replySchema.parse(reply);
    } catch (error) {
      this.#all.delete(thread);
      void thread.terminate();
      cleanUp();
      this.#hand(this.#add());
      return { ok: false, status: 'failed', cause: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      cleanUp();
      if (this.#all.has(thread)) this.#hand(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
  }

  #add(): Worker {
    const thread = startWorker(new URL('./worker.ts', import.meta.url), 'index-worker.mjs', {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 },
    });
    // One that was given up may still fail.
    thread.on('error', () => undefined).unref();
    this.#all.add(thread);
    return thread;
  }

  #hand(thread: Worker): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(thread);
    else next(thread);
  }
}
