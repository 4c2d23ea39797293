import { LinchpinError } from '../base/error.ts';
import { type ModelEnvironment, modelEnvironment } from '../models/environment.ts';
import { catalogue } from '../models/onnx/catalogue.ts';
import { type OnnxConfig, readConfig } from '../models/onnx/config.ts';
import { downloadModel } from '../models/onnx/download.ts';
import { importModel, listInstalled } from '../models/onnx/store.ts';
import { type Dtype, type ModelsConfig, modelsConfigSchema } from '../models/choice.ts';
import type { EditorChat } from '../models/editor/editor-chat.ts';
import { type ModelSource, openModels, serverOf } from '../models/open-models.ts';
import { listModels, testConnection } from '../models/openai/discover.ts';
import type { OnnxModel, ServerAddress, ServerCheck } from './protocol.ts';

/** The models of this process: opened once for each configuration, whichever folders use it. */
export class ModelService {
  readonly #environment: ModelEnvironment;
  readonly #sources = new Map<string, Promise<ModelSource>>();

  constructor(editorChat: EditorChat) {
    this.#environment = modelEnvironment(editorChat);
  }

  /** @throws LinchpinError as `openModels`. */
  async source(config: ModelsConfig = modelsConfigSchema.parse({})): Promise<ModelSource> {
    const key = JSON.stringify(config);
    const known = this.#sources.get(key);
    if (known !== undefined) return await known;
    const opening = openModels(config, this.#environment);
    this.#sources.set(key, opening);
    opening.catch(() => this.#sources.delete(key));
    return await opening;
  }

  /** @throws LinchpinError what the server says, in words. */
  async serverModels(server: ServerAddress, signal: AbortSignal): Promise<string[]> {
    return await listModels(serverOf({ server }), { seed: 0, signal });
  }

  /** @param model the one that is tried; null: the first that the server lists */
  async testServer(server: ServerAddress, model: string | null, signal: AbortSignal): Promise<ServerCheck> {
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
