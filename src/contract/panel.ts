import * as z from 'zod';

import { answerAgainSchema } from './again.ts';
import { calibrationReportSchema } from './calibration.ts';
import { citationSchema, spanIdSchema } from './citation.ts';
import { documentRolesSchema } from './document-role.ts';
import { errorSchema, type WireError } from './error.ts';
import { exportFormats } from './export-formats.ts';
import { storeKindSchema } from './index-status.ts';
import { indexProgressSchema } from './progress.ts';
import { jointVerdictSchema, verdictSchema } from './review.ts';
import { auditKindSchema, auditReportSchema, modelIdentitySchema, modelRoles, stageNameSchema } from './report.ts';
import { whatIfSchema } from './whatif.ts';

/**
 * What the Audit panel and its host say to each other. The host sends whole snapshots, so that a panel that was hidden or
 * reloaded needs no history; the panel sends intents and changes nothing by itself. Each end parses what it receives.
 */

/** Steps that a state can offer as a button; the host runs them as commands of the editor. */
export const panelCommands = [
  'openFolder',
  'openSample',
  'chooseFolder',
  'manageTrust',
  'chooseModels',
  'openSettings',
  'showLog',
  'insertAnswer',
  'copyAnswer',
] as const;
export const panelCommandSchema = z.enum(panelCommands);
export type PanelCommand = z.infer<typeof panelCommandSchema>;

export const exportFormatSchema = z.enum(exportFormats);

/** The panel offers a button by `code`. */
export type PanelError = WireError;

export const indexStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown') }),
  z.object({ state: z.literal('missing') }),
  /** `progress` is null until the first one arrives. */
  z.object({ state: z.literal('indexing'), progress: indexProgressSchema.nullable() }),
  z.object({
    state: z.literal('ready'),
    documents: z.int().nonnegative(),
    /** ISO 8601. */
    indexedAt: z.string(),
    /** Documents have changed since. */
    outdated: z.boolean(),
    store: storeKindSchema,
    /** null or left out where no sentence encoder is used. */
    encoding: z
      .object({
        encoded: z.int().nonnegative(),
        passages: z.int().nonnegative(),
        isRunning: z.boolean(),
        secondsLeft: z.number().nullable(),
        /** Why it stopped before its end. */
        fault: errorSchema.nullable(),
      })
      .nullable()
      .optional(),
  }),
  z.object({ state: z.literal('failed'), error: errorSchema }),
]);

export const workspaceStateSchema = z.object({
  /** The name of the folder that is audited; null where no folder is open. */
  folder: z.string().nullable(),
  /** How many folders are open in the window: all are audited together. */
  folders: z.int().nonnegative(),
  trusted: z.boolean(),
  index: indexStateSchema,
  /** null until the engine has told. */
  models: z.partialRecord(z.enum(modelRoles), modelIdentitySchema).nullable(),
  /** The hard switch: nothing leaves the machine. */
  offline: z.boolean(),
});
export type WorkspaceState = z.infer<typeof workspaceStateSchema>;

/** What the reviewers have decided about one span of the audit that is shown: the fold of `src/review`, less what the panel does not show. */
export const panelReviewSchema = z.object({
  verdict: jointVerdictSchema,
  /** The verdict of the person at this window. */
  mine: z.enum(['undecided', 'accepted', 'rejected']),
  by: z.array(z.object({ reviewer: z.string(), verdict: verdictSchema, at: z.string() })),
  notes: z.array(z.object({ reviewer: z.string(), text: z.string(), at: z.string() })),
});
export type PanelReview = z.infer<typeof panelReviewSchema>;

export const whatIfStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('busy'), removed: z.array(spanIdSchema) }),
  z.object({ state: z.literal('ready'), removed: z.array(spanIdSchema), result: whatIfSchema }),
  z.object({ state: z.literal('failed'), removed: z.array(spanIdSchema), error: errorSchema }),
]);

export const auditStateSchema = z.object({
  question: z.string(),
  kind: auditKindSchema,
  phase: z.enum(['asking', 'done', 'cancelled', 'failed']),
  /** In the order in which they were told of; the events of src/contract/event.ts folded. */
  stages: z.array(z.object({ name: stageNameSchema, state: z.enum(['started', 'finished', 'skipped']) })),
  /** The answer's text as far as it has streamed; the report's answer takes its place. */
  text: z.string(),
  /** All patches so far, merged; whole when `phase` is `done`. */
  report: auditReportSchema.partial(),
  /** By span id; spans without an entry are undecided. */
  reviews: z.record(spanIdSchema, panelReviewSchema),
  /** What the documents of its evidence are now, those that somebody has marked. */
  roles: documentRolesSchema.exactOptional(),
  /** The last what-if of this audit; null with nothing taken away. */
  whatIf: whatIfStateSchema.nullable(),
  /** What is answered without each piece of evidence; absent until it was asked for. */
  again: z
    .discriminatedUnion('state', [
      z.object({ state: z.literal('busy') }),
      z.object({ state: z.literal('ready'), answers: z.array(answerAgainSchema) }),
      z.object({ state: z.literal('failed'), error: errorSchema }),
    ])
    .optional(),
  /** With phase `failed`. */
  error: errorSchema.nullable(),
});
export type AuditState = z.infer<typeof auditStateSchema>;

/** A file under `.linchpin` that cannot be read, or not whole. */
export const damagedFileSchema = z.object({
  /** Relative to the folder, with `/`. */
  path: z.string(),
  /** The first line that cannot be read; null where that is the whole file. */
  line: z.int().positive().nullable(),
  message: z.string(),
  next: z.string(),
});
export type DamagedFile = z.infer<typeof damagedFileSchema>;

export const panelStateSchema = z.object({
  workspace: workspaceStateSchema,
  /** null before the first question. */
  audit: auditStateSchema.nullable(),
  /** Of the folder's reviewed audits; absent until it is known. */
  calibration: calibrationReportSchema.nullable().optional(),
  /** Saved audits and decisions that cannot be read: told, never left out in silence. */
  damaged: z.array(damagedFileSchema),
  /** A failed intent (for example a decision that could not be written); shown until the next snapshot without it. */
  notice: errorSchema.nullable(),
});
export type PanelState = z.infer<typeof panelStateSchema>;

/** Host to panel. */
export const panelMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), state: panelStateSchema }),
  /** Put the caret into the question, with `text` in it where given. */
  z.object({ type: z.literal('focusQuestion'), text: z.string().optional() }),
  /** Show one piece of evidence and put the focus on it. */
  z.object({ type: z.literal('reveal'), spanId: spanIdSchema }),
  /** The editor's Next Item and Previous Item commands. */
  z.object({ type: z.literal('move'), by: z.union([z.literal(1), z.literal(-1)]) }),
]);
export type PanelMessage = z.infer<typeof panelMessageSchema>;

/** Decisions and questions about evidence name their audit: while one is on its way another may come to be shown. */
const auditIdSchema = z.string().min(1);

/** Panel to host. */
export const panelIntentSchema = z.discriminatedUnion('type', [
  /** The panel has loaded and wants a snapshot. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('ask'), question: z.string(), kind: auditKindSchema }),
  /** Ends whatever runs: an audit or indexing. */
  z.object({ type: z.literal('cancel'), what: z.enum(['audit', 'index']) }),
  z.object({ type: z.literal('index'), rebuild: z.boolean() }),
  z.object({ type: z.literal('openCitation'), citation: citationSchema, beside: z.boolean() }),
  z.object({ type: z.literal('decide'), auditId: auditIdSchema, spanId: spanIdSchema, action: z.enum(['accept', 'reject']) }),
  z.object({ type: z.literal('undo'), auditId: auditIdSchema, spanId: spanIdSchema }),
  z.object({ type: z.literal('addNote'), auditId: auditIdSchema, spanId: spanIdSchema, text: z.string().min(1) }),
  /** What is left without these spans; an empty list ends the what-if. */
  z.object({ type: z.literal('whatIf'), auditId: auditIdSchema, removed: z.array(spanIdSchema) }),
  /** Answer again without each piece of evidence. */
  z.object({ type: z.literal('answerAgain'), auditId: auditIdSchema }),
  z.object({ type: z.literal('export'), auditId: auditIdSchema, format: exportFormatSchema }),
  z.object({ type: z.literal('command'), command: panelCommandSchema }),
  /** Shown evidence has the focus: the editor's Accept, Reject and Undo act on it. null: none. */
  z.object({ type: z.literal('focused'), evidence: z.object({ auditId: auditIdSchema, spanId: spanIdSchema }).nullable() }),
  /** One of the state's damaged files, by its path. */
  z.object({ type: z.literal('openDamaged'), path: z.string() }),
  /** Fault in the panel itself, for the log. */
  z.object({ type: z.literal('fault'), message: z.string() }),
]);
export type PanelIntent = z.infer<typeof panelIntentSchema>;
