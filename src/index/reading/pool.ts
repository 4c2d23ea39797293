import { availableParallelism } from 'node:os';

import { z } from 'zod';

import { startWorker } from '../../base/worker.ts';
import { readingLimits, timeFor } from '../../documents/limits.ts';
import { NotReadable } from '../../documents/not-readable.ts';
import { type Alarm, ReaderThreads } from '../../documents/reader-threads.ts';
import type { ReadReply, ReadRequest } from './read.ts';

/** More threads than this wait for the one that writes. */
const mostThreads = 6;

const replySchema = z.custom<ReadReply>((value) => typeof value === 'object' && value !== null && 'ok' in value);

/**
 * Threads that read, cut and embed files with the bundled embedder: each is the box of the file that it reads, which is named where it passes the limits.
 */
export class ReadingPool {
  readonly threads: number;
  readonly #readers: ReaderThreads;
  readonly #alarm: { readonly alarm?: Alarm };

  constructor(threads = Math.min(mostThreads, Math.max(2, availableParallelism() - 1)), alarm?: Alarm) {
    this.threads = threads;
    this.#alarm = alarm === undefined ? {} : { alarm };
    this.#readers = new ReaderThreads(
      () =>
        startWorker(new URL('./worker.ts', import.meta.url), 'index-worker.mjs', {
          stdout: true,
          stderr: true,
          resourceLimits: { maxOldGenerationSizeMb: readingLimits.megabytes, maxYoungGenerationSizeMb: 24 },
        }),
      threads,
    );
    this.#readers.warm();
  }

  /** @param bytes the file's size. @throws LinchpinError `cancelled` */
  async read(request: ReadRequest, bytes: number, signal?: AbortSignal): Promise<ReadReply> {
    try {
      return replySchema.parse(await this.#readers.ask(request, { ms: timeFor(bytes), signal, ...this.#alarm }));
    } catch (error) {
      if (error instanceof NotReadable) return { ok: false, status: 'skipped', cause: error.leftOut, reason: error.message };
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#readers.close();
  }
}
