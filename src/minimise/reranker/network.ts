import { z } from 'zod';

import { contextFeatures, nodeFeatures } from './features.ts';

/** Dense layers as torch names them: `weight` row by row, one row per output. */
export const rerankerWeightsSchema = z.object({
  version: z.literal(1),
  features: z.array(z.enum(nodeFeatures)),
  context: z.array(z.enum(contextFeatures)),
  hidden: z.int().positive(),
  dropout: z.number(),
  /** Mean and deviation of node features, then of context features. */
  standard: z.array(z.array(z.number())).length(4),
  weights: z.record(z.string(), z.array(z.number())),
});
export type RerankerWeights = z.infer<typeof rerankerWeightsSchema>;

export interface Dense {
  readonly weight: Float64Array;
  readonly bias: Float64Array;
}

/** @throws RangeError when a layer is missing or not of this shape: the weights do not fit this code. */
export function dense(weights: RerankerWeights, name: string, outputs: number, inputs: number): Dense {
  const weight = Float64Array.from(weights.weights[`${name}.weight`] ?? []);
  const bias = Float64Array.from(weights.weights[`${name}.bias`] ?? []);
  if (weight.length !== outputs * inputs || bias.length !== outputs)
    throw new RangeError(`reranker layer ${name} is not ${outputs} x ${inputs}`);
  return { weight, bias };
}

export function apply(layer: Dense, input: ArrayLike<number>): Float64Array {
  const output = Float64Array.from(layer.bias);
  const inputs = input.length;
  for (let row = 0; row < output.length; row += 1) {
    let sum = output[row] ?? 0;
    for (let column = 0; column < inputs; column += 1) sum += (layer.weight[row * inputs + column] ?? 0) * (input[column] ?? 0);
    output[row] = sum;
  }
  return output;
}

export function relu(values: Float64Array): Float64Array {
  return values.map((value) => Math.max(0, value));
}

/** (x - mean) / deviation for each value. */
export function standardise(values: ArrayLike<number>, mean: readonly number[], deviation: readonly number[]): Float64Array {
  return Float64Array.from(values, (value, index) => (value - (mean[index] ?? 0)) / (deviation[index] ?? 1));
}

/** A dropout mask: 0 with the given chance, else scaled up so that the mean stays. */
export function dropoutMask(size: number, chance: number, next: () => number): Float64Array {
  return Float64Array.from({ length: size }, () => (next() < chance ? 0 : 1 / (1 - chance)));
}
