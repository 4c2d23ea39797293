import * as z from 'zod';

import { claimAtomSchema } from './atoms.ts';
import { evidenceBasisSchema } from './basis.ts';
import { citationSchema, documentPathSchema } from './citation.ts';
import { namedRowSchema } from './evidence.ts';
import { documentRoleSchema } from './document-role.ts';
import { errorSchema } from './error.ts';
import { answerStatusSchema, openKindSchema } from './report.ts';
import { damagedSchema } from './review.ts';
import { sampleStateSchema } from './sample.ts';

/** What a reviewer says of a claim. `not-a-claim`: nothing in it can be checked. */
export const claimVerdictSchema = z.enum(['supported', 'refuted', 'conflicting', 'not-enough-evidence', 'not-a-claim']);
export type ClaimVerdict = z.infer<typeof claimVerdictSchema>;

/** What all reviewers together say of it. `split`: they disagree. */
export const jointClaimVerdictSchema = z.enum([...claimVerdictSchema.options, 'undecided', 'split']);
export type JointClaimVerdict = z.infer<typeof jointClaimVerdictSchema>;

/** Where a claim or a quote stands in its document as it is now. `lost`: it is in doubt, so it points nowhere. */
export const anchorSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('same'), start: z.int(), end: z.int(), line: z.int().positive() }),
  z.object({ state: z.literal('moved'), start: z.int(), end: z.int(), line: z.int().positive() }),
  /** Words of it have changed: `now` is cut at [start, end). */
  z.object({ state: z.literal('changed'), start: z.int(), end: z.int(), line: z.int().positive(), now: z.string() }),
  z.object({ state: z.literal('lost') }),
]);
export type Anchor = z.infer<typeof anchorSchema>;

/** Words of the claim to put in place of others, taken from the evidence. */
export const claimFixSchema = z.object({
  /** Offsets into the claim's `text`. */
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  before: z.string(),
  after: z.string(),
  /** The document that says so. */
  because: citationSchema,
});
export type ClaimFix = z.infer<typeof claimFixSchema>;

/** A piece of evidence of a claim in a session. */
export const citedEvidenceSchema = citationSchema.extend({
  necessity: z.number(),
  row: namedRowSchema.exactOptional(),
  /** What its document is now, where somebody has marked it. */
  documentRole: documentRoleSchema.exactOptional(),
});
export type CitedEvidence = z.infer<typeof citedEvidenceSchema>;

export const claimReviewSchema = z.object({
  verdict: jointClaimVerdictSchema,
  /** `outdated`: given on an earlier result of the check, which came out otherwise since, so that it does not count. */
  by: z.array(
    z.object({ reviewer: z.string(), verdict: claimVerdictSchema, at: z.string(), decisionId: z.string(), outdated: z.boolean() }),
  ),
  /** Settles a split; null where nobody has, and where a reviewer has changed a verdict since. */
  adjudicated: z.object({ reviewer: z.string(), verdict: claimVerdictSchema, at: z.string(), decisionId: z.string() }).nullable(),
  /** In the order in which they were written. */
  notes: z.array(z.object({ reviewer: z.string(), text: z.string(), at: z.string(), decisionId: z.string() })),
});
export type ClaimReview = z.infer<typeof claimReviewSchema>;

/** A claim of the document under review, with what the other documents make of it and what the reviewers decided. */
export const sessionClaimSchema = z.object({
  /** Stays the same while the session lives. */
  id: z.string(),
  /** As it stands in the document: `place.quote`. */
  text: z.string(),
  /** Made self-contained: what is checked. */
  statement: z.string(),
  headingPath: z.array(z.string()),
  /** Where it stood when the session was made. */
  place: citationSchema,
  anchor: anchorSchema,
  state: z.enum(['waiting', 'checking', 'done', 'failed']),
  /** With state `failed`. */
  error: errorSchema.nullable(),
  /** The saved report; null until it is done. */
  auditId: z.string().nullable(),
  /** null until it is done. */
  status: answerStatusSchema.nullable(),
  /** Of a claim that is open: which of the three; absent for others, and in sessions of older versions. */
  open: openKindSchema.exactOptional(),
  /** One sentence: why this status. */
  reason: z.string(),
  /** Calibrated chance that the status is right, [0, 1]; null where none is given. */
  chance: z.number().nullable(),
  /** Their offsets are into `statement`. */
  atoms: z.array(claimAtomSchema),
  /** The minimal evidence, and the other side's where there is one. */
  evidence: z.array(citedEvidenceSchema),
  counterEvidence: z.array(citedEvidenceSchema),
  fix: claimFixSchema.nullable(),
  /** All that the status rests on was rejected by the reviewers of its audit. */
  rejected: z.boolean().exactOptional(),
  /** A document that the verdict rests on has changed since, so that the claim has to be checked again. */
  stale: z.boolean(),
  /** Digest of what the check found, status and quotes; null before there is a result. */
  seen: z.string().nullable(),
  /** The order of the queue: how much it would cost to believe the claim as it stands, [0, 1]. */
  risk: z.number(),
  review: claimReviewSchema,
});
export type SessionClaim = z.infer<typeof sessionClaimSchema>;

/** The key that a session was signed with, as it was checked where it is shown. */
export const signOffKeySchema = z.object({
  /**
   * `known`: `.linchpin/allowed_signers` says whose it is; `unknown`: it does not; `wrong`: the signature does not fit; `unchecked`: it could not be checked
   * here, for want of `ssh-keygen`.
   */
  state: z.enum(['known', 'unknown', 'wrong', 'unchecked']),
  /** Such as `SHA256:…`; null where it could not be told. */
  fingerprint: z.string().nullable(),
  /** Whose it is, in state `known`. */
  of: z.string().nullable(),
});
export type SignOffKey = z.infer<typeof signOffKeySchema>;

/** A reviewer's name under the session as it was. */
export const signOffSchema = z.object({
  reviewer: z.string(),
  /** ISO 8601. */
  at: z.string(),
  statement: z.string(),
  /** Sentences: what has changed since (document, evidence, what is shown, decisions). Empty: the signature holds. */
  changedSince: z.array(z.string()),
  /** Ids of claims that are not as they were signed. */
  changedClaims: z.array(z.string()).exactOptional(),
  /** Of an older version: it covers statements, statuses, quotes and verdicts, and nothing else that is shown. */
  partial: z.literal(true).exactOptional(),
  /** Absent: the name was recorded, and signed with no key. */
  key: signOffKeySchema.exactOptional(),
});
export type SignOff = z.infer<typeof signOffSchema>;

/** Agreement of the reviewers beyond chance. */
export const agreementSchema = z.object({
  /** Claims that at least two have decided. */
  claims: z.int(),
  measure: z.enum(['cohen-kappa', 'krippendorff-alpha']),
  /** null where it is not defined: all say the same of all, or there are too few. */
  value: z.number().nullable(),
  /** 95 % interval of the value; null where none can be given. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});
export type Agreement = z.infer<typeof agreementSchema>;

/** How much of the session a person has looked at. A region is a sentence that a verdict rests on; it is read when a reviewer opened it. */
export const reviewCoverageSchema = z.object({
  claims: z.object({ decided: z.int(), total: z.int() }),
  documents: z.object({ read: z.int(), total: z.int() }),
  regions: z.object({ read: z.int(), total: z.int() }),
});

export const sessionSummarySchema = z.object({
  id: z.string(),
  path: documentPathSchema,
  /** ISO 8601. */
  createdAt: z.string(),
  /** `paused`: not all claims are checked, and nothing runs. */
  state: z.enum(['running', 'paused', 'done']),
  claims: z.int(),
  checked: z.int(),
  decided: z.int(),
  signed: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** A decision that its reviewer can take back, with what stands on each claim once they have. */
export const standingSchema = z.object({
  reviewer: z.string(),
  decisionId: z.string(),
  kind: z.enum(['verdict', 'adjudication', 'note']),
  claims: z.array(z.object({ id: z.string(), before: claimVerdictSchema.nullable() })).min(1),
});
export type Standing = z.infer<typeof standingSchema>;

/** What a reviewer has done in a session, as their log tells. */
export const reviewWorkSchema = z.object({
  reviewer: z.string(),
  /** Time between one line and the next, pauses left out. */
  seconds: z.number().nonnegative(),
  /** Span ids of the evidence that they opened. */
  opened: z.array(z.string()),
});
export type ReviewWork = z.infer<typeof reviewWorkSchema>;

/** A fact-check review session as it is now: results, decisions folded, and everything found again in today's documents. */
export const sessionSchema = sessionSummarySchema.omit({ claims: true }).extend({
  /** The document has changed since the claims were found. */
  documentChanged: z.boolean(),
  /** In document order. */
  claims: z.array(sessionClaimSchema),
  total: z.int(),
  /** Reviewers see a claim's status only after their own verdict. */
  blind: z.boolean(),
  signOffs: z.array(signOffSchema),
  agreement: agreementSchema.nullable(),
  coverage: reviewCoverageSchema,
  /** Absent where none was drawn. */
  sample: sampleStateSchema.exactOptional(),
  /** The newest decisions that can be taken back, oldest first; some of each reviewer. */
  standing: z.array(standingSchema),
  work: z.array(reviewWorkSchema),
  /** The signed session that this one reviews a second time; null for a first review. */
  follows: z.string().nullable(),
  /** What the last check took as evidence; absent before it, and in sessions of older versions. */
  basis: evidenceBasisSchema.exactOptional(),
  /** Lines of logs that cannot be read or that break the chain of hashes. */
  damaged: z.array(damagedSchema.unwrap().extend({ reason: z.string() })),
});
export type Session = z.infer<typeof sessionSchema>;

/** What a reviewer does to a claim. */
export const claimActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('verdict'), verdict: claimVerdictSchema, note: z.string().optional() }),
  z.object({ action: z.literal('note'), note: z.string().min(1) }),
  /** Takes back the reviewer's last standing verdict, adjudication or note on each claim. */
  z.object({ action: z.literal('undo') }),
  /** By someone who settles what the reviewers disagree on. */
  z.object({ action: z.literal('adjudicate'), verdict: claimVerdictSchema, note: z.string().optional() }),
  /** The reviewer opened this sentence of the claim's evidence. */
  z.object({ action: z.literal('read'), path: documentPathSchema, start: z.int().nonnegative(), end: z.int().nonnegative() }),
]);
export type ClaimAction = z.infer<typeof claimActionSchema>;
