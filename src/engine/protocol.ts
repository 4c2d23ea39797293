import { z } from 'zod';

import { dtypes, modelsConfigSchema } from '../models/choice.ts';
import { causalGraphViewSchema } from '../contract/causal.ts';
import { calibrationReportSchema } from '../contract/calibration.ts';
import { documentPathSchema, spanIdSchema } from '../contract/citation.ts';
import { answerAgainSchema } from '../contract/again.ts';
import { documentRoleSchema, documentRolesSchema } from '../contract/document-role.ts';
import { encodedSchema } from '../contract/encoded.ts';
import { errorSchema } from '../contract/error.ts';
import { auditEventSchema } from '../contract/event.ts';
import { documentRowSchema, indexStatusSchema, indexSummarySchema } from '../contract/index-status.ts';
import { shownDocumentSchema } from '../contract/document-view.ts';
import { indexProgressSchema } from '../contract/progress.ts';
import { auditKindSchema, auditReportSchema, modelRoles } from '../contract/report.ts';
import { auditSummarySchema, damagedSchema, reliedOnSchema, spanReviewSchema } from '../contract/review.ts';
import { samplePlanSchema } from '../contract/sample.ts';
import { claimActionSchema, sessionClaimSchema, sessionSchema, sessionSummarySchema } from '../contract/session.ts';
import { searchResultSchema } from '../contract/search.ts';
import { whatIfSchema } from '../contract/whatif.ts';

/** A request as a value: the same object types the sender, the handler and the reply, and both ends parse with it. */
export interface RequestType<P, R> {
  readonly method: string;
  readonly params: z.ZodType<P>;
  readonly result: z.ZodType<R>;
}

export interface NotificationType<P> {
  readonly method: string;
  readonly params: z.ZodType<P>;
}

function request<P, R>(method: string, params: z.ZodType<P>, result: z.ZodType<R>): RequestType<P, R> {
  return { method, params, result };
}

function notification<P>(method: string, params: z.ZodType<P>): NotificationType<P> {
  return { method, params };
}

/** Names an ongoing piece of work, so that its events find their way. */
const workId = z.string().min(1);

export const foldersSchema = z.array(z.object({ name: z.string().regex(/^[^/\\]+$/), folder: z.string().min(1) })).min(2);

/** A folder, and where several are audited together all of them by their names: records are kept in `folder`, the first. */
const whereSchema = z.object({
  folder: z.string().min(1),
  folders: foldersSchema.optional(),
});
export type Where = z.infer<typeof whereSchema>;

export const folderOptionsSchema = whereSchema.extend({
  indexLocation: z.string().optional(),
  /** Origins that may be asked for an index that is not in a folder; left out where the user named its place, as on the command line. */
  indexOrigins: z.array(z.string()).optional(),
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  maxFileBytes: z.number().positive().optional(),
  /** Passages that the sentence encoder encodes at most; 0: none. */
  encodeLimit: z.int().nonnegative().optional(),
  /** Encoding in the background waits while the machine runs on its battery. */
  pauseOnBattery: z.boolean().optional(),
  /** The bundled ones where it is left out. */
  models: modelsConfigSchema.optional(),
});
export type FolderOptions = z.infer<typeof folderOptionsSchema>;

/** How far the encoding of a folder in the background is. */
export const encodingNewsSchema = z.object({
  folder: z.string().min(1),
  encoded: encodedSchema.nullable(),
  /** null when it has ended, or it cannot be told yet. */
  secondsLeft: z.number().nonnegative().nullable(),
  isRunning: z.boolean(),
  /** Why it stopped before its end; null where nothing is wrong. */
  fault: errorSchema.nullable(),
});
export type EncodingNews = z.infer<typeof encodingNewsSchema>;

/** A model that can be had in ONNX form. */
export const onnxModelSchema = z.object({
  id: z.string(),
  role: z.enum(modelRoles),
  dtypes: z.array(z.enum(dtypes)),
  megabytes: z.number().nullable(),
  licence: z.string(),
  note: z.string(),
  /** Precisions that are in the store now. */
  installed: z.array(z.enum(dtypes)),
});
export type OnnxModel = z.infer<typeof onnxModelSchema>;

const serverSchema = z.object({ url: z.string(), apiKey: z.string().nullable(), timeoutSeconds: z.number() });
export type ServerAddress = z.infer<typeof serverSchema>;

export const serverCheckSchema = z.object({
  models: z.array(z.string()),
  chat: z.boolean(),
  embeddings: z.boolean(),
  jsonSchema: z.boolean(),
  latencyMs: z.number(),
});
export type ServerCheck = z.infer<typeof serverCheckSchema>;

const inFolder = whereSchema;
const ofAudit = inFolder.extend({ auditId: z.string().min(1) });
const nothing = z.null();

export const requests = {
  index: request('linchpin/index', z.object({ options: folderOptionsSchema, rebuild: z.boolean(), work: workId }), indexSummarySchema),
  /** Takes up what changed at some paths of the folder, files or folders; what else was left out is not told. */
  updateIndex: request(
    'linchpin/updateIndex',
    z.object({ options: folderOptionsSchema, paths: z.array(z.string().min(1)) }),
    indexSummarySchema,
  ),
  /** A document that is not text, around an offset of its extracted text; null for others. */
  viewDocument: request(
    'linchpin/viewDocument',
    inFolder.extend({ path: documentPathSchema, at: z.int().min(0) }),
    shownDocumentSchema.nullable(),
  ),
  status: request('linchpin/status', z.object({ options: folderOptionsSchema }), indexStatusSchema),
  documents: request('linchpin/documents', z.object({ options: folderOptionsSchema }), z.array(documentRowSchema)),
  ask: request(
    'linchpin/ask',
    z.object({
      options: folderOptionsSchema,
      question: z.string(),
      kind: auditKindSchema,
      seed: z.int().optional(),
      settings: z.record(z.string(), z.union([z.number(), z.string(), z.record(z.string(), z.number())])),
      exclude: z.array(z.string()),
      document: documentPathSchema.optional(),
      work: workId,
    }),
    auditReportSchema,
  ),
  search: request(
    'linchpin/search',
    z.object({ options: folderOptionsSchema, query: z.string(), limit: z.int().min(1).max(100) }),
    searchResultSchema,
  ),
  /** The causal graph of the folder's documents, or what a search names of it; built first where documents have changed. */
  causalGraph: request('linchpin/causalGraph', z.object({ options: folderOptionsSchema, search: z.string() }), causalGraphViewSchema),
  /** What those of the paths are that are marked, or were fact-checked. */
  roles: request('linchpin/roles', inFolder.extend({ paths: z.array(z.string()) }), documentRolesSchema),
  /** Marks documents by paths or globs; null takes the mark away. */
  mark: request('linchpin/mark', inFolder.extend({ patterns: z.array(z.string()).min(1), role: documentRoleSchema.nullable() }), nothing),
  whatIf: request('linchpin/whatIf', ofAudit.extend({ removed: z.array(spanIdSchema) }), whatIfSchema),
  /** Answers again without each span of the minimal evidence in turn. */
  answerAgain: request(
    'linchpin/answerAgain',
    z.object({ options: folderOptionsSchema, auditId: z.string().min(1) }),
    z.array(answerAgainSchema),
  ),
  audits: request('linchpin/audits', inFolder, z.object({ audits: z.array(auditSummarySchema), damaged: z.array(damagedSchema) })),
  audit: request('linchpin/audit', ofAudit, auditReportSchema),
  decide: request(
    'linchpin/decide',
    ofAudit.extend({
      spanId: spanIdSchema,
      action: z.enum(['accept', 'reject', 'note']),
      note: z.string().optional(),
      reviewer: z.string().min(1),
    }),
    nothing,
  ),
  undo: request('linchpin/undo', ofAudit.extend({ spanId: spanIdSchema, reviewer: z.string().min(1) }), z.object({ undone: z.boolean() })),
  reviews: request('linchpin/reviews', ofAudit, z.object({ reviews: z.array(spanReviewSchema), damaged: z.array(damagedSchema) })),
  /** How far the quality that is shown agrees with what reviewers decided. */
  calibration: request('linchpin/calibration', inFolder, calibrationReportSchema),
  reliedOn: request('linchpin/reliedOn', inFolder.extend({ path: z.string() }), z.array(reliedOnSchema)),
  /** Finds the claims of a document and makes a session of them, or brings the one that it has up to date. Nothing is checked yet. */
  openSession: request(
    'linchpin/openSession',
    z.object({
      options: folderOptionsSchema,
      path: documentPathSchema,
      /** Of a new session; false by default. */ blind: z.boolean().optional(),
    }),
    sessionSchema,
  ),
  /** Checks the claims that are not checked yet or are stale; `sessionClaim` tells of each. What is done stays when it is cancelled. */
  checkSession: request(
    'linchpin/checkSession',
    z.object({ options: folderOptionsSchema, sessionId: z.string().min(1), work: workId }),
    sessionSchema,
  ),
  sessions: request('linchpin/sessions', inFolder, z.object({ sessions: z.array(sessionSummarySchema), damaged: z.array(damagedSchema) })),
  session: request('linchpin/session', inFolder.extend({ sessionId: z.string().min(1) }), sessionSchema),
  /** One action on one or more claims, written whole or not at all. */
  decideClaims: request(
    'linchpin/decideClaims',
    inFolder.extend({
      sessionId: z.string().min(1),
      claimIds: z.array(z.string().min(1)).min(1),
      reviewer: z.string().min(1),
      action: claimActionSchema,
      /** What the reviewer was shown of each claim: its `seen`. Refused where something else stands by now. */
      seen: z.record(z.string(), z.string().nullable()).optional(),
    }),
    sessionSchema,
  ),
  /** A blind review of a signed session by somebody else: a new session, or the one that was begun. */
  secondSession: request(
    'linchpin/secondSession',
    inFolder.extend({ sessionId: z.string().min(1), reviewer: z.string().min(1) }),
    sessionSchema,
  ),
  /** Draws a sample of the claims that nobody has decided, once a session. */
  drawSample: request(
    'linchpin/drawSample',
    inFolder.extend({ sessionId: z.string().min(1), reviewer: z.string().min(1), plan: samplePlanSchema }),
    sessionSchema,
  ),
  /** Refused while claims are undecided, unless a sample stands for them. */
  signSession: request(
    'linchpin/signSession',
    inFolder.extend({
      sessionId: z.string().min(1),
      reviewer: z.string().min(1),
      statement: z.string().min(1),
      /** The SSH key to sign with: the path of its file, or `git` for the one that git signs with. Left out: the name is recorded. */
      key: z.string().min(1).exactOptional(),
    }),
    sessionSchema,
  ),
  /** An audit or a session as a file for a reader, with what reviewers decided: base64. The text forms are made where they are shown. */
  exportFile: request(
    'linchpin/exportFile',
    inFolder.extend({ what: z.enum(['audit', 'session']), id: z.string().min(1), format: z.enum(['docx', 'pdf']) }),
    z.object({ base64: z.string() }),
  ),
  serverModels: request('linchpin/serverModels', serverSchema, z.array(z.string())),
  /** `model` is tried where it is given; else the first that the server lists. */
  testServer: request('linchpin/testServer', serverSchema.extend({ model: z.string().nullable() }), serverCheckSchema),
  onnxModels: request('linchpin/onnxModels', z.object({}), z.array(onnxModelSchema)),
  downloadModel: request('linchpin/downloadModel', z.object({ model: z.string(), dtype: z.enum(dtypes), work: workId }), nothing),
  /** A folder in the hub's layout, for machines without a network. */
  importModel: request('linchpin/importModel', z.object({ folder: z.string().min(1) }), z.object({ model: z.string() })),
} as const;

/** What the engine asks of its host. */
export const hostRequests = {
  editorChat: request(
    'linchpin/editorChat',
    z.object({ model: z.string(), messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })) }),
    z.object({ text: z.string(), promptTokens: z.int(), completionTokens: z.int() }),
  ),
} as const;

export const notifications = {
  indexProgress: notification('linchpin/indexProgress', z.object({ work: workId, progress: indexProgressSchema })),
  downloadProgress: notification('linchpin/downloadProgress', z.object({ work: workId, done: z.number(), total: z.number() })),
  /** How far the second pass is, which nobody asked for: see `Engine.onEncoding`. */
  encoding: notification('linchpin/encoding', encodingNewsSchema),
  sessionClaim: notification('linchpin/sessionClaim', z.object({ work: workId, sessionId: z.string(), claim: sessionClaimSchema })),
  auditEvent: notification('linchpin/auditEvent', z.object({ work: workId, event: auditEventSchema })),
} as const;

/** What the host tells the engine. */
export const hostNotifications = {
  /** The user has typed just now. */
  typed: notification('linchpin/typed', z.object({})),
} as const;
