import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder, unreadableModel } from '../models/bundled/assets.ts';
import { logitOf, treesSchema } from '../models/bundled/reader/trees.ts';
import { signNames } from './signs.ts';

/** A logistic regression over the signs as they are. */
const linearSchema = z.object({ weights: z.array(z.number()), bias: z.number() });
const schema = z.object({
  signs: z.array(z.string()),
  /** The sentence speaks of what is claimed. */
  about: linearSchema,
  /** What speaks of it says so, and not otherwise: the mean of the logits of a regression and of boosted trees. */
  holds: linearSchema.extend(treesSchema.shape),
  /** From these chances on a sentence that passes the gates decides; `Freely`: one that shares few words with the claim. */
  thresholds: z.object({
    about: z.number(),
    supports: z.number(),
    supportsFreely: z.number(),
    refutes: z.number(),
    refutesFreely: z.number(),
  }),
  /** Share of decisions that were right on claims that the weights were not fitted on. */
  right: z.object({ supports: z.number(), refutes: z.number() }),
});
export type VerdictWeights = z.infer<typeof schema>;

let loaded: VerdictWeights | undefined;

/** models/claim-verdict has the card, training/claim-verdict the recipe. @throws LinchpinError `model-unavailable`. */
export function verdictWeights(): VerdictWeights {
  if (loaded !== undefined) return loaded;
  try {
    const read = schema.parse(JSON.parse(readFileSync(join(modelsFolder(), 'claim-verdict', 'weights.json'), 'utf8')));
    if (read.signs.join() !== signNames.join()) throw new RangeError('the weights were fitted to other signs');
    loaded = read;
    return read;
  } catch (error) {
    throw unreadableModel('claim judge', error);
  }
}

export interface Chances {
  /** That the sentence speaks of what is claimed, (0, 1). */
  readonly about: number;
  /** That it says so and not otherwise, if it does, (0, 1). */
  readonly holds: number;
}

export function chancesOf({ about, holds }: VerdictWeights, signs: Float32Array): Chances {
  const logit = ({ weights, bias }: z.infer<typeof linearSchema>): number =>
    weights.reduce((sum, weight, at) => sum + weight * (signs[at] ?? 0), bias);
  return { about: sigmoid(logit(about)), holds: sigmoid((logit(holds) + logitOf(holds, signs)) / 2) };
}

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
