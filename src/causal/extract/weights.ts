import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder, unreadableModel, weightsVersion } from '../../inference/weights.ts';
import type { NamedWeights } from './linear.ts';

const namedSchema = z.object({ bias: z.number(), weights: z.record(z.string(), z.number()) });
const fileSchema = z.object({ within: z.array(z.string()), sentence: namedSchema, cuts: namedSchema, relation: namedSchema });

/** The fitted parts of the extractor (models/causal-extractor). */
export interface ExtractorWeights {
  readonly sentence: NamedWeights;
  readonly cuts: NamedWeights;
  readonly relation: NamedWeights;
  /** Signals whose words annotators of Causal News count as part of the span behind them. */
  readonly within: ReadonlySet<string>;
}

let loaded: ExtractorWeights | undefined;

function fileOf(folder: string): string {
  return join(folder, 'causal-extractor', 'weights.json');
}

/** Names the weights, for what is kept of them in an index. @throws LinchpinError `model-unavailable`. */
export function extractorVersion(): string {
  return weightsVersion('causal extractor', [fileOf(modelsFolder())]);
}

/** @throws LinchpinError `model-unavailable`. */
export function extractorWeights(): ExtractorWeights {
  if (loaded !== undefined) return loaded;
  try {
    const { within, sentence, cuts, relation } = fileSchema.parse(JSON.parse(readFileSync(fileOf(modelsFolder()), 'utf8')));
    loaded = { within: new Set(within), sentence: named(sentence), cuts: named(cuts), relation: named(relation) };
    return loaded;
  } catch (error) {
    throw unreadableModel('causal extractor', error);
  }
}

function named({ bias, weights }: z.infer<typeof namedSchema>): NamedWeights {
  return { bias, weights: new Map(Object.entries(weights)) };
}
