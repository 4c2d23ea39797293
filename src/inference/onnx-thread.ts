import type { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { cancelled } from '../base/error.ts';
import { startWorker } from '../base/worker.ts';

/** Whole numbers, row by row. */
export interface OnnxInput {
  readonly values: Int32Array<ArrayBuffer>;
  readonly shape: readonly number[];
}

export interface OnnxRequest {
  readonly id: number;
  /** The model's ONNX file. */
  readonly file: string;
  readonly threads: number;
  /** null: it is opened, and not run. */
  readonly inputs: Readonly<Record<string, OnnxInput>> | null;
}

/** Why there are no outputs: the runtime is missing, the file is no model, or its run failed. */
export interface OnnxFailure {
  readonly failed: 'runtime' | 'file' | 'run';
  readonly reason: string;
}

export type OnnxOutputs = Readonly<Record<string, Float32Array>>;
export type OnnxReply = { readonly id: number } & (
  { readonly ok: true; readonly outputs: OnnxOutputs } | ({ readonly ok: false } & OnnxFailure)
);

const failureSchema = z.object({ ok: z.literal(false), failed: z.enum(['runtime', 'file', 'run']), reason: z.string() });
const replySchema = z.intersection(
  z.object({ id: z.int() }),
  z.union([failureSchema, z.object({ ok: z.literal(true), outputs: z.record(z.string(), z.instanceof(Float32Array)) })]),
);

interface Waiting {
  readonly request: OnnxRequest;
  readonly settle: (outcome: OnnxReply) => void;
}

/**
 * A thread that runs ONNX models, one request at a time, in the order in which they were asked. It starts with the first request and does
 * not keep the process alive; where it dies, the request that it ran fails, and the next starts another thread.
 */
export class OnnxThread {
  #worker: Worker | undefined;
  #running: Waiting | undefined;
  readonly #queue: Waiting[] = [];
  readonly #threads: number;
  #last = 0;

  /** @param threads of the processor for one run */
  constructor(threads: number) {
    this.#threads = threads;
  }

  /**
   * @param inputs null opens the model ahead of its first run
   * @throws LinchpinError `cancelled`: at once where it has not begun to run, and after the run else
   */
  async request(file: string, inputs: OnnxRequest['inputs'], signal?: AbortSignal): Promise<OnnxReply> {
    if (signal?.aborted === true) throw cancelled();
    this.#last += 1;
    const request: OnnxRequest = { id: this.#last, file, threads: this.#threads, inputs };
    return await new Promise((resolve, reject) => {
      const waiting: Waiting = {
        request,
        settle: (outcome) => {
          signal?.removeEventListener('abort', abort);
          resolve(outcome);
        },
      };
      const abort = (): void => {
        const place = this.#queue.indexOf(waiting);
        if (place >= 0) this.#queue.splice(place, 1);
        reject(cancelled());
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#queue.push(waiting);
      this.#next();
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const next = this.#queue.shift();
    if (next === undefined) {
      this.#worker?.unref();
      return;
    }
    this.#running = next;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    worker.postMessage(next.request);
  }

  #settle(outcome: OnnxReply): void {
    const running = this.#running;
    if (running?.request.id !== outcome.id) return;
    this.#running = undefined;
    running.settle(outcome);
    this.#next();
  }

  #start(): Worker {
    const worker = startWorker(new URL('./onnx-worker.ts', import.meta.url), 'onnx-worker.mjs', {
      // The runtime crashes the process on the default stack where the process was started with long arguments.
      resourceLimits: { stackSizeMb: 16 },
    });
    const stopped = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      const id = this.#running?.request.id;
      if (id !== undefined) this.#settle({ id, ok: false, failed: 'run', reason });
    };
    worker.on('message', (message: unknown) => {
      this.#settle(replySchema.parse(message));
    });
    worker.on('error', (error) => {
      stopped(error instanceof Error ? error.message : String(error));
    });
    worker.on('exit', () => {
      stopped('its thread stopped');
    });
    return worker;
  }
}
