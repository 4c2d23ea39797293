import * as z from 'zod';

import { spanIdSchema } from './citation.ts';
import { missingSchema, qualityTermsSchema } from './evidence.ts';
import { answerStatusSchema } from './report.ts';

/** What is left of an answer when some spans are taken away; everything else stays as it was. */
export const whatIfSchema = z
  .object({
    status: answerStatusSchema,
    /** One sentence: why this status. */
    reason: z.string(),
    terms: qualityTermsSchema.readonly(),
    sufficient: z.boolean(),
    missing: z.array(missingSchema).readonly(),
    /** A sufficient set among the spans that are left, if there is one. */
    alternative: z.array(spanIdSchema).readonly().nullable(),
  })
  .readonly();
export type WhatIf = z.infer<typeof whatIfSchema>;
