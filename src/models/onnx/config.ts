import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { LinchpinError } from '../../base/error.ts';
import { sha256 } from '../../base/hash.ts';
import type { Dtype } from '../choice.ts';
import type { ModelIdentity } from '../../report/report.ts';
import { onnxFiles } from './runtime.ts';

const configSchema = z.looseObject({ architectures: z.array(z.string()).default([]), hidden_size: z.int().optional(), dim: z.int().optional(), d_model: z.int().optional(), id2label: z.record(z.string(), z.string()).default({}) });
const poolingSchema = z.looseObject({ pooling_mode_cls_token: z.boolean().default(false) });

export interface OnnxConfig {
  readonly architectures: readonly string[];
  /** Of the vectors that the model works with; null where the configuration does not say. */
  readonly dimensions: number | null;
  /** In the order of the outputs. */
  readonly labels: readonly string[];
  readonly pooling: 'mean' | 'cls';
  /** Changes whenever the model's files do. */
  readonly version: string;
}

/** Reads what a model of the store says of itself. @throws LinchpinError `model-unavailable` where it is not there or not whole. */
export async function readConfig(folder: string, model: string, dtype: Dtype): Promise<OnnxConfig> {
  try {
    const text = await readFile(join(folder, model, 'config.json'), 'utf8');
    const config = configSchema.parse(JSON.parse(text));
    const weights = await stat(join(folder, model, 'onnx', onnxFiles[dtype]));
    const pooling = await readFile(join(folder, model, '1_Pooling', 'config.json'), 'utf8').then((found) => poolingSchema.parse(JSON.parse(found)), () => null);
    return {
      architectures: config.architectures,
      dimensions: config.hidden_size ?? config.dim ?? config.d_model ?? null,
      labels: Object.entries(config.id2label).sort((a, b) => Number(a[0]) - Number(b[0])).map(([, label]) => label),
      pooling: pooling?.pooling_mode_cls_token === true || (pooling === null && /(?:^|\/)(?:bge|gte|snowflake-arctic|mxbai)-/i.test(model)) ? 'cls' : 'mean',
      version: `${dtype}-${sha256(`${text}\n${weights.size}`).slice(0, 12)}`,
    };
  } catch (error) {
    throw new LinchpinError('model-unavailable', `The model ${model} (${dtype}) is not on this machine, or not whole.`, 'Run "Linchpin: Choose Models" to download it, or "Linchpin: Import ONNX Model from Folder".', error);
  }
}

export function identityOf(model: string, { version }: OnnxConfig): ModelIdentity {
  return { id: model, provider: 'onnx', version, local: true };
}
