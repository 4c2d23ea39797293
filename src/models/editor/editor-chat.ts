import { LinchpinError } from '../../base/error.ts';
import type { ModelIdentity } from '../../contract/report.ts';
import type { ChatModel, ChatReply, ChatRequest } from '../chat/chat-model.ts';
import { withoutSystem } from '../chat/without-system.ts';
import type { ModelCall } from '../ports.ts';

/** What the editor is asked: its models know no system role, no schema and no seed. */
export interface EditorChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
}

export interface EditorChatReply {
  readonly text: string;
  /** As the model's own tokenizer counts. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** The way to the editor's models: the engine has none of its own, its host does. @throws LinchpinError as `ChatModel.complete`. */
export type EditorChat = (request: EditorChatRequest, signal?: AbortSignal) => Promise<EditorChatReply>;

/** A model that the editor offers (vscode.lm). */
export class EditorChatModel implements ChatModel {
  readonly identity: ModelIdentity;
  readonly #model: string;
  readonly #chat: EditorChat;

  /** @param model its id in the editor */
  constructor(model: string, chat: EditorChat) {
    this.#model = model;
    this.#chat = chat;
    this.identity = { id: model, provider: 'editor', version: '', local: false };
  }

  async complete({ messages }: ChatRequest, call: ModelCall): Promise<ChatReply> {
    const reply = await this.#chat({ model: this.#model, messages: withoutSystem(messages) }, call.signal);
    call.usage?.add({ promptTokens: reply.promptTokens, completionTokens: reply.completionTokens });
    return { text: reply.text, logProbability: null, truncated: false };
  }
}

/** Where no editor is: the command line and the evaluation. */
export const noEditor: EditorChat = () =>
  Promise.reject(
    new LinchpinError(
      'model-unavailable',
      'The models of the editor can be used in the editor only.',
      'Choose another model, for example with --generator.',
    ),
  );
