import * as z from 'zod';

import { citationSchema } from './citation.ts';
import { errorSchema } from './error.ts';
import {
  agreementSchema,
  claimVerdictSchema,
  jointClaimVerdictSchema,
  reviewCoverageSchema,
  sessionClaimSchema,
  signOffSchema,
} from './session.ts';

/**
 * What the page of a review session and its host say to each other. Snapshots hold a short line for each claim and one claim whole, so
 * that a long session is no large message.
 */

export const toneSchema = z.enum([
  'waiting',
  'checking',
  'failed',
  'hidden',
  'stale',
  'supported',
  'refuted',
  'conflicting',
  'uncovered',
  'split',
  'dismissed',
]);

export const sessionRowSchema = z.object({
  id: z.string(),
  /** On one line, cut where it is long. */
  text: z.string(),
  tone: toneSchema,
  /** Of all reviewers. */
  verdict: jointClaimVerdictSchema,
  /** Of the person at this window. */
  mine: claimVerdictSchema.nullable(),
  /** 1-based; null where the claim is lost. */
  line: z.int().positive().nullable(),
  notes: z.int().nonnegative(),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;

export const sessionPageStateSchema = z.object({
  session: z
    .object({
      id: z.string(),
      path: z.string(),
      createdAt: z.string(),
      blind: z.boolean(),
      checking: z.boolean(),
      /** Claims are waiting or stale, and nothing runs. */
      paused: z.boolean(),
      documentChanged: z.boolean(),
      frozen: z.boolean(),
      signOffs: z.array(signOffSchema),
      agreement: agreementSchema.nullable(),
      coverage: reviewCoverageSchema,
      /** Lines of logs that do not count. */
      damaged: z.int().nonnegative(),
      total: z.int().nonnegative(),
      checked: z.int().nonnegative(),
      decided: z.int().nonnegative(),
      tones: z.partialRecord(toneSchema, z.int().nonnegative()),
    })
    .nullable(),
  reviewer: z.string(),
  order: z.enum(['risk', 'document']),
  filter: z.enum(['all', 'open', 'refuted', 'conflicting', 'supported', 'uncovered', 'stale']),
  rows: z.array(sessionRowSchema),
  /** The claim that is looked at, as its reviewer may see it. */
  selected: sessionClaimSchema.nullable(),
  /** Why the check ended early. */
  failure: errorSchema.nullable(),
});
export type SessionPageState = z.infer<typeof sessionPageStateSchema>;

/** Host to page. */
export const sessionPageMessageSchema = z.object({ type: z.literal('snapshot'), state: sessionPageStateSchema });

const ofClaim = { sessionId: z.string(), claimId: z.string() };

/** Page to host. What concerns claims names their session: meanwhile another may come to be shown. */
export const sessionPageIntentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('select'), ...ofClaim }),
  /** The verdict that is shown. */
  z.object({ type: z.literal('agree'), ...ofClaim }),
  z.object({ type: z.literal('verdict'), ...ofClaim, verdict: claimVerdictSchema }),
  z.object({ type: z.literal('note'), ...ofClaim, text: z.string().min(1) }),
  z.object({ type: z.literal('undo'), ...ofClaim }),
  z.object({ type: z.literal('openClaim'), ...ofClaim }),
  z.object({ type: z.literal('openEvidence'), ...ofClaim, citation: citationSchema }),
  z.object({ type: z.literal('applyFix'), ...ofClaim }),
  z.object({ type: z.literal('arrange'), order: sessionPageStateSchema.shape.order, filter: sessionPageStateSchema.shape.filter }),
  z.object({ type: z.literal('command'), command: z.enum(['factCheck', 'continue', 'cancel', 'signOff', 'openReview']) }),
  /** Fault in the page itself, for the log. */
  z.object({ type: z.literal('fault'), message: z.string() }),
]);
export type SessionPageIntent = z.infer<typeof sessionPageIntentSchema>;
