import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { LinchpinError } from '../../base/error.ts';
import { sha256 } from '../../base/hash.ts';
import type { Dtype } from '../choice.ts';
import type { ModelIdentity } from '../../contract/report.ts';
import { onnxFiles } from './runtime.ts';

const configSchema = z.looseObject({
  architectures: z.array(z.string()).default([]),
  hidden_size: z.int().optional(),
  dim: z.int().optional(),
  d_model: z.int().optional(),
  id2label: z.record(z.string(), z.string()).default({}),
});
const poolingSchema = z.looseObject({ pooling_mode_cls_token: z.boolean().default(false) });

/** Families that are read at their first token, for copies that leave out the file that says so. All others take the mean. */
const clsModels = /(?:^|\/)(?:bge-|gte-[\w-]*(?:v1\.5|modernbert|multilingual)|snowflake-arctic-|mxbai-)/i;

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
    const tokenizer = await readFile(join(folder, model, 'tokenizer.json'), 'utf8');
    const file = join(folder, model, 'onnx', onnxFiles[dtype]);
    const weights = await sample(file);
    const beside = await sample(`${file}_data`).catch(() => '');
    const pooling = await readFile(join(folder, model, '1_Pooling', 'config.json'), 'utf8').then(
      (found) => poolingSchema.parse(JSON.parse(found)),
      () => null,
    );
    return {
      architectures: config.architectures,
      dimensions: config.hidden_size ?? config.dim ?? config.d_model ?? null,
      labels: Object.entries(config.id2label)
        .sort((a, b) => Number(a[0]) - Number(b[0]))
        .map(([, label]) => label),
      pooling: pooling?.pooling_mode_cls_token === true || (pooling === null && clsModels.test(model)) ? 'cls' : 'mean',
      version: `${dtype}-${sha256([text, tokenizer, weights, beside].join('\n')).slice(0, 12)}`,
    };
  } catch (error) {
    throw new LinchpinError(
      'model-unavailable',
      `The model ${model} (${dtype}) is not on this machine, or not whole.`,
      'Run "Linchpin: Choose Models" to download it, or "Linchpin: Import ONNX Model from Folder".',
      error,
    );
  }
}

/** Parts of a file that are read to tell it from others, and their bytes. */
const samples = 64;
const sampleBytes = 4096;

/** Hash of a file's size and of parts from all over it: weights that were trained anew differ everywhere, and gigabytes need not be read. */
async function sample(path: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const parts = [String(size)];
    for (let part = 0; part < samples; part += 1) {
      const from = Math.floor((Math.max(0, size - sampleBytes) * part) / (samples - 1));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, from);
      parts.push(buffer.subarray(0, bytesRead).toString('base64'));
    }
    return sha256(parts.join('\n'));
  } finally {
    await handle.close();
  }
}

export function identityOf(model: string, { version }: OnnxConfig): ModelIdentity {
  return { id: model, provider: 'onnx', version, local: true };
}
