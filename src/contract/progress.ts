import * as z from 'zod';

export const indexProgressSchema = z
  .object({
    phase: z.enum(['discovering', 'reading', 'embedding', 'writing', 'optimising', 'encoding', 'done']),
    /** Documents, of `total`, while `encoding` passages; 0 of 0 while they are being discovered. */
    done: z.number().nonnegative(),
    total: z.number().nonnegative(),
    bytes: z.number().nonnegative(),
    secondsLeft: z.number().nullable(),
  })
  .readonly();
export type IndexProgress = z.infer<typeof indexProgressSchema>;
