import * as z from 'zod';

import { citationSchema, spanIdSchema } from './citation.ts';
import { documentRoleSchema } from './document-role.ts';
import { roleSchema } from './evidence.ts';
import { answerStatusSchema, auditKindSchema, openKindSchema } from './report.ts';

/** What a reviewer says of a span. */
export const verdictSchema = z.enum(['accepted', 'rejected']);

/** What all reviewers together say of it. `split`: they disagree. */
export const jointVerdictSchema = z.enum(['undecided', 'accepted', 'rejected', 'split']);

export const decisionActionSchema = z.enum(['accept', 'reject', 'note', 'undo']);
export type DecisionAction = z.infer<typeof decisionActionSchema>;

/** One line of a reviewer's log. Lines are only ever appended; what holds is the fold over them. */
export const decisionSchema = z
  .object({
    schemaVersion: z.literal(1),
    id: z.string().min(1),
    /** ISO 8601. */
    at: z.string(),
    reviewer: z.string().min(1),
    auditId: z.string().min(1),
    question: z.string(),
    spanId: spanIdSchema,
    /** Kept whole, so that the decision can be read and re-anchored without the report. */
    citation: citationSchema,
    action: decisionActionSchema,
    /** The note's text; the reason, with accept and reject. */
    note: z.string().optional(),
    /** The decision that an undo takes back. */
    undoes: z.string().optional(),
  })
  .readonly();
export type Decision = z.infer<typeof decisionSchema>;

/** What now holds for one span of one audit. */
export const spanReviewSchema = z
  .object({
    spanId: spanIdSchema,
    verdict: jointVerdictSchema,
    by: z.array(z.object({ reviewer: z.string(), verdict: verdictSchema, at: z.string(), decisionId: z.string() }).readonly()).readonly(),
    notes: z.array(z.object({ reviewer: z.string(), text: z.string(), at: z.string(), decisionId: z.string() }).readonly()).readonly(),
  })
  .readonly();
export type SpanReview = z.infer<typeof spanReviewSchema>;

/** One line of the list of audits. */
export const auditSummarySchema = z
  .object({
    id: z.string(),
    question: z.string(),
    kind: auditKindSchema,
    status: answerStatusSchema,
    open: openKindSchema.exactOptional(),
    answer: z.string(),
    /** All that it rests on was rejected by its reviewers. */
    rejected: z.boolean().exactOptional(),
    /** ISO 8601. */
    createdAt: z.string(),
    /** Spans of the minimal evidence. */
    citations: z.int(),
    /** The review session that it checks a claim of; null for what was asked by itself. */
    sessionId: z.string().nullable(),
  })
  .readonly();
export type AuditSummary = z.infer<typeof auditSummarySchema>;

/** A report, or a line of a reviewer's log, that cannot be read: it stays in its file, and the user is told where it is. */
export const damagedSchema = z
  .object({
    /** Relative to the workspace folder, with `/`. */
    file: z.string(),
    /** 1-based; null where the whole file is meant. */
    line: z.int().positive().nullable(),
    /** A sentence: why. */
    reason: z.string().exactOptional(),
  })
  .readonly();
export type Damaged = z.infer<typeof damagedSchema>;

/** A span of a document that some saved audit relies on. */
export const reliedOnSchema = z
  .object({
    auditId: z.string(),
    question: z.string(),
    spanId: spanIdSchema,
    citation: citationSchema,
    role: roleSchema,
    necessity: z.number(),
    kind: auditKindSchema.exactOptional(),
    status: answerStatusSchema,
    open: openKindSchema.exactOptional(),
    /** Calibrated chance that the answer is right, [0, 1]; null where it was judged by the quality of its evidence. */
    chance: z.number().nullable(),
    verdict: jointVerdictSchema,
    /** What its document is now, where somebody has marked it. */
    documentRole: documentRoleSchema.exactOptional(),
    /** Those who have given a verdict. */
    by: z.array(z.string()).readonly(),
  })
  .readonly();
export type ReliedOn = z.infer<typeof reliedOnSchema>;
