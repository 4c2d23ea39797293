import * as z from 'zod';

/** How much of an index the sentence encoder has encoded: the rest is searched by the static embedder. */
export const encodedSchema = z
  .object({
    /** Of `passages`: copies count once. */
    encoded: z.int().nonnegative(),
    passages: z.int().nonnegative(),
    /** The encoder's id. */
    encoder: z.string(),
  })
  .readonly();
export type Encoded = z.infer<typeof encodedSchema>;
