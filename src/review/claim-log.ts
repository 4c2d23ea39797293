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
    /** What was signed, by digest. */
    signed: z.object({
      document: z.string(),
      /** Content hash of each document that a verdict rests on. */
      evidence: z.record(z.string(), z.string()),
      /** Of claims and what the check found. */
      claims: z.string(),
      /** Of the joint verdicts. */
      verdicts: z.string(),
      /** The last line of each reviewer's log: lines taken off its end show. */
      logs: z.record(z.string(), z.string()),
    }),
  }),
]);
export type ClaimDecision = z.infer<typeof claimDecisionSchema>;
export type Signature = Extract<ClaimDecision, { kind: 'session-sign' }>;
