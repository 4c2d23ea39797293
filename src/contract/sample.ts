import * as z from 'zod';

import { answerStatusSchema } from './report.ts';

/** How claims are put into strata before they are drawn: by the verdict of the machine, by the chance that it is right, or not at all. */
export const sampleStrataSchema = z.enum(['verdict', 'chance', 'none']);
export type SampleStrata = z.infer<typeof sampleStrataSchema>;

/** `all` where there is one stratum, `none` for claims without a chance. */
export const stratumNameSchema = z.enum([...answerStatusSchema.options, 'all', 'none', '0-0.7', '0.7-0.9', '0.9-1']);
export type StratumName = z.infer<typeof stratumNameSchema>;

export const samplePlanSchema = z.object({
  /** The bound holds with this probability, (0, 1). */
  confidence: z.number().gt(0).lt(1),
  /** The share of wrong verdicts that can be tolerated, (0, 1). */
  tolerable: z.number().gt(0).lt(1),
  by: sampleStrataSchema,
  /** Of the draw: the same claims and seed give the same order. */
  seed: z.int(),
});
export type SamplePlan = z.infer<typeof samplePlanSchema>;

/** What a sample of a session tells at this moment. */
export const sampleStateSchema = samplePlanSchema.extend({
  reviewer: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  strata: z.array(
    z.object({
      name: stratumNameSchema,
      population: z.int().nonnegative(),
      planned: z.int().nonnegative(),
      /** Of the draw, from its beginning on: what was decided out of turn waits for those before it. */
      looked: z.int().nonnegative(),
      wrong: z.int().nonnegative(),
    }),
  ),
  population: z.int().nonnegative(),
  planned: z.int().nonnegative(),
  looked: z.int().nonnegative(),
  wrong: z.int().nonnegative(),
  /** Claims of the population that nobody has decided. */
  unseen: z.int().nonnegative(),
  /** At most so many of `unseen` are wrong, with `confidence`, at any moment. */
  wrongAtMost: z.int().nonnegative(),
  /** The same from the planned claims alone, as a sample of a fixed size that is looked at once; null until they are looked at. */
  wrongAtPlannedSize: z.int().nonnegative().nullable(),
  /** Whether the share of the population that may be wrong is within `tolerable`. */
  reached: z.boolean(),
  /** So many more, none of them wrong, would reach it; 0 where it is reached, null where nothing can. */
  further: z.int().nonnegative().nullable(),
  /** Claims to look at next, in the order of the draw, of all strata. */
  next: z.array(z.string()),
  /** Claims whose verdict came out otherwise after the draw, or that have gone: they count as wrong until they are looked at. */
  changed: z.array(z.string()),
});
export type SampleState = z.infer<typeof sampleStateSchema>;

/** What was drawn: a claim with the machine's verdict at that time. */
export const drawnClaimSchema = z.object({ id: z.string(), status: answerStatusSchema });
