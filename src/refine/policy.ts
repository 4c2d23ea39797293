import { z } from 'zod';

import weightsFile from '../../models/refinement/weights.json' with { type: 'json' };
import { refinementFeatureNames } from './features.ts';
import { ruleAction } from './rule.ts';
import { type RefinementAction, refinementActions } from './types.ts';

const logisticSchema = z.object({ bias: z.number(), steps: z.number(), direct: z.number(), agrees: z.number() });
const weightsSchema = z.object({
  features: z.array(z.string()),
  actions: z.array(z.string()),
  /** What acts: whichever was better on the questions that nothing was fitted on. */
  shipped: z.enum(['policy', 'rule']),
  policy: z.object({
    mean: z.array(z.number()),
    scale: z.array(z.number().positive()),
    layers: z.array(z.object({ weights: z.array(z.array(z.number())), bias: z.array(z.number()) })),
  }),
  rule: z.object({ simplifiedShare: z.number(), coverageOfFive: z.number(), bridge: z.boolean(), sides: z.boolean() }),
  /** How often the answer in steps, and the whole question's own, are right: logistic regressions over logits of chances. */
  chances: z.record(z.enum(['bridge', 'sides']), z.object({ steps: logisticSchema, direct: logisticSchema })),
});
export type RefinementWeights = z.infer<typeof weightsSchema>;

let opened: RefinementWeights | undefined;

/** models/refinement has the card, training/refinement the recipe. */
export function refinementWeights(): RefinementWeights {
  if (opened === undefined) {
    opened = weightsSchema.parse(weightsFile);
    if (opened.features.join() !== refinementFeatureNames.join() || opened.actions.join() !== refinementActions.join())
      throw new RangeError('The weights of models/refinement were fitted to other features.');
  }
  return opened;
}

/** What is done to a question (CDF-RAG sec. 2.2): by the learned policy, or by the rule where that was no worse. */
export function chooseAction(features: readonly number[], allowed: ReadonlySet<RefinementAction>): RefinementAction {
  const weights = refinementWeights();
  return weights.shipped === 'rule' ? ruleAction(features, allowed, weights.rule) : policyAction(features, allowed, weights.policy);
}

/** The likeliest of the possible actions: a perceptron with tanh between its layers. */
export function policyAction(
  features: readonly number[],
  allowed: ReadonlySet<RefinementAction>,
  { mean, scale, layers }: RefinementWeights['policy'],
): RefinementAction {
  let values = features.map((value, place) => (value - (mean[place] ?? 0)) / (scale[place] ?? 1));
  layers.forEach(({ weights, bias }, place) => {
    const sums = weights.map((row, own) => row.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), bias[own] ?? 0));
    values = place === layers.length - 1 ? sums : sums.map(Math.tanh);
  });
  const open = refinementActions.filter((action) => allowed.has(action));
  const logit = (action: RefinementAction): number => values[refinementActions.indexOf(action)] ?? -Infinity;
  return open.reduce<RefinementAction>((best, action) => (logit(action) > logit(best) ? action : best), open[0] ?? 'keep');
}

export interface ChanceSigns {
  readonly kind: 'bridge' | 'sides';
  /** Product of the steps' chances, or what the rule of comparison gives itself, [0, 1]. */
  readonly steps: number;
  /** Of the likeliest answer to the whole question, [0, 1]. */
  readonly direct: number;
  readonly agrees: boolean;
}

/** Of a question that was taken apart: how likely the answer in steps is right, and how likely the whole question's own. */
export function chancesOfSteps(
  signs: ChanceSigns,
  weights: RefinementWeights['chances'] = refinementWeights().chances,
): { readonly steps: number; readonly direct: number } {
  const fits = weights[signs.kind];
  const read = ({ bias, steps, direct, agrees }: z.infer<typeof logisticSchema>): number =>
    1 / (1 + Math.exp(-(bias + steps * logit(signs.steps) + direct * logit(signs.direct) + (signs.agrees ? agrees : 0))));
  return { steps: read(fits.steps), direct: read(fits.direct) };
}

/** Bounded: a chance of 0 is a small one. */
export function logit(chance: number): number {
  const bounded = Math.min(0.99, Math.max(0.01, chance));
  return Math.log(bounded / (1 - bounded));
}
