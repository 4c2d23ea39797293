import { LinchpinError } from '../base/error.ts';
import { bundledModels, prepareReading } from '../models/bundled/models.ts';
import type { ModelEnvironment } from '../models/environment.ts';
import type { Models } from '../models/ports.ts';
import { catalogue } from '../models/onnx/catalogue.ts';
import { type OnnxConfig, readConfig } from '../models/onnx/config.ts';
import { downloadModel } from '../models/onnx/download.ts';
import { importModel, listInstalled } from '../models/onnx/store.ts';
import { type Dtype, hostOf, isLoopback, type ModelsConfig, modelsConfigSchema, parseChoice } from '../models/choice.ts';
import { checkedChoices, type ModelSource, openModels } from '../models/open-models.ts';
import { readEmbedders, writeEmbedders } from './known-embedders.ts';
import type { OnnxModel, ServerAddress, ServerCheck } from './protocol.ts';

const bundledOnly: ModelsConfig = modelsConfigSchema.parse({});

/** The models of a process: opened once for each configuration, whichever folders use it. */
export class ModelService {
  readonly #environment: ModelEnvironment;
  readonly #sources = new Map<string, Promise<ModelSource>>();

  constructor(environment: ModelEnvironment) {
    this.#environment = environment;
  }

  /**
   * @param location of the index: it tells how long a server's vectors are, where something was indexed with them
   * @throws LinchpinError as `openModels`.
   */
  async source(config: ModelsConfig = bundledOnly, location: string): Promise<ModelSource> {
    const dimensions = await this.#dimensions(config, location);
    const key = JSON.stringify([config, dimensions]);
    const known = this.#sources.get(key);
    if (known !== undefined) return await known;
    const opening = openModels(config, this.#environment, dimensions === undefined ? {} : { dimensions });
    this.#sources.set(key, opening);
    opening.catch(() => this.#sources.delete(key));
    return await opening;
  }

  /** Has what a question will be read with opened while its index is. @throws LinchpinError `model-unavailable`. */
  prepare({ generator }: ModelsConfig = bundledOnly): void {
    if (parseChoice(generator).provider === 'bundled') prepareReading();
  }

  /** The models that ship. @throws LinchpinError `model-unavailable`. */
  bundled(): Models {
    return bundledModels();
  }

  /** Which model plays each role. Asks no server. @throws LinchpinError as `openModels`. */
  async identities(config: ModelsConfig = bundledOnly): Promise<ModelSource['identities']> {
    const { embedder } = checkedChoices(config);
    if (embedder.provider !== 'server') return (await this.source(config, '')).identities;
    const others = await this.source({ ...config, embedder: 'bundled' }, '');
    const { url } = config.server;
    return {
      ...others.identities,
      embedder: { id: embedder.model, provider: 'openai', version: hostOf(url), local: isLoopback(url) },
    };
  }

  /** Whether a store can be opened for the embedder without asking its server anything. */
  async isKnown(config: ModelsConfig = bundledOnly, location: string): Promise<boolean> {
    return embedderKey(config) === null || (await this.#dimensions(config, location)) !== undefined;
  }

  /** Keeps beside the index how long a server's vectors are. */
  async remember(config: ModelsConfig = bundledOnly, location: string): Promise<void> {
    const key = embedderKey(config);
    if (key === null) return;
    const { dimensions } = (await this.source(config, location)).embedder;
    await writeEmbedders(location, { ...(await readEmbedders(location)), [key]: dimensions });
  }

  /** The server is asked again: its model may have changed. */
  async forget(config: ModelsConfig = bundledOnly, location: string): Promise<void> {
    const key = embedderKey(config);
    if (key === null) return;
    const { [key]: _, ...others } = await readEmbedders(location);
    await writeEmbedders(location, others);
    this.#sources.clear();
  }

  async #dimensions(config: ModelsConfig, location: string): Promise<number | undefined> {
    const key = embedderKey(config);
    return key === null || location === '' ? undefined : (await readEmbedders(location))[key];
  }

  /** @throws LinchpinError what the server says, in words. */
  async serverModels(server: ServerAddress, signal: AbortSignal): Promise<string[]> {
    const { listModels, serverOf } = await import('../models/openai/open.ts');
    return await listModels(serverOf({ server }), { seed: 0, signal });
  }

  /** @param model the one that is tried; null: the first that the server lists */
  async testServer(server: ServerAddress, model: string | null, signal: AbortSignal): Promise<ServerCheck> {
    const { listModels, serverOf, testConnection } = await import('../models/openai/open.ts');
    const address = serverOf({ server });
    const call = { seed: 0, signal };
    const chat = model ?? (await listModels(address, call))[0];
    const found = await testConnection(address, chat === undefined ? {} : { chat, embeddings: chat }, call);
    if (!found.ok) throw new LinchpinError('model-unavailable', found.sentence, found.next);
    return {
      models: [...found.models],
      chat: found.chat === true,
      embeddings: found.embeddings === true,
      jsonSchema: found.jsonSchema === true,
      latencyMs: found.latencyMs,
    };
  }

  /** Those that are known to work, and whatever else is in the store. */
  async onnxModels(): Promise<OnnxModel[]> {
    const installed = await listInstalled(this.#environment.storeFolder);
    const there = new Map(installed.map(({ model, dtypes }) => [model, [...dtypes]]));
    const known = catalogue.map((entry): OnnxModel => ({ ...entry, dtypes: [...entry.dtypes], installed: there.get(entry.id) ?? [] }));
    const others = await Promise.all(
      installed
        .filter(({ model }) => !catalogue.some((entry) => entry.id === model))
        .map(async ({ model, dtypes }): Promise<OnnxModel[]> => {
          const [dtype] = dtypes;
          const role = dtype === undefined ? null : roleOf(await readConfig(this.#environment.storeFolder, model, dtype));
          return role === null
            ? []
            : [{ id: model, role, dtypes: [...dtypes], megabytes: null, licence: '', note: '', installed: [...dtypes] }];
        }),
    );
    return [...known, ...others.flat()];
  }

  /** @throws LinchpinError as `downloadModel` of the store. */
  async downloadModel(model: string, dtype: Dtype, onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void> {
    await downloadModel({ model, dtype, folder: this.#environment.storeFolder }, onProgress, signal);
  }

  /** @returns the id by which the model is chosen. @throws LinchpinError as `importModel` of the store. */
  async importModel(folder: string): Promise<string> {
    return await importModel(folder, this.#environment.storeFolder);
  }
}

/** What a model can be used for, by what it says of itself. */
function roleOf({ architectures, labels }: OnnxConfig): OnnxModel['role'] | null {
  const [name = ''] = architectures;
  if (/ForCausalLM$|ForQuestionAnswering$/.test(name)) return 'generator';
  if (name.endsWith('ForSequenceClassification')) return labels.length >= 3 ? 'entailment' : 'relevance';
  return name === '' ? null : 'embedder';
}

/** Names a server's embedder; null for one that is asked of nobody. */
function embedderKey({ embedder, server }: ModelsConfig): string | null {
  const choice = parseChoice(embedder);
  return choice.provider === 'server' ? `${hostOf(server.url)} ${choice.model}` : null;
}
