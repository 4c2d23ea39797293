import type { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { startWorker } from '../../base/worker.ts';

/** Whole or real numbers, row by row. */
export interface GraphInput {
  readonly values: Int32Array | Float32Array;
  readonly shape: readonly number[];
}

export interface GraphRequest {
  readonly id: number;
  /** The network's ONNX file. */
  readonly file: string;
  /** null: it is opened, and not run. */
  readonly inputs: Readonly<Record<string, GraphInput>> | null;
}

/** Why there are no outputs: the runtime is missing, the file is no network, or its run failed. */
export interface GraphFailure {
  readonly failed: 'runtime' | 'file' | 'run';
  readonly reason: string;
}

export type GraphReply = { readonly id: number } & (
  { readonly ok: true; readonly outputs: Readonly<Record<string, Float32Array>> } | ({ readonly ok: false } & GraphFailure)
);

const replySchema = z.custom<GraphReply>((value) => typeof value === 'object' && value !== null && 'id' in value && 'ok' in value);

/**
 * A thread that runs networks. Their runtime computes on the thread that calls it, for a third of the time of a question: beside it the
 * process goes on with what needs no network. It starts with the first request and does not keep the process alive; where it dies, what
 * waits fails, and the next request starts another.
 */
export class GraphThread {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (outcome: GraphReply) => void>();
  #last = 0;

  /** Requests are run in their order. */
  async request(file: string, inputs: GraphRequest['inputs']): Promise<GraphReply> {
    const worker = (this.#worker ??= this.#start());
    const id = (this.#last += 1);
    return await new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.ref();
      const request: GraphRequest = { id, file, inputs };
      worker.postMessage(request);
    });
  }

  #start(): Worker {
    const worker = startWorker(new URL('./graph-worker.ts', import.meta.url), 'graph-worker.mjs');
    const stopped = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const id of [...this.#waiting.keys()]) this.#settle({ id, ok: false, failed: 'run', reason });
    };
    worker.on('message', (message: unknown) => {
      this.#settle(replySchema.parse(message));
      if (this.#waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => {
      stopped(error instanceof Error ? error.message : String(error));
    });
    worker.on('exit', () => {
      stopped('its thread stopped');
    });
    return worker;
  }

  #settle(outcome: GraphReply): void {
    const resolve = this.#waiting.get(outcome.id);
    this.#waiting.delete(outcome.id);
    resolve?.(outcome);
  }
}
