import { z } from 'zod';

import { settings } from './names.ts';

/** Each setting's shape and default; package.json says the same to the settings editor. */
export const shapes = {
  [settings.offline]: z.boolean().default(true),
  [settings.redact]: z.array(z.string()).default([]),
  [settings.embedder]: z.string().default('bundled'),
  [settings.relevance]: z.string().default('bundled'),
  [settings.entailment]: z.string().default('bundled'),
  [settings.generator]: z.string().default('bundled'),
  [settings.serverUrl]: z.string().default(''),
  [settings.serverTimeout]: z.number().min(1).max(3600).default(120),
  [settings.budgetCalls]: z.int().min(1).max(10_000).default(40),
  [settings.budgetTokens]: z.int().min(1).max(100_000_000).default(400_000),
  [settings.budgetSeconds]: z.number().min(1).max(86_400).default(600),
  [settings.pricePrompt]: z.number().min(0).default(0),
  [settings.priceCompletion]: z.number().min(0).default(0),
  [settings.cacheSize]: z.number().min(0).max(100_000).default(256),
  [settings.reviewer]: z.string().default(''),
  [settings.include]: z.array(z.string()).default([]),
  [settings.exclude]: z.array(z.string()).default([]),
  [settings.maxFileSize]: z.number().min(0.1).max(500).default(50),
  [settings.location]: z.string().default(''),
  [settings.preset]: z.enum(['fast', 'balanced', 'thorough']).default('balanced'),
  [settings.threshold]: z.number().min(0).max(1).default(0.75),
  [settings.passages]: z.int().min(1).max(200).default(20),
  [settings.candidates]: z.int().min(1).max(30).default(25),
  [settings.probes]: z.int().min(0).max(10).default(0),
  [settings.clusters]: z.int().min(0).max(10).default(0),
  [settings.drafts]: z.int().min(0).max(10).default(0),
  [settings.samplingRate]: z.number().min(0.05).max(1).default(0.5),
  [settings.probeSimilarity]: z.number().min(0).max(1).default(0.7),
  [settings.duplicateSimilarity]: z.number().min(0.5).max(1).default(0.95),
  [settings.leastQuality]: z.number().min(0).max(1).default(0.2),
  [settings.leastRelevance]: z.number().min(0).max(1).default(0.05),
  [settings.consensus]: z.number().min(0).max(1).default(0.66),
  [settings.sources]: z.record(z.string(), z.number().min(0).max(1)).default({}),
  [settings.causalWeight]: z.number().min(0).max(1).default(0.4),
  [settings.scoring]: z.enum(['dual', 'weighted']).default('dual'),
  [settings.route]: z.enum(['auto', 'factual', 'relational', 'causal', 'claim']).default('auto'),
} as const;

/** What a preset stands for. */
const presets = {
  fast: { probes: 1, clusters: 2, drafts: 1 },
  balanced: { probes: 3, clusters: 4, drafts: 3 },
  thorough: { probes: 4, clusters: 5, drafts: 3 },
} as const;

export interface CheckedSettings {
  readonly offline: boolean;
  /** Empty: the user's name. */
  readonly reviewer: string;
  readonly index: { readonly include: string[]; readonly exclude: string[]; readonly maxFileBytes: number; readonly location: string };
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
  /** As src/audit/settings.ts names them. */
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
    index: {
      include: get(settings.include, shapes[settings.include]),
      exclude: get(settings.exclude, shapes[settings.exclude]),
      maxFileBytes: get(settings.maxFileSize, shapes[settings.maxFileSize]) * 1024 * 1024,
      location: get(settings.location, shapes[settings.location]),
    },
    audit: {
      ...presets[get(settings.preset, shapes[settings.preset])],
      // 0 leaves it to the preset.
      ...Object.fromEntries(
        (['probes', 'clusters', 'drafts'] as const)
          .map((name) => [name, get(settings[name], shapes[settings[name]])] as const)
          .filter(([, value]) => value > 0),
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
