import { type Command, InvalidArgumentError } from 'commander';

import { type ModelsConfig, modelsConfigSchema } from '../models/choice.ts';
import { modelEnvironment } from '../models/environment.ts';
import { type ModelSource, openModels } from '../models/open-models.ts';

/** Flags by which a command names models other than the bundled ones. */
export interface ModelFlags {
  readonly embedder?: string;
  readonly relevance?: string;
  readonly entailment?: string;
  readonly generator?: string;
  readonly server?: string;
  readonly online?: boolean;
  readonly redact?: string[];
  readonly maxCalls?: number;
}

/** Adds the flags. `LINCHPIN_API_KEY` holds the server's key: a key on the command line would be there for every process to read. */
export function withModelFlags(command: Command): Command {
  return command
    .option('--embedder <model>', 'bundled, onnx:ORG/NAME@q8 or server:NAME')
    .option('--relevance <model>', 'bundled or onnx:ORG/NAME@q8')
    .option('--entailment <model>', 'bundled, onnx:ORG/NAME@q8 or server:NAME')
    .option('--generator <model>', 'bundled, onnx:ORG/NAME@q8 or server:NAME')
    .option('--server <url>', 'base URL of an OpenAI-compatible server; its key is read from LINCHPIN_API_KEY')
    .option('--online', 'let questions and passages leave this machine, to the server that is named')
    .option('--redact <globs...>', 'documents whose text is never sent off this machine')
    .option('--max-calls <n>', 'calls to language models that one audit may make', parseCount);
}

/** @throws LinchpinError as `openModels`. */
export async function modelsOf(flags: ModelFlags): Promise<ModelSource> {
  return await openModels(configOf(flags), modelEnvironment());
}

export function configOf(flags: ModelFlags): ModelsConfig {
  const { embedder, relevance, entailment, generator, server, online, redact, maxCalls } = flags;
  return modelsConfigSchema.parse({
    embedder,
    relevance,
    entailment,
    generator,
    server: { url: server, apiKey: process.env['LINCHPIN_API_KEY'] ?? null },
    budget: { calls: maxCalls },
    offline: online !== true,
    redact,
  });
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 10_000) throw new InvalidArgumentError('a whole number from 1 to 10000');
  return count;
}
