import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { unreadableModel } from '../assets.ts';
import { featureNames } from './candidates.ts';

const schema = z.object({
  features: z.array(z.string()),
  baseline: z.number(),
  /** Below this probability the reader abstains: chosen on the training data. */
  abstain: z.number(),
  trees: z.array(z.object({ feature: z.array(z.int()), threshold: z.array(z.number()), left: z.array(z.int()), right: z.array(z.int()) })),
});

/** Gradient-boosted trees that tell how likely a candidate answers (models/reader). */
export class AnswerTrees {
  readonly abstain: number;
  readonly #baseline: number;
  readonly #trees: z.infer<typeof schema>['trees'];

  /** @throws LinchpinError `model-unavailable`. */
  constructor(models: string) {
    try {
      const read = schema.parse(JSON.parse(readFileSync(join(models, 'reader', 'weights.json'), 'utf8')));
      if (read.features.join() !== featureNames.join()) throw new RangeError('the weights were fitted to other features');
      this.#baseline = read.baseline;
      this.#trees = read.trees;
      this.abstain = read.abstain;
    } catch (error) {
      throw unreadableModel('reader', error);
    }
  }

  /** [0, 1]. A leaf has the feature -1 and its value for a threshold. */
  probability(features: Float32Array): number {
    let sum = this.#baseline;
    for (const tree of this.#trees) {
      let node = 0;
      for (let feature = tree.feature[0] ?? -1; feature >= 0; feature = tree.feature[node] ?? -1) {
        node = ((features[feature] ?? 0) <= (tree.threshold[node] ?? 0) ? tree.left[node] : tree.right[node]) ?? 0;
      }
      sum += tree.threshold[node] ?? 0;
    }
    return 1 / (1 + Math.exp(-sum));
  }
}
