import * as z from 'zod';

import { spanIdSchema } from './citation.ts';

/** What a claim is made of (docs/methods.md, claims are checked by their atoms). */
export const atomKindSchema = z.enum(['party', 'modality', 'action', 'object', 'quantity', 'scope', 'time']);
export type AtomKind = z.infer<typeof atomKindSchema>;

/** A part of a claim, and what the sentence that decides it, or says most of it, makes of it. */
export const claimAtomSchema = z.object({
  kind: atomKindSchema,
  /** Cut from the claim at [start, end). */
  text: z.string(),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  state: z.enum(['said', 'denied', 'unsaid']),
  /** The sentence that says or denies it; null where it is unsaid. */
  spanId: spanIdSchema.nullable(),
  /** The words that do: offsets into the quote of that span's citation; empty where what stands above the sentence says it. */
  words: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
});
export type ClaimAtom = z.infer<typeof claimAtomSchema>;
