import * as z from 'zod';

import { citationSchema, documentPathSchema } from './citation.ts';
import { answerStatusSchema, auditKindSchema } from './report.ts';
import { jointClaimVerdictSchema } from './session.ts';

/** A piece of evidence that is taken away. */
export const lostEvidenceSchema = z.object({
  citation: citationSchema,
  /** CER eq. 4, [0, 1]. */
  necessity: z.number(),
  /** Without it alone no known sufficient set is left. */
  alone: z.boolean(),
});
export type LostEvidence = z.infer<typeof lostEvidenceSchema>;

/** An answer, or a claim of a review session, that rests on what is taken away. */
export const dependentSchema = z.object({
  auditId: z.string(),
  kind: auditKindSchema,
  /** The question, or the claim as it is checked. */
  text: z.string(),
  status: answerStatusSchema,
  /** Where it is a claim of a review session. */
  claim: z
    .object({
      sessionId: z.string(),
      path: documentPathSchema,
      line: z.int().positive(),
      verdict: jointClaimVerdictSchema,
      /** Reviewers under whose name the session stands. */
      signedBy: z.array(z.string()),
    })
    .nullable(),
  /** `falls`: every known sufficient set loses a piece. `moves`: it loses evidence, and a sufficient set is left, or none was known. */
  effect: z.enum(['falls', 'moves']),
  lost: z.array(lostEvidenceSchema),
});
export type Dependent = z.infer<typeof dependentSchema>;

export const impactSchema = z.object({
  /** What is looked at, in words of the call: a path, a place, or what git compares with. */
  of: z.string(),
  /** Documents of which something is taken away. */
  documents: z.array(documentPathSchema),
  /** Signed ones first, then those that fall, then by necessity. */
  dependents: z.array(dependentSchema),
});
export type Impact = z.infer<typeof impactSchema>;
