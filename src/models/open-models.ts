import { LinchpinError } from '../base/error.ts';
import { type ModelIdentity, type ModelRole, modelRoles } from '../contract/report.ts';
import { Budget, withBudget } from './budget.ts';
import { bundledModels } from './bundled/models.ts';
import { withCache } from './cache/cached-chat.ts';
import { ReplyCache } from './cache/reply-cache.ts';
import type { ChatModel } from './chat/chat-model.ts';
import { PromptedEntailment } from './chat/prompted-entailment.ts';
import { PromptedGenerator } from './chat/prompted-generator.ts';
import { hostOf, isLoopback, type ModelChoice, type ModelsConfig, parseChoice, writeChoice } from './choice.ts';
import { EditorChatModel } from './editor/editor-chat.ts';
import type { ModelEnvironment } from './environment.ts';
import { FallbackEntailment } from './fallback-entailment.ts';
import { FallbackGenerator } from './fallback-generator.ts';
import { openOnnxChat } from './onnx/chat.ts';
import { openOnnxEntailment, openOnnxRelevance } from './onnx/classifiers.ts';
import { readConfig } from './onnx/config.ts';
import { openOnnxEmbedder } from './onnx/embedder.ts';
import { openOnnxReader } from './onnx/reader.ts';
import type { Embedder, Entailment, Generator, Models, RelevanceScorer } from './ports.ts';
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
    identities: {
      embedder: embedder.identity,
      relevance: relevance.identity,
      entailment: entailment.identity,
      generator: generator.identity,
    },
    embedder,
    price: { prompt: 0, completion: 0 },
    forAudit: () => models,
  };
}

/** What is known of a server's embedder from before. */
export interface KnownEmbedder {
  readonly dimensions?: number;
}

/** Which model plays each role. @throws LinchpinError `settings-invalid`, `offline` where a model is not on this machine and nothing may leave it. */
export function checkedChoices(config: ModelsConfig): Readonly<Record<ModelRole, ModelChoice>> {
  const choices = {
    embedder: parseChoice(config.embedder),
    relevance: parseChoice(config.relevance),
    entailment: parseChoice(config.entailment),
    generator: parseChoice(config.generator),
  };
  for (const role of modelRoles) allow(role, choices[role], config);
  return choices;
}

/**
 * Opens what a configuration names. A server is asked for one thing: how long an embedder's vectors are, where that is not known.
 * @throws LinchpinError `settings-invalid`, `offline` where a model is not on this machine and nothing may leave it, `model-unavailable`.
 */
export async function openModels(config: ModelsConfig, environment: ModelEnvironment, known: KnownEmbedder = {}): Promise<ModelSource> {
  const choices = checkedChoices(config);
  const bundled = bundledModels();
  const embedder = await openEmbedder(choices.embedder, config, environment, known);
  const relevance = await openRelevance(choices.relevance, environment);
  const entailment = await openEntailment(choices.entailment, config, environment);
  const generator = await openGenerator(choices.generator, config, environment);
  return {
    identities: {
      embedder: embedder.identity,
      relevance: relevance.identity,
      entailment: entailment.identity,
      generator: generator.identity,
    },
    embedder,
    price: config.price,
    forAudit() {
      // One budget for all that an audit asks of language models.
      const budget = new Budget(config.budget);
      return {
        embedder,
        relevance,
        entailment: entailment.forAudit(budget),
        generator: generator.forAudit(budget),
        reader: bundled.reader,
        judge: bundled.judge,
        ...(choices.embedder.provider === 'bundled' ? { sentenceEncoder: bundled.sentenceEncoder } : {}),
      };
    },
  };
}

async function openEmbedder(
  choice: ModelChoice,
  config: ModelsConfig,
  { onnx, storeFolder }: ModelEnvironment,
  { dimensions }: KnownEmbedder,
): Promise<Embedder> {
  switch (choice.provider) {
    case 'onnx':
      return await openOnnxEmbedder(onnx, { folder: storeFolder, ...choice });
    case 'server': {
      const { openOpenAiEmbedder, serverOf } = await import('./openai/open.ts');
      return await openOpenAiEmbedder(serverOf(config), { model: choice.model, ...(dimensions === undefined ? {} : { dimensions }) });
    }
    default:
      return bundledModels().embedder;
  }
}

async function openRelevance(choice: ModelChoice, { onnx, storeFolder }: ModelEnvironment): Promise<RelevanceScorer> {
  return choice.provider === 'onnx' ? await openOnnxRelevance(onnx, { folder: storeFolder, ...choice }) : bundledModels().relevance;
}

async function openEntailment(choice: ModelChoice, config: ModelsConfig, environment: ModelEnvironment): Promise<Opened<Entailment>> {
  const bundled = bundledModels().entailment;
  switch (choice.provider) {
    case 'bundled':
      return { identity: bundled.identity, forAudit: () => bundled };
    case 'onnx': {
      const entailment = await openOnnxEntailment(environment.onnx, { folder: environment.storeFolder, ...choice });
      return { identity: entailment.identity, forAudit: () => entailment };
    }
    default: {
      const chat = await openChat(choice, config, environment);
      const kept = keeping(config, environment);
      return {
        identity: chat.identity,
        forAudit: (budget) => new FallbackEntailment(new PromptedEntailment(kept(withBudget(chat, budget))), bundled),
      };
    }
  }
}

/** A model that each audit gets anew, within its budget. */
interface Opened<T> {
  readonly identity: ModelIdentity;
  forAudit(budget: Budget): T;
}

async function openGenerator(choice: ModelChoice, config: ModelsConfig, environment: ModelEnvironment): Promise<Opened<Generator>> {
  const bundled = bundledModels().generator;
  switch (choice.provider) {
    case 'bundled':
      return { identity: bundled.identity, forAudit: () => bundled };
    case 'onnx': {
      const ref = { folder: environment.storeFolder, ...choice };
      const { architectures } = await readConfig(ref.folder, ref.model, ref.dtype);
      if (!architectures.some((name) => name.endsWith('ForQuestionAnswering')))
        return prompted(await openOnnxChat(environment.onnx, ref), config, environment);
      const reader = await openOnnxReader(environment.onnx, ref, bundled);
      return { identity: reader.identity, forAudit: () => new FallbackGenerator(reader, bundled) };
    }
    default:
      return prompted(await openChat(choice, config, environment), config, environment);
  }
}

async function openChat(
  choice: Extract<ModelChoice, { provider: 'server' | 'editor' }>,
  config: ModelsConfig,
  environment: ModelEnvironment,
): Promise<ChatModel> {
  if (choice.provider === 'editor') return new EditorChatModel(choice.model, environment.editorChat);
  const { openServerChat } = await import('./openai/open.ts');
  return openServerChat(config, choice.model);
}

/** A language model with what each audit needs: its budget, what is kept of replies, what is withheld, and what stands behind it. */
function prompted(chat: ChatModel, config: ModelsConfig, environment: ModelEnvironment): Opened<Generator> {
  const kept = keeping(config, environment);
  return {
    identity: chat.identity,
    forAudit(budget) {
      const model = new PromptedGenerator(kept(withBudget(chat, budget)));
      const shown = chat.identity.local || config.redact.length === 0 ? model : new RedactingGenerator(model, config.redact);
      return new FallbackGenerator(shown, bundledModels().generator);
    },
  };
}

/** Puts what is kept of replies before a model: what is found there is no call. */
function keeping({ cacheMegabytes }: ModelsConfig, { cacheFolder }: ModelEnvironment): (model: ChatModel) => ChatModel {
  if (cacheFolder === null || cacheMegabytes === 0) return (model) => model;
  const cache = new ReplyCache(cacheFolder, cacheMegabytes * 1e6);
  return (model) => withCache(model, cache);
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
  if (!providers[role].includes(choice.provider))
    throw new LinchpinError('settings-invalid', `${name} cannot be the ${role} model.`, 'Run "Linchpin: Choose Models" and take another.');
  if (choice.provider === 'server' && hostOf(server.url) === '')
    throw new LinchpinError(
      'settings-invalid',
      'No model server is set.',
      'Set linchpin.models.server.url, or run "Linchpin: Choose Models".',
    );
  const leaves = choice.provider === 'editor' || (choice.provider === 'server' && !isLoopback(server.url));
  if (leaves && offline)
    throw new LinchpinError(
      'offline',
      `The model ${name} is not on this machine, and nothing may leave it.`,
      'Turn linchpin.privacy.offline off, or run "Linchpin: Choose Models" and take a local one.',
    );
  // These two are given texts without their paths, so nothing could be withheld from them.
  if (leaves && redact.length > 0 && role !== 'generator')
    throw new LinchpinError(
      'settings-invalid',
      `The ${role} model ${name} is not on this machine, and some documents may not be sent to it.`,
      'Choose a local model for it, or empty linchpin.privacy.redact.',
    );
}
