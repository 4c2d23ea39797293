import { z } from 'zod';

import { type Failure, isTooLong } from './failure.ts';

const formats = ['json_schema', 'json_object', 'none'] as const;
const limits = ['max_tokens', 'max_completion_tokens', 'none'] as const;

/** What a request to this model asks for. Servers differ; what one refused is not asked of it again. */
export interface Features {
  readonly format: (typeof formats)[number];
  /** The name under which the length of the reply is bounded. */
  readonly limit: (typeof limits)[number];
  readonly logprobs: boolean;
  readonly seed: boolean;
  /** Temperature 0. */
  readonly temperature: boolean;
  /** Messages of the system role; else their text heads the first user message. */
  readonly system: boolean;
  readonly stream: boolean;
  /** `stream_options.include_usage`. */
  readonly streamUsage: boolean;
}

export const allFeatures: Features = {
  format: 'json_schema',
  limit: 'max_tokens',
  logprobs: true,
  seed: true,
  temperature: true,
  system: true,
  stream: true,
  streamUsage: true,
};

/** What every server understands. */
export const plainFeatures: Features = {
  format: 'none',
  limit: 'max_tokens',
  logprobs: false,
  seed: false,
  temperature: false,
  system: false,
  stream: false,
  streamUsage: false,
};

const later = <T>(of: readonly T[], value: T): T => of[of.indexOf(value) + 1] ?? value;

/** In the order of asking: the first that a refusal names gives way. `stream` comes last, since other names hold it. */
const steps: readonly { readonly named: RegExp; readonly down: (features: Features) => Features; readonly vague?: true }[] = [
  { named: /stream_options|include_usage/i, down: (features) => ({ ...features, streamUsage: false }) },
  { named: /max_(?:completion_)?tokens/i, down: (features) => ({ ...features, limit: later(limits, features.limit) }) },
  { named: /logprob/i, down: (features) => ({ ...features, logprobs: false }) },
  {
    named: /response_format|json_schema|json_object|\bschema\b|grammar|structured|guided/i,
    down: (features) => ({ ...features, format: later(formats, features.format) }),
  },
  { named: /\bseed\b/i, down: (features) => ({ ...features, seed: false }) },
  { named: /temperature/i, down: (features) => ({ ...features, temperature: false }) },
  {
    named:
      /system['"`]? (?:role|prompt|message)|role\W{1,4}system|'system'|roles must alternate|messages\[\d+\]\.role|only user and assistant roles/i,
    down: (features) => ({ ...features, system: false }),
  },
  { named: /\bstream(?:ing)?\b/i, down: (features) => ({ ...features, stream: false, streamUsage: false }), vague: true },
];

/** Statuses with which servers refuse parameters. */
const refusing: ReadonlySet<number> = new Set([400, 405, 415, 422, 501]);
/** With these they do so too, where they name one: OpenAI for log-probabilities, llama.cpp and sglang for what their templates refuse. */
const perhapsRefusing: ReadonlySet<number> = new Set([403, 500]);

/**
 * The features to ask with after a refusal: less one where the refusal names it, the plain ones where it names nothing.
 * @returns null where asking differently cannot help
 */
export function stepDown(features: Features, { status, said }: Failure): { readonly features: Features; readonly named: boolean } | null {
  if (status === null || !(refusing.has(status) || perhapsRefusing.has(status)) || isTooLong(said)) return null;
  for (const text of told(said)) {
    for (const { named, down, vague } of steps) {
      // "The stream was closed" is what a server says that failed.
      if (!named.test(text) || (vague === true && perhapsRefusing.has(status))) continue;
      const lower = down(features);
      if (!sameFeatures(lower, features)) return { features: lower, named: true };
    }
  }
  const plain = common(features, plainFeatures);
  return perhapsRefusing.has(status) || sameFeatures(features, plain) ? null : { features: plain, named: false };
}

/** What both allow: calls that ran at once may each have learnt something. */
export function common(a: Features, b: Features): Features {
  const lower = <T>(of: readonly T[], x: T, y: T): T => (of.indexOf(x) > of.indexOf(y) ? x : y);
  return {
    format: lower(formats, a.format, b.format),
    limit: lower(limits, a.limit, b.limit),
    logprobs: a.logprobs && b.logprobs,
    seed: a.seed && b.seed,
    temperature: a.temperature && b.temperature,
    system: a.system && b.system,
    stream: a.stream && b.stream,
    streamUsage: a.streamUsage && b.streamUsage,
  };
}

const sameFeatures = (a: Features, b: Features): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/**
 * What a refusal says: first the parameter that it names, then its words. Validators also quote the request, which names every parameter,
 * so members that hold it are passed over.
 */
function told(said: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(said);
  } catch {
    return [said.slice(0, 4000)];
  }
  const names: string[] = [];
  const words: string[] = [];
  const visit = (part: unknown, key: string, depth: number): void => {
    if (depth > 6 || key === 'input' || key === 'ctx') return;
    if (typeof part === 'string') (key === 'param' || key === 'loc' ? names : words).push(part);
    else if (Array.isArray(part)) for (const each of part) visit(each, key, depth + 1);
    else {
      const members = z.record(z.string(), z.unknown()).safeParse(part);
      if (members.success) for (const [name, inner] of Object.entries(members.data)) visit(inner, name, depth + 1);
    }
  };
  visit(value, '', 0);
  return [names.join(' '), words.join(' ')];
}
