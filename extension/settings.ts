import { z } from 'zod';

import { auditSettingsSchema, presets, presetSchema } from '../src/contract/settings.ts';
import { modelsConfigSchema } from '../src/models/choice.ts';
import { settings } from './names.ts';

const audit = auditSettingsSchema.shape;
const models = modelsConfigSchema.shape;
const server = models.server.unwrap().shape;
const budget = models.budget.unwrap().shape;
const price = models.price.unwrap().shape;

/** null leaves it to the preset; 0 turns it off, where it can be turned off. */
const orPreset = <T extends z.ZodType>(shape: z.ZodDefault<T>): z.ZodDefault<z.ZodNullable<T>> => shape.unwrap().nullable().default(null);

/** Each setting's shape and default; package.json says the same to the settings editor. */
export const shapes = {
  [settings.offline]: models.offline,
  [settings.redact]: models.redact,
  [settings.embedder]: models.embedder,
  [settings.relevance]: models.relevance,
  [settings.entailment]: models.entailment,
  [settings.generator]: models.generator,
  [settings.serverUrl]: server.url,
  [settings.serverTimeout]: server.timeoutSeconds,
  [settings.budgetCalls]: budget.calls,
  [settings.budgetTokens]: budget.tokens,
  [settings.budgetSeconds]: budget.seconds,
  [settings.pricePrompt]: price.prompt,
  [settings.priceCompletion]: price.completion,
  [settings.cacheSize]: models.cacheMegabytes,
  [settings.reviewer]: z.string().default(''),
  [settings.signingKey]: z.string().default(''),
  [settings.include]: z.array(z.string()).default([]),
  [settings.exclude]: z.array(z.string()).default([]),
  [settings.maxFileSize]: z.number().min(0.1).max(500).default(50),
  [settings.location]: z.string().default(''),
  [settings.automatic]: z.boolean().default(true),
  [settings.encodeLimit]: z.int().min(0).max(1_000_000).default(200_000),
  [settings.pauseOnBattery]: z.boolean().default(false),
  [settings.preset]: presetSchema,
  [settings.threshold]: audit.threshold,
  [settings.passages]: audit.passages,
  [settings.candidates]: audit.candidates,
  [settings.probes]: orPreset(audit.probes),
  [settings.clusters]: orPreset(audit.clusters),
  [settings.drafts]: orPreset(audit.drafts),
  [settings.samplingRate]: audit.samplingRate,
  [settings.probeSimilarity]: audit.probeSimilarity,
  [settings.duplicateSimilarity]: audit.duplicateSimilarity,
  [settings.leastQuality]: audit.leastQuality,
  [settings.leastRelevance]: audit.leastRelevance,
  [settings.consensus]: audit.consensus,
  [settings.sources]: audit.sources,
  [settings.causalWeight]: audit.causalWeight,
  [settings.scoring]: audit.scoring,
  [settings.route]: audit.route,
} as const;

export interface CheckedSettings {
  readonly offline: boolean;
  /** Empty: the user's name. */
  readonly reviewer: string;
  /** The SSH key that sessions are signed with: a path, or `git`. Empty: none. */
  readonly signingKey: string;
  readonly index: {
    readonly include: string[];
    readonly exclude: string[];
    readonly maxFileBytes: number;
    readonly location: string;
    readonly automatic: boolean;
    readonly encodeLimit: number;
    readonly pauseOnBattery: boolean;
  };
  /** As src/models/choice.ts names them, without the API key, which is kept apart. */
  readonly models: {
    readonly embedder: string;
    readonly relevance: string;
    readonly entailment: string;
    readonly generator: string;
    readonly server: { readonly url: string; readonly timeoutSeconds: number };
    readonly budget: { readonly calls: number; readonly tokens: number; readonly seconds: number };
    readonly price: { readonly prompt: number; readonly completion: number };
    readonly offline: boolean;
    readonly redact: string[];
    readonly cacheMegabytes: number;
  };
  /** As src/contract/settings.ts names them. */
  readonly audit: Record<string, number | string | Record<string, number>>;
  /** Settings with a value that cannot be used; their defaults are used instead. */
  readonly wrong: readonly string[];
}

/** Checks what the editor holds, whatever it is. @param value gives a setting by its name without `linchpin.` */
export function checkSettings(value: (name: string) => unknown): CheckedSettings {
  const wrong: string[] = [];
  const get = <T>(name: keyof typeof shapes, shape: z.ZodType<T>): T => {
    const parsed = shape.safeParse(value(name));
    if (parsed.success) return parsed.data;
    wrong.push(`linchpin.${name}`);
    return shape.parse(undefined);
  };
  const offline = get(settings.offline, shapes[settings.offline]);
  return {
    offline,
    models: {
      embedder: get(settings.embedder, shapes[settings.embedder]),
      relevance: get(settings.relevance, shapes[settings.relevance]),
      entailment: get(settings.entailment, shapes[settings.entailment]),
      generator: get(settings.generator, shapes[settings.generator]),
      server: {
        url: get(settings.serverUrl, shapes[settings.serverUrl]).trim(),
        timeoutSeconds: get(settings.serverTimeout, shapes[settings.serverTimeout]),
      },
      budget: {
        calls: get(settings.budgetCalls, shapes[settings.budgetCalls]),
        tokens: get(settings.budgetTokens, shapes[settings.budgetTokens]),
        seconds: get(settings.budgetSeconds, shapes[settings.budgetSeconds]),
      },
      price: {
        prompt: get(settings.pricePrompt, shapes[settings.pricePrompt]),
        completion: get(settings.priceCompletion, shapes[settings.priceCompletion]),
      },
      offline,
      redact: get(settings.redact, shapes[settings.redact]),
      cacheMegabytes: get(settings.cacheSize, shapes[settings.cacheSize]),
    },
    reviewer: get(settings.reviewer, shapes[settings.reviewer]).trim(),
    signingKey: get(settings.signingKey, shapes[settings.signingKey]).trim(),
    index: {
      include: get(settings.include, shapes[settings.include]),
      exclude: get(settings.exclude, shapes[settings.exclude]),
      maxFileBytes: get(settings.maxFileSize, shapes[settings.maxFileSize]) * 1024 * 1024,
      location: get(settings.location, shapes[settings.location]),
      automatic: get(settings.automatic, shapes[settings.automatic]),
      encodeLimit: get(settings.encodeLimit, shapes[settings.encodeLimit]),
      pauseOnBattery: get(settings.pauseOnBattery, shapes[settings.pauseOnBattery]),
    },
    audit: {
      ...presets[get(settings.preset, shapes[settings.preset])],
      ...Object.fromEntries(
        (['probes', 'clusters', 'drafts'] as const)
          .map((name) => [name, get(settings[name], shapes[settings[name]])] as const)
          .filter(([, value]) => value !== null),
      ),
      samplingRate: get(settings.samplingRate, shapes[settings.samplingRate]),
      probeSimilarity: get(settings.probeSimilarity, shapes[settings.probeSimilarity]),
      duplicateSimilarity: get(settings.duplicateSimilarity, shapes[settings.duplicateSimilarity]),
      leastQuality: get(settings.leastQuality, shapes[settings.leastQuality]),
      leastRelevance: get(settings.leastRelevance, shapes[settings.leastRelevance]),
      consensus: get(settings.consensus, shapes[settings.consensus]),
      sources: get(settings.sources, shapes[settings.sources]),
      threshold: get(settings.threshold, shapes[settings.threshold]),
      passages: get(settings.passages, shapes[settings.passages]),
      candidates: get(settings.candidates, shapes[settings.candidates]),
      causalWeight: get(settings.causalWeight, shapes[settings.causalWeight]),
      scoring: get(settings.scoring, shapes[settings.scoring]),
      route: get(settings.route, shapes[settings.route]),
    },
    wrong,
  };
}
