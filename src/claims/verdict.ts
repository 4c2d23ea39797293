import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { modelsFolder, unreadableModel } from '../models/bundled/assets.ts';
import { signNames } from './signs.ts';

/** `[sign, threshold, left, right]`: left where the sign is at most the threshold; a leaf is `[-1, value, 0, 0]`. */
const nodeSchema = z.tuple([z.number().int(), z.number(), z.number().int(), z.number().int()]);
const schema = z.object({
  signs: z.array(z.string()),
  mean: z.array(z.number()),
  scale: z.array(z.number().positive()),
  /** Rows: neither, supports, refutes. */
  weights: z.array(z.array(z.number())).length(3),
  bias: z.array(z.number()).length(3),
  /** Boosted trees: where each kind starts, and rounds of one tree a kind. */
  forests: z.array(z.object({ start: z.array(z.number()).length(3), rounds: z.array(z.array(z.array(nodeSchema)).length(3)) })),
  /** From these chances on a sentence that passes the gates decides; `contrary`: refutes, where an atom cannot hold beside it. */
  thresholds: z.object({ supports: z.number(), refutes: z.number(), contrary: z.number() }),
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

/** Chances that a sentence says a claim and that it says otherwise: a logistic regression over standardised signs, averaged with boosted trees. */
export function chancesOf({ mean, scale, weights, bias, forests }: VerdictWeights, signs: Float32Array): Chances {
  const logits = weights.map((row, kind) =>
    row.reduce((sum, weight, at) => sum + (weight * ((signs[at] ?? 0) - (mean[at] ?? 0))) / (scale[at] ?? 1), bias[kind] ?? 0),
  );
  const linear = shares(logits);
  const grown = forests.map(({ start, rounds }) =>
    shares(start.map((value, kind) => value + rounds.reduce((sum, trees) => sum + leafOf(trees[kind] ?? [], signs), 0))),
  );
  const mixed = (kind: 1 | 2): number =>
    grown.length === 0 ? linear[kind] : (linear[kind] + grown.reduce((sum, chances) => sum + chances[kind], 0) / grown.length) / 2;
  return { supports: mixed(1), refutes: mixed(2) };
}

function shares(logits: readonly number[]): readonly [neither: number, supports: number, refutes: number] {
  const top = Math.max(...logits);
  const [neither = 0, supports = 0, refutes = 0] = logits.map((logit) => Math.exp(logit - top));
  const all = neither + supports + refutes;
  return [neither / all, supports / all, refutes / all];
}

/** The value of the leaf that the signs lead to; 0 of no tree. A node's children stand behind it. */
function leafOf(tree: readonly z.infer<typeof nodeSchema>[], signs: Float32Array): number {
  let at = 0;
  for (;;) {
    const node = tree[at];
    if (node === undefined) return 0;
    const [sign, value, left, right] = node;
    if (sign < 0) return value;
    const next = (signs[sign] ?? 0) <= value ? left : right;
    if (next <= at) return 0;
    at = next;
  }
}
