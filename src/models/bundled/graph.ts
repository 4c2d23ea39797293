import { createRequire } from 'node:module';

import { LinchpinError } from '../../base/error.ts';
import { unreadableModel, weightsVersion } from './assets.ts';
import { type GraphFailure, type GraphInput, GraphThread } from './graph-thread.ts';

let loads: boolean | undefined;

/** The runtime (1.30) reads the process's command line when it opens a graph, and brings the process down where that is longer than some 16,000 bytes. */
const longestCommandLine = 12_000;

/**
 * Whether this machine has the runtime of ONNX graphs: not where it is not built for the platform (Intel Macs), nor under a command line that
 * it cannot bear. The first call loads it.
 */
export function hasGraphRuntime(): boolean {
  if (loads === undefined) {
    try {
      if (Buffer.byteLength([...process.execArgv, ...process.argv].join(' ')) > longestCommandLine) return (loads = false);
      // Of one copy with that of the thread that runs the graphs, but at once: which models there are is asked synchronously.
      createRequire(import.meta.url)('onnxruntime-node');
      loads = true;
    } catch {
      loads = false;
    }
  }
  return loads;
}

const thread = new GraphThread();

/** Opens a network ahead of its first run, which then need not wait for that; what is wrong with it the run tells. */
export function prepareGraph(file: string): void {
  void thread.request(file, null);
}

/** A network in an ONNX file, run beside the process on one thread of the CPU: the same inputs give the same outputs. Opened when it is first run. */
export class Graph {
  readonly #name: string;
  readonly #file: string;

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
   * Runs asked for together run one after the other; other work of the process goes on.
   * @returns an output's numbers by its name, row by row
   * @throws LinchpinError `model-unavailable` where the runtime or the file is missing, `model-failed`.
   */
  async run(inputs: Readonly<Record<string, GraphInput>>): Promise<(output: string) => Float32Array> {
    const reply = await thread.request(this.#file, inputs);
    if (!reply.ok) throw this.#failed(reply);
    return (output) => {
      const numbers = reply.outputs[output];
      if (numbers === undefined) throw this.#failed({ failed: 'run', reason: `it gives no ${output}` });
      return numbers;
    };
  }

  #failed({ failed, reason }: GraphFailure): LinchpinError {
    const cause = new Error(reason);
    switch (failed) {
      case 'runtime':
        return new LinchpinError(
          'model-unavailable',
          'Neural models cannot be run on this machine: their runtime is missing.',
          'Install the extension for your platform.',
          cause,
        );
      case 'file':
        return unreadableModel(this.#name, cause);
      case 'run':
        return new LinchpinError('model-failed', `The bundled ${this.#name} failed.`, 'Ask again.', cause);
    }
  }
}
