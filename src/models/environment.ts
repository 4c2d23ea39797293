import { join } from 'node:path';

import envPaths from 'env-paths';

import { type EditorChat, noEditor } from './editor/editor-chat.ts';
import { OnnxRuntime } from './onnx/runtime.ts';

/** What a process has for models that are not bundled. */
export interface ModelEnvironment {
  readonly editorChat: EditorChat;
  /** Replies of models are kept under it; null: not at all. */
  readonly cacheFolder: string | null;
  /** ONNX models, in the hub's layout. */
  readonly storeFolder: string;
  /** Where they run: one for the process. */
  readonly onnx: OnnxRuntime;
}

/** The user's data and cache folders where nothing else is said. */
export function modelEnvironment({
  editorChat = noEditor,
  storeFolder,
  cacheFolder,
}: { readonly editorChat?: EditorChat; readonly storeFolder?: string; readonly cacheFolder?: string | null } = {}): ModelEnvironment {
  const { data, cache } = envPaths('linchpin', { suffix: '' });
  return {
    editorChat,
    onnx: new OnnxRuntime(),
    storeFolder: storeFolder ?? join(data, 'models'),
    cacheFolder: cacheFolder === undefined ? join(cache, 'replies') : cacheFolder,
  };
}
