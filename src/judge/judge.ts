import { z } from 'zod';

import weightsFile from '../../models/answer-chance/weights.json' with { type: 'json' };
import type { AssertionPromise } from '../contract/report.ts';
import { answerFeatureNames } from './features.ts';

const linearSchema = z.object({
  mean: z.array(z.number()),
  scale: z.array(z.number().positive()),
  weights: z.array(z.number()),
  bias: z.number(),
});

const weightsSchema = z.object({
  features: z.array(z.string()),
  /** One model for short answers, one for whole sentences. */
  short: linearSchema,
  sentences: linearSchema,
  /** From this chance on an answer keeps the promise; null where no threshold does. */
  promised: z.number().nullable(),
  /** From this chance on an answer is called supported where the second reader, which knows nothing of the first, gives the same. */
  confirmed: z.number(),
  /** From this chance on sentences are shown as what may answer. */
  possible: z.number(),
  /** The same where the second reader has no answer at all. */
  possibleAlone: z.number(),
  /** How often the second reader is right where it alone has an answer: 1 of 8 on the tuning half, a small count. */
  second: z.number(),
  risk: z.number(),
  confidence: z.number(),
  /** Questions that the threshold was chosen on; how many of their answers reach it, and how many of these are wrong. */
  questions: z.int(),
  asserted: z.int(),
  wrong: z.int(),
  set: z.string(),
});

let opened: z.infer<typeof weightsSchema> | undefined;

/** models/answer-chance has the card, training/answer-chance the recipe. */
function weights(): z.infer<typeof weightsSchema> {
  if (opened === undefined) {
    opened = weightsSchema.parse(weightsFile);
    if (opened.features.join() !== answerFeatureNames.join())
      throw new RangeError('The weights of models/answer-chance were fitted to other features.');
  }
  return opened;
}

/** The calibrated chance that an answer is right, [0, 1] (docs/methods.md, chance of being right). */
export function chanceOf(features: Float32Array, isShort: boolean): number {
  const { mean, scale, weights: factors, bias } = isShort ? weights().short : weights().sentences;
  let sum = bias;
  for (let place = 0; place < factors.length; place += 1)
    sum += (((features[place] ?? 0) - (mean[place] ?? 0)) / (scale[place] ?? 1)) * (factors[place] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** From this chance on sentences are shown as what may answer, [0, 1]. @param alone whether the second reader has no answer at all */
export function possibleFrom(alone: boolean): number {
  return alone ? weights().possibleAlone : weights().possible;
}

/** The chance of an answer that the second reader alone gives, [0, 1]. */
export function chanceOfSecond(): number {
  return weights().second;
}

/** From which chance on an answer is called supported, [0, 1]. @param confirmed whether the second reader gives the same answer */
export function supportedFrom(confirmed: boolean): number {
  const { promised, confirmed: withSecond } = weights();
  return confirmed ? Math.min(withSecond, promised ?? 1) : (promised ?? 1);
}

/** "Of answers called supported, at most `risk` are wrong, with `confidence`": by Learn then Test on the fitted questions. null where no threshold keeps it. */
export function assertionPromise(chance: number): AssertionPromise | null {
  const { promised, risk, confidence, questions, asserted, set } = weights();
  return promised === null || chance < promised ? null : { risk, confidence, questions, asserted, set };
}
