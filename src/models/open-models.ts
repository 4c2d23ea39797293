import { LinchpinError } from '../base/error.ts';
import { type ModelIdentity, type ModelRole, modelRoles } from '../report/report.ts';
import { Budget, withBudget } from './budget.ts';
import { bundledModels } from './bundled/models.ts';
import { withCache } from './cache/cached-chat.ts';
import { ReplyCache } from './cache/reply-cache.ts';
import type { ChatModel } from './chat/chat-model.ts';
import { PromptedGenerator } from './chat/prompted-generator.ts';
import { hostOf, isLoopback, type ModelChoice, type ModelsConfig, parseChoice, writeChoice } from './choice.ts';
import { EditorChatModel } from './editor/editor-chat.ts';
import type { ModelEnvironment } from './environment.ts';
import { FallbackGenerator } from './fallback-generator.ts';
import { OpenAiChatModel } from './openai/chat.ts';
import { openOpenAiEmbedder } from './openai/embedder.ts';
import { OpenAiServer } from './openai/server.ts';
import type { Embedder, Models } from './ports.ts';
import { RedactingGenerator } from './redacting-generator.ts';

/** The models of one configuration: opened once, and given to each audit anew, with a budget and a fallback of its own. */
export interface ModelSource {
  readonly identities: Readonly<Record<ModelRole, ModelIdentity>>;
  readonly embedder: Embedder;
  readonly price: ModelsConfig['price'];
  forAudit(): Models;
}

/** Models that are there already, as a source. */
export function sourceOf(models: Models): ModelSource {
  const { embedder, relevance, entailment, generator } = models;
  return {
    identities: { embedder: embedder.identity, relevance: relevance.identity, entailment: entailment.identity, generator: generator.identity },
    embedder,
    price: { prompt: 0, completion: 0 },
    forAudit: () => models,
  };
}

/**
 * Opens what a configuration names. Nothing is loaded or asked before it is used.
 * @throws LinchpinError `settings-invalid`, `offline` where a model is not on this machine and nothing may leave it, `model-unavailable`.
 */
export async function openModels(config: ModelsConfig, environment: ModelEnvironment): Promise<ModelSource> {
  const choices = { embedder: parseChoice(config.embedder), relevance: parseChoice(config.relevance), entailment: parseChoice(config.entailment), generator: parseChoice(config.generator) };
  for (const role of modelRoles) allow(role, choices[role], config);
  const bundled = bundledModels();
  const { relevance, entailment, reader } = bundled;
  const embedder = await openEmbedder(choices.embedder, config);
  const chat = openChat(choices.generator, config, environment);
  const cache = environment.cacheFolder === null || config.cacheMegabytes === 0 ? null : new ReplyCache(environment.cacheFolder, config.cacheMegabytes * 1e6);
  const kept = (model: ChatModel): ChatModel => (cache === null ? model : withCache(model, cache));
  return {
    identities: { embedder: embedder.identity, relevance: relevance.identity, entailment: entailment.identity, generator: chat?.identity ?? bundled.generator.identity },
    embedder,
    price: config.price,
    forAudit: () => {
      const budget = new Budget(config.budget);
      if (chat === null) return { embedder, relevance, entailment, generator: bundled.generator, reader };
      const prompted = new PromptedGenerator(kept(withBudget(chat, budget)));
      const generator = chat.identity.local || config.redact.length === 0 ? prompted : new RedactingGenerator(prompted, config.redact);
      return { embedder, relevance, entailment, generator: new FallbackGenerator(generator, bundled.generator), reader };
    },
  };
}

async function openEmbedder(choice: ModelChoice, config: ModelsConfig): Promise<Embedder> {
  switch (choice.provider) {
    case 'server':
      return await openOpenAiEmbedder(serverOf(config), { model: choice.model });
    default:
      return bundledModels().embedder;
  }
}

/** The language model behind a choice; null for the bundled reader, which is none. */
function openChat(choice: ModelChoice, config: ModelsConfig, environment: ModelEnvironment): ChatModel | null {
  switch (choice.provider) {
    case 'editor':
      return new EditorChatModel(choice.model, environment.editorChat);
    case 'server':
      return new OpenAiChatModel(serverOf(config), choice.model);
    default:
      return null;
  }
}

/** The server of a configuration. */
export function serverOf({ server }: Pick<ModelsConfig, 'server'>): OpenAiServer {
  return new OpenAiServer({ baseUrl: server.url, apiKey: server.apiKey, deadlineMs: server.timeoutSeconds * 1000 });
}

/** Which providers have what a role needs. */
const providers: Readonly<Record<ModelRole, readonly ModelChoice['provider'][]>> = {
  embedder: ['bundled', 'onnx', 'server'],
  relevance: ['bundled', 'onnx'],
  entailment: ['bundled', 'onnx', 'server', 'editor'],
  generator: ['bundled', 'onnx', 'server', 'editor'],
};

function allow(role: ModelRole, choice: ModelChoice, { offline, server, redact }: ModelsConfig): void {
  const name = writeChoice(choice);
  if (!providers[role].includes(choice.provider)) throw new LinchpinError('settings-invalid', `${name} cannot be the ${role} model.`, 'Run "Linchpin: Choose Models" and take another.');
  if (choice.provider === 'server' && hostOf(server.url) === '') throw new LinchpinError('settings-invalid', 'No model server is set.', 'Set linchpin.models.server.url, or run "Linchpin: Choose Models".');
  if (role === 'embedder' && choice.provider === 'server' && !isLoopback(server.url) && redact.length > 0) throw new LinchpinError('settings-invalid', 'The model for search is not on this machine, and some documents may not be sent to it.', 'Choose a local model for search, or empty linchpin.privacy.redact.');
  const leaves = choice.provider === 'editor' || (choice.provider === 'server' && !isLoopback(server.url));
  if (leaves && offline) throw new LinchpinError('offline', `The model ${name} is not on this machine, and nothing may leave it.`, 'Turn linchpin.privacy.offline off, or run "Linchpin: Choose Models" and take a local one.');
}
