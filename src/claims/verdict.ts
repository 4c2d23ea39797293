import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder, unreadableModel } from '../models/bundled/assets.ts';
import { signNames } from './signs.ts';

const schema = z.object({
  signs: z.array(z.string()),
  /** Rows: neither, supports, refutes; of the signs as they are. */
  weights: z.array(z.array(z.number())).length(3),
  bias: z.array(z.number()).length(3),
  /** From these chances on a sentence that passes the gates decides; `Freely`: one that shares few words with the claim. */
  thresholds: z.object({ supports: z.number(), supportsFreely: z.number(), refutes: z.number(), refutesFreely: z.number() }),
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
  readonly supports: number;
  readonly refutes: number;
}

/** Chances that a sentence says a claim and that it says otherwise: a multinomial logistic regression over the signs. */
export function chancesOf({ weights, bias }: VerdictWeights, signs: Float32Array): Chances {
  const logits = weights.map((row, kind) => row.reduce((sum, weight, at) => sum + weight * (signs[at] ?? 0), bias[kind] ?? 0));
  const top = Math.max(...logits);
  const [neither = 0, supports = 0, refutes = 0] = logits.map((logit) => Math.exp(logit - top));
  const all = neither + supports + refutes;
  return { supports: supports / all, refutes: refutes / all };
}
