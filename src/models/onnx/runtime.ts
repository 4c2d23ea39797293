import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import type * as Transformers from '@huggingface/transformers';

import { LinchpinError, toLinchpinError } from '../../base/error.ts';
import { switchTelemetryOff } from '../../base/no-telemetry.ts';
import type { Dtype } from '../choice.ts';

type Library = typeof Transformers;

export const modelKinds = ['features', 'classification', 'answers', 'text'] as const;
export type ModelKind = (typeof modelKinds)[number];

/** A model of the store, by its hub id. */
export interface OnnxModelRef {
  readonly folder: string;
  readonly model: string;
  readonly dtype: Dtype;
  readonly kind: ModelKind;
}

/** A loaded model with its tokenizer. */
export interface Session {
  readonly library: Library;
  readonly tokenizer: Transformers.PreTrainedTokenizer;
  readonly model: Transformers.PreTrainedModel;
}

interface Held {
  /** As `loaded` tells it. */
  readonly name: string;
  readonly session: Promise<Session>;
  readonly bytes: number;
  /** Calls under way: a model is not taken from under them. */
  users: number;
  usedAt: number;
}

export interface OnnxRuntimeOptions {
  /** Of model files that are loaded at once; the longest unused goes first. Default 2 GB. */
  readonly maxBytes?: number;
  /** A model that nobody has used for so long is unloaded, milliseconds. Default 10 minutes. */
  readonly idleMs?: number;
  readonly now?: () => number;
}

let library: Promise<Library> | undefined;

/** Loaded when the first ONNX model is used: nothing else needs it, and where it cannot be loaded everything else works. */
async function loadLibrary(): Promise<Library> {
  switchTelemetryOff();
  library ??= import('@huggingface/transformers').then((loaded) => {
    // Models come from our own store, by our own download.
    loaded.env.allowRemoteModels = false;
    loaded.env.allowLocalModels = true;
    loaded.env.useFSCache = false;
    loaded.env.useBrowserCache = false;
    return loaded;
  });
  try {
    return await library;
  } catch (error) {
    library = undefined;
    throw new LinchpinError(
      'model-unavailable',
      'ONNX models cannot be run on this machine: their runtime is missing.',
      'Choose another model with "Linchpin: Choose Models".',
      error,
    );
  }
}

/** File names by precision, as the hub's ONNX folders have them. */
export const onnxFiles = {
  fp32: 'model.onnx',
  fp16: 'model_fp16.onnx',
  q8: 'model_quantized.onnx',
  q4: 'model_q4.onnx',
} as const satisfies Record<Dtype, string>;

/** The ONNX models of a process: one session a model, bounded in memory, unloaded when idle. */
export class OnnxRuntime {
  readonly #maxBytes: number;
  readonly #idleMs: number;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  /** Where models are read from is global in the library: one loads after the other. */
  #loading: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor({ maxBytes = 2e9, idleMs = 600_000, now = () => performance.now() }: OnnxRuntimeOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#idleMs = idleMs;
    this.#now = now;
  }

  /** Names of the models that are loaded, or being loaded. */
  get loaded(): string[] {
    return [...this.#held.values()].map(({ name }) => name);
  }

  /**
   * Runs work with a model, which is loaded first where it is not yet.
   * @throws LinchpinError `model-unavailable` where the model is not in the store or not whole, `model-failed`, and what `work` throws.
   */
  async use<T>(ref: OnnxModelRef, work: (session: Session) => Promise<T>): Promise<T> {
    const held = await this.#hold(ref);
    try {
      await this.tidy();
      const session = await held.session;
      return await work(session);
    } catch (error) {
      if (error instanceof LinchpinError) throw error;
      if (toLinchpinError(error).code === 'cancelled') throw toLinchpinError(error);
      throw new LinchpinError(
        'model-failed',
        `The model ${ref.model} failed.`,
        'Ask again, or choose another model with "Linchpin: Choose Models".',
        error,
      );
    } finally {
      held.users -= 1;
      held.usedAt = this.#now();
      this.#watch();
    }
  }

  /** Unloads what has been idle for long enough, and over the bound what was used longest ago. */
  async tidy(): Promise<void> {
    const idle = [...this.#held].filter(([, held]) => held.users === 0).sort((a, b) => a[1].usedAt - b[1].usedAt);
    let bytes = [...this.#held.values()].reduce((sum, held) => sum + held.bytes, 0);
    for (const [key, held] of idle) {
      const stale = this.#now() - held.usedAt >= this.#idleMs;
      if (!stale && bytes <= this.#maxBytes) continue;
      bytes -= held.bytes;
      this.#held.delete(key);
      await release(held);
    }
  }

  async dispose(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const all = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(all.map(release));
  }

  /** The model with one user more, counted at once: what is tidied away before then would be gone under the call. */
  async #hold(ref: OnnxModelRef): Promise<Held> {
    const name = `${ref.model}@${ref.dtype}`;
    // A model can be of use to two roles, and is loaded in another form for each.
    const key = `${name} ${ref.kind} ${ref.folder}`;
    const file = join(ref.folder, ref.model, 'onnx', onnxFiles[ref.dtype]);
    const size = this.#held.has(key) ? 0 : await sizeOf(file);
    let held = this.#held.get(key);
    if (held === undefined) {
      if (size === null)
        throw new LinchpinError(
          'model-unavailable',
          `The model ${ref.model} (${ref.dtype}) is not on this machine.`,
          'Run "Linchpin: Choose Models" to download it, or "Linchpin: Import ONNX Model from Folder".',
        );
      const session = this.#loading.then(() => load(ref));
      this.#loading = session.catch(() => undefined);
      const begun: Held = { name, session, bytes: size, users: 0, usedAt: this.#now() };
      this.#held.set(key, begun);
      session.catch(() => {
        if (this.#held.get(key) === begun) this.#held.delete(key);
      });
      held = begun;
    }
    held.users += 1;
    return held;
  }

  #watch(): void {
    if (this.#timer !== null) return;
    this.#timer = setInterval(
      () => {
        this.tidy().catch(() => undefined);
      },
      Math.max(1000, this.#idleMs / 4),
    );
    this.#timer.unref();
  }
}

/** Bytes of a model with its weights, which large ones keep beside the graph; null where there is none. */
async function sizeOf(file: string): Promise<number | null> {
  const [graph, weights] = await Promise.all(
    [file, `${file}_data`].map(
      async (path) =>
        await stat(path).then(
          ({ size }) => size,
          () => null,
        ),
    ),
  );
  return graph === null || graph === undefined ? null : graph + (weights ?? 0);
}

async function release(held: Held): Promise<void> {
  const session = await held.session.catch(() => null);
  await session?.model.dispose();
}

async function load({ folder, model, dtype, kind }: OnnxModelRef): Promise<Session> {
  const loaded = await loadLibrary();
  loaded.env.localModelPath = folder;
  const options = { dtype, device: 'cpu', local_files_only: true } as const;
  try {
    const tokenizer = await loaded.AutoTokenizer.from_pretrained(model, { local_files_only: true });
    const from = {
      features: loaded.AutoModel,
      classification: loaded.AutoModelForSequenceClassification,
      answers: loaded.AutoModelForQuestionAnswering,
      text: loaded.AutoModelForCausalLM,
    }[kind];
    return { library: loaded, tokenizer, model: await from.from_pretrained(model, options) };
  } catch (error) {
    throw new LinchpinError(
      'model-unavailable',
      `The model ${model} (${dtype}) cannot be loaded: it is damaged, or of another kind than this role needs.`,
      'Download it again with "Linchpin: Choose Models", or choose another.',
      error,
    );
  }
}
