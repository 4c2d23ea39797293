import { createRandom } from '../../base/random.ts';
import type { Gain } from '../search.ts';
import { uncertaintyOf } from '../search.ts';
import { contextFeatures, nodeFeatures, type PoolReading } from './features.ts';
import { apply, dense, dropoutMask, relu, rerankerWeightsSchema, standardise } from './network.ts';

/** CER sec. 3.6: dropout passes for the uncertainty. */
export const dropoutPasses = 10;

/** CER eq. 8-10: what a span is expected to add to those already chosen, on the scale of contributions (eq. 7). */
export interface Reranker {
  gain(reading: PoolReading, index: number, chosen: readonly number[]): number;
  /** The gain with its standard deviation over seeded dropout passes (eq. 21); the same seed gives the same masks. */
  estimate(reading: PoolReading, index: number, chosen: readonly number[], seed: number): Gain;
}

/**
 * The conditional reranker that ships: two hidden layers over what is known of a span and of the spans already chosen
 * (models/reranker/README.md).
 *
 * @throws ZodError or RangeError when the weights are not of this form
 */
export function createReranker(json: unknown): Reranker {
  const weights = rerankerWeightsSchema.parse(json);
  if (weights.features.join() !== nodeFeatures.join() || weights.context.join() !== contextFeatures.join())
    throw new RangeError('reranker weights were fitted to other features');
  const { hidden } = weights;
  const encode = dense(weights, 'encode', hidden, nodeFeatures.length + contextFeatures.length);
  const deep = dense(weights, 'deep', hidden, hidden);
  const head = dense(weights, 'head', 1, hidden);
  const [nodeMean = [], nodeDeviation = [], contextMean = [], contextDeviation = []] = weights.standard;
  const read = (reading: PoolReading, index: number, chosen: readonly number[]): Float64Array => {
    const node = standardise(reading.nodes[index] ?? [], nodeMean, nodeDeviation);
    const context = standardise(reading.context(index, chosen), contextMean, contextDeviation);
    return relu(apply(encode, [...node, ...context]));
  };
  const finish = (first: Float64Array): number => apply(head, relu(apply(deep, first)))[0] ?? 0;
  const masked = (first: Float64Array, one: Float64Array, two: Float64Array): number => {
    const inner = relu(
      apply(
        deep,
        first.map((value, at) => value * (one[at] ?? 0)),
      ),
    );
    return (
      apply(
        head,
        inner.map((value, at) => value * (two[at] ?? 0)),
      )[0] ?? 0
    );
  };
  return {
    gain: (reading, index, chosen) => finish(read(reading, index, chosen)),
    estimate(reading, index, chosen, seed) {
      const first = read(reading, index, chosen);
      const random = createRandom(seed).fork('dropout');
      const predictions = Array.from({ length: dropoutPasses }, () =>
        masked(
          first,
          dropoutMask(hidden, weights.dropout, () => random.next()),
          dropoutMask(hidden, weights.dropout, () => random.next()),
        ),
      );
      return { gain: finish(first), uncertainty: uncertaintyOf(predictions) };
    },
  };
}
