import * as z from 'zod';

import { evidenceBasisSchema } from './basis.ts';
import { citationSchema } from './citation.ts';
import { errorSchema } from './error.ts';
import {
  agreementSchema,
  claimVerdictSchema,
  jointClaimVerdictSchema,
  reviewCoverageSchema,
  sessionClaimSchema,
  signOffSchema,
  standingSchema,
} from './session.ts';
import { signOffSheetSchema } from './sign-off.ts';

/**
 * What the page of a review session and its host say to each other. Snapshots hold a short line for each claim; claims whole come along once, and
 * again when they have changed, so that a long session is no large message. What is looked at the page decides: it acts on what it shows at
 * once, and numbers what it sends, so that a snapshot from before is not taken for an answer.
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
  'part',
  'nothing',
  'open',
  'withdrawn',
  'split',
  'dismissed',
]);

export const sessionRowSchema = z.object({
  id: z.string(),
  /** On one line, cut where it is long. */
  text: z.string(),
  /** The headings that it stands under; empty for none. */
  section: z.string(),
  tone: toneSchema,
  /** Its tone while nobody has decided. */
  found: toneSchema,
  /** What agreeing would say; null where there is nothing to agree with. */
  agrees: claimVerdictSchema.nullable(),
  /** Names what there is to read on it, so that a decision can say what was read. */
  revision: z.string(),
  /** What other reviewers say, each verdict once. */
  others: z.array(claimVerdictSchema),
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
      /** What the last check took as evidence. */
      basis: evidenceBasisSchema.exactOptional(),
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
  /** `section`: that of the document, under its headings. */
  order: z.enum(['risk', 'document', 'section']),
  filter: z.enum(['all', 'open', 'refuted', 'conflicting', 'supported', 'uncovered', 'stale']),
  /** Only claims that say this; empty for all. */
  search: z.string(),
  rows: z.array(sessionRowSchema),
  /** The claim that is looked at. */
  selected: z.string().nullable(),
  /** This reviewer's decisions that can be taken back, oldest first. */
  undoable: z.array(standingSchema.pick({ kind: true, claims: true })),
  /** Why something was not done; null once something else is. */
  notice: z.object({ text: z.string(), claimId: z.string().nullable() }).nullable(),
  /** The page to read before signing; null while it is not open. */
  signing: signOffSheetSchema.nullable(),
  /** Why the check ended early. */
  failure: errorSchema.nullable(),
});
export type SessionPageState = z.infer<typeof sessionPageStateSchema>;

/** Host to page. */
export const sessionPageMessageSchema = z.object({
  type: z.literal('snapshot'),
  /** The page that it is for, as that has named itself; null before it has. */
  page: z.string().nullable(),
  /** The last intent of that page that `state` holds; 0 for none. */
  handled: z.int().nonnegative(),
  state: sessionPageStateSchema,
  /** Claims whole, as their reviewer may see them: those that the page does not have as they are now, not always all of them at once. */
  details: z.array(sessionClaimSchema),
});
export type SessionPageMessage = z.infer<typeof sessionPageMessageSchema>;

const ofClaim = { sessionId: z.string(), claimId: z.string() };
/** With what was on the screen: what is stale is refused. */
const asRead = { ...ofClaim, revision: z.string() };

/** Page to host. What concerns claims names their session: meanwhile another may come to be shown. */
export const sessionPageIntentSchema = z.discriminatedUnion('type', [
  /** `page` is new in each life of the page. */
  z.object({ type: z.literal('ready'), page: z.string().min(1) }),
  z.object({ type: z.literal('select'), ...ofClaim }),
  z.object({ type: z.literal('verdict'), ...asRead, verdict: claimVerdictSchema }),
  z.object({ type: z.literal('note'), ...ofClaim, text: z.string().min(1) }),
  /** Takes back the last decision on these claims. `last`: the last of all, which is refused where it is another one by now. */
  z.object({ type: z.literal('undo'), sessionId: z.string(), claimIds: z.array(z.string()).min(1), last: z.boolean() }),
  z.object({ type: z.literal('openClaim'), ...ofClaim }),
  z.object({ type: z.literal('openEvidence'), ...ofClaim, citation: citationSchema }),
  z.object({ type: z.literal('applyFix'), ...asRead }),
  z.object({ type: z.literal('arrange'), ...sessionPageStateSchema.pick({ order: true, filter: true, search: true }).shape }),
  /** Opens or closes the page to read before signing. */
  z.object({ type: z.literal('signing'), sessionId: z.string(), open: z.boolean() }),
  z.object({
    type: z.literal('sign'),
    sessionId: z.string(),
    /** Of the page that was read. */
    digest: z.string(),
    statement: z.string().min(1),
    /** The reviewer knows that evidence was never opened. */
    unread: z.boolean(),
  }),
  z.object({ type: z.literal('command'), command: z.enum(['factCheck', 'continue', 'cancel', 'openReview', 'secondReview']) }),
  /** Fault in the page itself, for the log. */
  z.object({ type: z.literal('fault'), message: z.string() }),
]);
export type SessionPageIntent = z.infer<typeof sessionPageIntentSchema>;

/** An intent with its number, counted up from 1 in the life of a page. */
export const sessionPageSentSchema = z.object({ seq: z.int().positive(), intent: sessionPageIntentSchema });
export type SessionPageSent = z.infer<typeof sessionPageSentSchema>;
