import { join } from 'node:path';

import envPaths from 'env-paths';

import { type EditorChat, noEditor } from './editor/editor-chat.ts';
import { OnnxRuntime } from './onnx/runtime.ts';

/** What this process has for models that are not bundled. */
export interface ModelEnvironment {
  readonly editorChat: EditorChat;
  /** Replies of models are kept under it; null: not at all. */
  readonly cacheFolder: string | null;
  /** ONNX models, in the hub's layout. */
  readonly storeFolder: string;
  /** Where they run: one for the process. */
  readonly onnx: OnnxRuntime;
}

let runtime: OnnxRuntime | undefined;

/** Where the extension says, in `LINCHPIN_MODEL_STORE` and `LINCHPIN_MODEL_CACHE`; else the user's data and cache. */
export function modelEnvironment(editorChat: EditorChat = noEditor): ModelEnvironment {
  const { data, cache } = envPaths('linchpin', { suffix: '' });
  runtime ??= new OnnxRuntime();
  return {
    editorChat,
    onnx: runtime,
    storeFolder: process.env['LINCHPIN_MODEL_STORE'] ?? join(data, 'models'),
    cacheFolder: process.env['LINCHPIN_MODEL_CACHE'] ?? join(cache, 'replies'),
  };
}
