import { z } from 'zod';

import { settings } from './names.ts';

/** Each setting's shape and default; package.json says the same to the settings editor. */
export const shapes = {
  [settings.offline]: z.boolean().default(true),
  [settings.reviewer]: z.string().default(''),
  [settings.include]: z.array(z.string()).default([]),
  [settings.exclude]: z.array(z.string()).default([]),
  [settings.maxFileSize]: z.number().min(0.1).max(500).default(50),
  [settings.location]: z.string().default(''),
  [settings.preset]: z.enum(['fast', 'balanced', 'thorough']).default('balanced'),
  [settings.threshold]: z.number().min(0).max(1).default(0.75),
  [settings.passages]: z.int().min(1).max(200).default(20),
  [settings.candidates]: z.int().min(1).max(30).default(25),
  [settings.causalWeight]: z.number().min(0).max(1).default(0.4),
  [settings.scoring]: z.enum(['dual', 'weighted']).default('dual'),
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
  /** As src/audit/settings.ts names them. */
  readonly audit: Record<string, number | string>;
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
  return {
    offline: get(settings.offline, shapes[settings.offline]),
    reviewer: get(settings.reviewer, shapes[settings.reviewer]).trim(),
    index: {
      include: get(settings.include, shapes[settings.include]),
      exclude: get(settings.exclude, shapes[settings.exclude]),
      maxFileBytes: get(settings.maxFileSize, shapes[settings.maxFileSize]) * 1024 * 1024,
      location: get(settings.location, shapes[settings.location]),
    },
    audit: {
      ...presets[get(settings.preset, shapes[settings.preset])],
      threshold: get(settings.threshold, shapes[settings.threshold]),
      passages: get(settings.passages, shapes[settings.passages]),
      candidates: get(settings.candidates, shapes[settings.candidates]),
      causalWeight: get(settings.causalWeight, shapes[settings.causalWeight]),
      scoring: get(settings.scoring, shapes[settings.scoring]),
    },
    wrong,
  };
}
