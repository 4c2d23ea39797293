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

const tensorSchema = z.custom<TensorLike>(
  (value) => typeof value === 'object' && value !== null && 'dims' in value && 'data' in value && 'dispose' in value,
);

/** Texts, or pairs of texts. What is too long for the model loses the end of one part, and the other stays whole. */
export type ModelTexts =
  | { readonly texts: readonly string[]; readonly pairs?: undefined }
  | { readonly texts: readonly string[]; readonly pairs: readonly string[]; readonly shorten: 'texts' | 'pairs' };

/**
 * Runs a model over texts, or pairs of texts, in batches of like length; a text's result does not depend on the others.
 * @param read from a batch's outputs to one value a text, in the batch's order
 */
export async function runBatches<T>(
  session: Session,
  given: ModelTexts,
  signal: AbortSignal | undefined,
  read: (outputs: (name: string) => Numbers, inputs: (name: string) => Numbers, count: number) => T[],
): Promise<T[]> {
  const { texts, pairs } = given;
  const order = texts
    .map((text, index) => ({ index, length: text.length + (pairs?.[index]?.length ?? 0) }))
    .sort((a, b) => a.length - b.length || a.index - b.index);
  const results = new Array<T>(texts.length);
  for (let from = 0; from < order.length; from += batchSize) {
    throwIfCancelled(signal);
    const batch = order.slice(from, from + batchSize).map(({ index }) => index);
    const inputs = tokenize(session, given, batch);
    const outputs: unknown = await session.model(inputs);
    try {
      read(
        (name) => numbers(outputs, name),
        (name) => numbers(inputs, name),
        batch.length,
      ).forEach((value, at) => {
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

function tokenize(session: Session, given: ModelTexts, batch: readonly number[]): unknown {
  const most = longest(session);
  const encode = (parts: readonly Part[]): unknown =>
    session.tokenizer(
      parts.map(({ text }) => text),
      {
        padding: true,
        truncation: true,
        ...(most === Infinity ? {} : { max_length: most }),
        ...(given.pairs === undefined ? {} : { text_pair: parts.map(({ pair }) => pair ?? '') }),
      },
    );
  const parts = batch.map((index): Part => ({
    text: given.texts[index] ?? '',
    pair: given.pairs === undefined ? null : (given.pairs[index] ?? ''),
  }));
  const inputs = encode(parts);
  if ((numbers(inputs, 'input_ids').dims[1] ?? 0) < most) return inputs;
  // The library cuts at the end, whatever stands there: the second text of a pair, and the mark that ends it.
  dispose(inputs);
  return encode(parts.map((part) => fit(session, part, given.pairs !== undefined && given.shorten === 'pairs' ? 'pair' : 'text', most)));
}

interface Part {
  readonly text: string;
  readonly pair: string | null;
}

/** Takes from the end of one part until the whole fits; from the other where that is not enough. */
function fit({ tokenizer }: Session, part: Part, first: 'text' | 'pair', most: number): Part {
  const count = ({ text, pair }: Part): number => tokenizer.encode(text, { text_pair: pair }).length;
  let fitted = part;
  for (const which of [first, first === 'text' ? 'pair' : 'text'] as const) {
    for (let tokens = count(fitted); tokens > most; tokens = count(fitted)) {
      const letters = Array.from(fitted[which] ?? '');
      if (letters.length === 0) break;
      const own = tokens - count({ ...fitted, [which]: which === 'pair' && part.pair === null ? null : '' });
      // In proportion, and by one letter at the least.
      const keep = own === 0 ? 0 : Math.min(letters.length - 1, Math.floor((letters.length * Math.max(0, own - (tokens - most))) / own));
      fitted = { ...fitted, [which]: letters.slice(0, keep).join('') };
    }
  }
  return fitted;
}

const positionsSchema = z.object({ model_type: z.string().catch(''), max_position_embeddings: z.number().positive().catch(Infinity) });
const lengthSchema = z.number().positive().catch(Infinity);

/** Tokens that the model has places for: what its tokenizer says of that is at times no bound at all. */
function longest({ tokenizer, model }: Session): number {
  const { model_type: type, max_position_embeddings: places } = positionsSchema.parse(model.config);
  // These begin to count behind the place of padding.
  return Math.min(lengthSchema.parse(tokenizer.model_max_length), /roberta|camembert|mpnet/.test(type) ? places - 2 : places);
}

/** @throws LinchpinError `model-failed` where the model has no such output. */
function numbers(of: unknown, name: string): Numbers {
  const value: unknown = typeof of === 'object' && of !== null && name in of ? Reflect.get(of, name) : undefined;
  const parsed = tensorSchema.safeParse(value);
  if (!parsed.success)
    throw new LinchpinError(
      'model-failed',
      `The model gives no ${name}: it is of another kind than this role needs.`,
      'Choose another model with "Linchpin: Choose Models".',
    );
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
