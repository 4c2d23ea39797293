import { createRequire } from 'node:module';

import type * as Ort from 'onnxruntime-node';

import { LinchpinError } from '../../base/error.ts';
import { unreadableModel, weightsVersion } from './assets.ts';

/** Whole or real numbers, row by row. */
export interface GraphInput {
  readonly values: Int32Array | Float32Array;
  readonly shape: readonly number[];
}

let loads: boolean | undefined;

/** Whether this machine has the runtime of ONNX graphs: not where it is not built for the platform (Intel Macs). The first call loads it. */
export function hasGraphRuntime(): boolean {
  if (loads === undefined) {
    try {
      // Of one copy with the import below, but at once: which models there are is asked synchronously.
      createRequire(import.meta.url)('onnxruntime-node');
      loads = true;
    } catch {
      loads = false;
    }
  }
  return loads;
}

/** A network in an ONNX file, run on one thread of the CPU: the same inputs give the same outputs. Opened when it is first run. */
export class Graph {
  readonly #name: string;
  readonly #file: string;
  #session: Promise<Ort.InferenceSession> | undefined;

  /** @param name as messages name it: "neural reader" */
  constructor(name: string, file: string) {
    this.#name = name;
    this.#file = file;
  }

  /** The first 12 hexadecimal digits of the file's SHA-256; read once. @throws LinchpinError `model-unavailable`. */
  get version(): string {
    return weightsVersion(this.#name, [this.#file]);
  }

  /**
   * Other work of the process gets its turn before each run.
   * @returns an output's numbers by its name, row by row
   * @throws LinchpinError `model-unavailable` where the runtime or the file is missing, `model-failed`.
   */
  async run(inputs: Readonly<Record<string, GraphInput>>): Promise<(output: string) => Float32Array> {
    const { Tensor } = await runtime();
    const session = await this.#open();
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { values, shape }]) => [
        name,
        values instanceof Int32Array ? new Tensor('int32', values, shape) : new Tensor('float32', values, shape),
      ]),
    );
    let outputs: Ort.InferenceSession.OnnxValueMapType;
    try {
      outputs = await session.run(feeds);
    } catch (error) {
      throw this.#failed(error);
    }
    return (output) => {
      const data = outputs[output]?.data;
      if (!(data instanceof Float32Array)) throw this.#failed(new TypeError(`it gives no ${output}`));
      return data;
    };
  }

  #failed(cause: unknown): LinchpinError {
    return new LinchpinError('model-failed', `The bundled ${this.#name} failed.`, 'Ask again.', cause);
  }

  async #open(): Promise<Ort.InferenceSession> {
    const { InferenceSession } = await runtime();
    this.#session ??= InferenceSession.create(this.#file, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 });
    try {
      return await this.#session;
    } catch (error) {
      this.#session = undefined;
      throw unreadableModel(this.#name, error);
    }
  }
}

async function runtime(): Promise<typeof Ort> {
  try {
    return await import('onnxruntime-node');
  } catch (error) {
    throw new LinchpinError(
      'model-unavailable',
      'Neural models cannot be run on this machine: their runtime is missing.',
      'Install the extension for your platform.',
      error,
    );
  }
}
