import * as z from 'zod';

import { citationSchema } from './citation.ts';
import { agreementSchema, claimVerdictSchema } from './session.ts';

const ofClaim = { claimId: z.string(), text: z.string() };

/** What a person reads before they put their name under a session. */
export const signOffSheetSchema = z.object({
  /** Of everything below but the time: a signature names the page that was read. */
  digest: z.string(),
  claims: z.object({ decided: z.int(), total: z.int() }),
  /** Passages that the verdicts rest on, and those of them that this reviewer has opened. */
  passages: z.object({ opened: z.int(), total: z.int() }),
  /** Spent in the session, pauses left out. */
  seconds: z.number().nonnegative(),
  /** Claims on which the reviewers say something else than the check found, with their notes. */
  overruled: z.array(z.object({ ...ofClaim, found: claimVerdictSchema, decided: claimVerdictSchema, notes: z.array(z.string()) })),
  /** Evidence that this reviewer has never opened, by claim. */
  unopened: z.array(z.object({ ...ofClaim, citation: citationSchema })),
  /** What keeps the session from being signed. */
  open: z.array(z.object({ ...ofClaim, why: z.enum(['unchecked', 'stale', 'undecided', 'split']) })),
  /** Sentences: what has changed since the claims were found and decided. */
  changed: z.array(z.string()),
  /** The document is not the one in which the claims were found: nothing can be signed. */
  documentChanged: z.boolean(),
  agreement: agreementSchema.nullable(),
  /** A proposal. */
  statement: z.string(),
});
export type SignOffSheet = z.infer<typeof signOffSheetSchema>;
