import * as z from 'zod';

import { drawnClaimSchema, samplePlanSchema, stratumNameSchema } from '../contract/sample.ts';

/** `.linchpin/samples/<session>.json`: what was drawn of a session, and by which plan. Written once: a second draw is a choice among draws. */
export const storedSampleSchema = samplePlanSchema.extend({
  schemaVersion: z.literal(1),
  sessionId: z.string().min(1),
  reviewer: z.string().min(1),
  /** ISO 8601. */
  createdAt: z.string(),
  strata: z.array(z.object({ name: stratumNameSchema, planned: z.int().nonnegative(), claims: z.array(drawnClaimSchema) })),
});
export type StoredSample = z.infer<typeof storedSampleSchema>;

/** @returns null where it is no sample of the session that this version can read */
export function parseSample(text: string, sessionId: string): StoredSample | null {
  try {
    const parsed = storedSampleSchema.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.sessionId === sessionId ? parsed.data : null;
  } catch {
    return null;
  }
}
