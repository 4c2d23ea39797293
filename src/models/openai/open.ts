import type { ModelsConfig } from '../choice.ts';
import { OpenAiChatModel } from './chat.ts';
import { OpenAiServer } from './server.ts';

// What is loaded where a server is asked: its libraries are a third of the program, and most audits ask none.

export { listModels, testConnection } from './discover.ts';
export { openOpenAiEmbedder } from './embedder.ts';

/** The server of a configuration. @throws LinchpinError as `OpenAiServer`. */
export function serverOf({ server }: Pick<ModelsConfig, 'server'>): OpenAiServer {
  return new OpenAiServer({ baseUrl: server.url, apiKey: server.apiKey, deadlineMs: server.timeoutSeconds * 1000 });
}

/** A chat model of a configuration's server. @throws LinchpinError as `OpenAiServer`. */
export function openServerChat(config: Pick<ModelsConfig, 'server'>, model: string): OpenAiChatModel {
  return new OpenAiChatModel(serverOf(config), model);
}
