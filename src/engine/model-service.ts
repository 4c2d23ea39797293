import { LinchpinError } from '../base/error.ts';
import { modelEnvironment } from '../models/environment.ts';
import { type Dtype, type ModelsConfig, modelsConfigSchema } from '../models/choice.ts';
import type { EditorChat } from '../models/editor/editor-chat.ts';
import { type ModelSource, openModels, serverOf } from '../models/open-models.ts';
import { listModels, testConnection } from '../models/openai/discover.ts';
import type { OnnxModel, ServerAddress, ServerCheck } from './protocol.ts';

/** The models of this process: opened once for each configuration, whichever folders use it. */
export class ModelService {
  readonly #editorChat: EditorChat;
  readonly #sources = new Map<string, Promise<ModelSource>>();

  constructor(editorChat: EditorChat) {
    this.#editorChat = editorChat;
  }

  /** @throws LinchpinError as `openModels`. */
  async source(config: ModelsConfig = modelsConfigSchema.parse({})): Promise<ModelSource> {
    const key = JSON.stringify(config);
    const known = this.#sources.get(key);
    if (known !== undefined) return await known;
    const opening = openModels(config, modelEnvironment(this.#editorChat));
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
    return { models: [...found.models], chat: found.chat === true, embeddings: found.embeddings === true, jsonSchema: found.jsonSchema === true, latencyMs: found.latencyMs };
  }

  onnxModels(): Promise<OnnxModel[]> {
    return Promise.resolve([]);
  }

  downloadModel(_model: string, _dtype: Dtype, _onProgress: (done: number, total: number) => void, _signal: AbortSignal): Promise<void> {
    return Promise.reject(notYet());
  }

  importModel(_folder: string): Promise<string> {
    return Promise.reject(notYet());
  }
}

function notYet(): LinchpinError {
  return new LinchpinError('model-unavailable', 'ONNX models cannot be used yet.', 'Choose another model with "Linchpin: Choose Models".');
}
