import { setImmediate as nextTurn } from 'node:timers/promises';

import { z } from 'zod';

import { LinchpinError, throwIfCancelled } from '../../base/error.ts';
import type { Session } from './runtime.ts';

/** A tensor's numbers with its shape; the memory outside of JavaScript is given back. */
export interface Numbers {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** Texts at once. Of like length, so that little is padded. */
const batchSize = 16;

/** What of the library's tensors is used here. */
interface TensorLike {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number | bigint>;
  dispose(): void;
}

const tensorSchema = z.custom<TensorLike>((value) => typeof value === 'object' && value !== null && 'dims' in value && 'data' in value && 'dispose' in value);

/**
 * Runs a model over texts, or pairs of texts, in batches of like length; a text's result does not depend on the others.
 * @param read from a batch's outputs to one value a text, in the batch's order
 */
export async function runBatches<T>(session: Session, texts: readonly string[], pairs: readonly string[] | null, signal: AbortSignal | undefined, read: (outputs: (name: string) => Numbers, inputs: (name: string) => Numbers, count: number) => T[]): Promise<T[]> {
  const order = texts.map((text, index) => ({ index, length: text.length + (pairs?.[index]?.length ?? 0) })).sort((a, b) => a.length - b.length || a.index - b.index);
  const results = new Array<T>(texts.length);
  for (let from = 0; from < order.length; from += batchSize) {
    throwIfCancelled(signal);
    const batch = order.slice(from, from + batchSize).map(({ index }) => index);
    const inputs: unknown = session.tokenizer(batch.map((index) => texts[index] ?? ''), { padding: true, truncation: true, ...(pairs === null ? {} : { text_pair: batch.map((index) => pairs[index] ?? '') }) });
    const outputs: unknown = await session.model(inputs);
    try {
      read((name) => numbers(outputs, name), (name) => numbers(inputs, name), batch.length).forEach((value, at) => {
        const index = batch[at];
        if (index !== undefined) results[index] = value;
      });
    } finally {
      dispose(inputs);
      dispose(outputs);
    }
    await nextTurn();
  }
  return results;
}

/** @throws LinchpinError `model-failed` where the model has no such output. */
function numbers(of: unknown, name: string): Numbers {
  const value: unknown = typeof of === 'object' && of !== null && name in of ? Reflect.get(of, name) : undefined;
  const parsed = tensorSchema.safeParse(value);
  if (!parsed.success) throw new LinchpinError('model-failed', `The model gives no ${name}: it is of another kind than this role needs.`, 'Choose another model with "Linchpin: Choose Models".');
  const { data, dims } = parsed.data;
  return { data: Float32Array.from(data, Number), dims: [...dims] };
}

function dispose(of: unknown): void {
  if (typeof of !== 'object' || of === null) return;
  for (const value of Object.values(of)) {
    const parsed = tensorSchema.safeParse(value);
    if (parsed.success) parsed.data.dispose();
  }
}

export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}
