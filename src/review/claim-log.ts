import { z } from 'zod';

import { documentPathSchema } from '../contract/citation.ts';
import { claimVerdictSchema } from '../contract/session.ts';

const line = z.object({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  /** ISO 8601. */
  at: z.string(),
  reviewer: z.string().min(1),
  sessionId: z.string().min(1),
});

/** A claim as the reviewer saw it: the decision can be read without the session's file. */
const seenClaimSchema = z.object({
  id: z.string().min(1),
  statement: z.string(),
  /** What the check had found: its status and a digest of its evidence; null before it was checked. */
  status: z.string().nullable(),
  seen: z.string().nullable(),
});
export type SeenClaim = z.infer<typeof seenClaimSchema>;

/** What is shown of a claim, part by part: a digest each. */
const shownClaimSchema = z.object({
  /** Its words and where they stand. */
  text: z.string(),
  /** Status, reason, chance, what is denied, the fix. */
  found: z.string(),
  /** Each quote with its context, on both sides. */
  quotes: z.string(),
  /** Who decided what, with notes. */
  verdict: z.string(),
  /** The saved report: all of its contents, with the program and the models that made it. */
  audit: z.string(),
});
export type ShownClaim = z.infer<typeof shownClaimSchema>;

/** What was signed, by digest. */
const signedSchema = z.object({
  document: z.string(),
  /** Content hash of each document that a verdict rests on. */
  evidence: z.record(z.string(), z.string()),
  /** Of claims and what the check found. */
  claims: z.string(),
  /** Of the joint verdicts. */
  verdicts: z.string(),
  /** The last line of each reviewer's log: lines taken off its end show. */
  logs: z.record(z.string(), z.string()),
  /** All that was shown. Signatures of older versions cover only what stands above. */
  shown: z
    .object({
      /** Its document, its beginning, whether it is blind, the order of its claims. */
      session: z.string(),
      /** By the claim's id. */
      claims: z.record(z.string(), shownClaimSchema),
      /** Program and models of the checks, and of the program that signed: for people. */
      program: z.string(),
      made: z.array(z.object({ program: z.string(), models: z.array(z.string()) })),
    })
    .optional(),
});
export type Signed = z.infer<typeof signedSchema>;

/** A line of a reviewer's log about claims of a session: all of them at once, or none. Lines are only ever appended. */
export const claimDecisionSchema = z.discriminatedUnion('kind', [
  line.extend({
    kind: z.literal('claim-verdict'),
    claims: z.array(seenClaimSchema).min(1),
    verdict: claimVerdictSchema,
    /** By an adjudicator, who settles what others disagree on. */
    adjudicates: z.boolean(),
    note: z.string().optional(),
  }),
  line.extend({ kind: z.literal('claim-note'), claims: z.array(seenClaimSchema).min(1), note: z.string().min(1) }),
  /** Which decision it takes back, claim by claim: a decision on many may be taken back on one. */
  line.extend({
    kind: z.literal('claim-undo'),
    undoes: z.array(z.object({ claimId: z.string().min(1), decisionId: z.string().min(1) })).min(1),
  }),
  /** The reviewer opened a sentence that a claim's verdict rests on. */
  line.extend({
    kind: z.literal('claim-read'),
    claims: z.array(z.string().min(1)).min(1),
    path: documentPathSchema,
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
  }),
  line.extend({
    kind: z.literal('session-sign'),
    statement: z.string().min(1),
    signed: signedSchema,
    /** Digest of all of the line but this and what follows: it ties the signature to the name and the session. Lines of older versions have none. */
    bound: z.string().optional(),
    /** By a key of the signer's, over the same. */
    key: z.object({ /** As `ssh-keygen -Y sign` writes it. */ signature: z.string().min(1).max(20_000) }).optional(),
  }),
]);
export type ClaimDecision = z.infer<typeof claimDecisionSchema>;
export type Signature = Extract<ClaimDecision, { kind: 'session-sign' }>;
