import { availableParallelism } from 'node:os';

import { LinchpinError } from '../base/error.ts';
import { type OnnxFailure, type OnnxInput, OnnxThread } from './onnx-thread.ts';
import { cannotRun } from './weights.ts';

/** More threads help little with texts of a few hundred tokens, and take the processor from the editor. */
const mostThreads = 4;

/** A bundled model in an ONNX file, run in a thread of its own. Opened when it is first run. */
export class OnnxModel {
  readonly #name: string;
  readonly #file: string;
  readonly #thread: OnnxThread;

  /**
   * @param name as messages name it: "judge"
   * @param threads of the processor for one run
   */
  constructor(name: string, file: string, threads = Math.min(mostThreads, availableParallelism())) {
    this.#name = name;
    this.#file = file;
    this.#thread = new OnnxThread(threads);
  }

  /** Opens it ahead of its first run; what is wrong with it the run tells. */
  prepare(): void {
    this.#thread.request(this.#file, null).catch(() => undefined);
  }

  /**
   * Runs asked for together run one after the other; other work of the process goes on.
   * @returns an output's numbers by its name, row by row
   * @throws LinchpinError `cancelled`; `model-unavailable` where the runtime or the file is missing; `model-failed`.
   */
  async run(inputs: Readonly<Record<string, OnnxInput>>, signal?: AbortSignal): Promise<(output: string) => Float32Array> {
    const reply = await this.#thread.request(this.#file, inputs, signal);
    if (!reply.ok) throw this.#failed(reply);
    return (output) => {
      const numbers = reply.outputs[output];
      if (numbers === undefined) throw this.#failed({ failed: 'run', reason: `it gives no ${output}` });
      return numbers;
    };
  }

  #failed({ failed, reason }: OnnxFailure): LinchpinError {
    const cause = new Error(reason);
    switch (failed) {
      case 'runtime':
        return cannotRun(this.#name, cause);
      case 'file':
        return new LinchpinError('model-unavailable', `The bundled ${this.#name} cannot be read.`, 'Install the extension again.', cause);
      case 'run':
        return new LinchpinError('model-failed', `The bundled ${this.#name} failed.`, 'Ask again.', cause);
    }
  }
}
