import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';

export { hostOf, isLoopback, originOf } from '../base/address.ts';

export const dtypes = ['fp32', 'fp16', 'q8', 'q4'] as const;
export type Dtype = (typeof dtypes)[number];

/** Which model plays a role. */
export type ModelChoice =
  | { readonly provider: 'bundled' }
  /** A hub id such as `org/name`, of a model that is in the store. */
  | { readonly provider: 'onnx'; readonly model: string; readonly dtype: Dtype }
  /** A model of the OpenAI-compatible server. */
  | { readonly provider: 'server'; readonly model: string }
  /** A model that the editor offers, by its id there. */
  | { readonly provider: 'editor'; readonly model: string };

/** How settings and the command line write a choice: `bundled`, `onnx:org/name@q8`, `server:name`, `editor:id`. @throws LinchpinError `settings-invalid`. */
export function parseChoice(text: string): ModelChoice {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'bundled') return { provider: 'bundled' };
  const at = trimmed.indexOf(':');
  const provider = trimmed.slice(0, Math.max(0, at));
  const model = trimmed.slice(at + 1).trim();
  if (model !== '' && (provider === 'server' || provider === 'editor')) return { provider, model };
  if (model !== '' && provider === 'onnx') {
    const [, name = '', written = 'q8'] = /^(.*?)(?:@([^@]*))?$/.exec(model) ?? [];
    const dtype = dtypes.find((each) => each === written);
    if (dtype !== undefined && /^[\w.-]+(?:\/[\w.-]+)?$/.test(name) && !name.split('/').some((part) => part === '.' || part === '..'))
      return { provider, model: name, dtype };
  }
  throw new LinchpinError(
    'settings-invalid',
    `"${trimmed}" does not name a model.`,
    'Run "Linchpin: Choose Models", or write bundled, onnx:ORG/NAME@q8, server:NAME or editor:ID.',
  );
}

/** The text that `parseChoice` reads. */
export function writeChoice(choice: ModelChoice): string {
  switch (choice.provider) {
    case 'bundled':
      return 'bundled';
    case 'onnx':
      return `onnx:${choice.model}@${choice.dtype}`;
    default:
      return `${choice.provider}:${choice.model}`;
  }
}

/** Everything about models that a user can set; whatever is left out has its default, and the default sends nothing anywhere. */
export const modelsConfigSchema = z.object({
  embedder: z.string().default('bundled'),
  relevance: z.string().default('bundled'),
  entailment: z.string().default('bundled'),
  generator: z.string().default('bundled'),
  server: z
    .object({
      /** Base URL of an OpenAI-compatible API, with its version: `https://api.openai.com/v1`, `http://localhost:11434/v1`. */
      url: z.string().default(''),
      apiKey: z.string().nullable().default(null),
      /** For one call, with everything that is tried again. */
      timeoutSeconds: z.number().min(1).max(3600).default(120),
    })
    .prefault({}),
  /** For one audit. */
  budget: z
    .object({
      calls: z.int().min(1).max(10_000).default(40),
      tokens: z.int().min(1).max(100_000_000).default(400_000),
      seconds: z.number().min(1).max(86_400).default(600),
    })
    .prefault({}),
  /** Of a million tokens, in whatever currency the user thinks in; 0 where not known. */
  price: z.object({ prompt: z.number().min(0).default(0), completion: z.number().min(0).default(0) }).prefault({}),
  /** Nothing leaves the machine: models that are not on it are refused. */
  offline: z.boolean().default(true),
  /** Globs of documents whose text is never sent to a model off the machine. */
  redact: z.array(z.string()).default([]),
  /** Of replies on disk; 0 keeps none. */
  cacheMegabytes: z.number().min(0).max(100_000).default(256),
});
export type ModelsConfig = z.infer<typeof modelsConfigSchema>;
