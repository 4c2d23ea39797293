import * as z from 'zod';

import { evidenceBasisSchema } from './basis.ts';
import { encodedSchema } from './encoded.ts';
import { claimAtomSchema } from './atoms.ts';
import { causalAnswerSchema } from './causal.ts';
import { citationSchema, spanIdSchema } from './citation.ts';
import { evidenceSchema } from './evidence.ts';
import { conflictSchema, draftSchema, heatMapSchema, probeSchema, trapSchema } from './exploration.ts';
import { readingRecordSchema } from './reading.ts';

/** Raised when a change breaks readers of stored reports. Nothing migrates a report: what was added since is optional, and absent in older ones. */
export const reportSchemaVersion = 1;

/** `uncertain`: the evidence is shown as what may answer; nothing is asserted. */
export const answerStatusSchema = z.enum(['supported', 'refuted', 'conflicting', 'uncertain', 'not-enough-evidence']);
export type AnswerStatus = z.infer<typeof answerStatusSchema>;

/** Why a claim is open: sentences may say it, only a part of it is said, or nothing that was read is about it. */
export const openKindSchema = z.enum(['undecided', 'part', 'nothing']);
export type OpenKind = z.infer<typeof openKindSchema>;

/** What an answer looks like (docs/methods.md, forms of answers). */
export const answerForms = ['number', 'time', 'entity', 'permission', 'definition', 'list', 'comparison', 'reason'] as const;
export const answerFormSchema = z.enum(answerForms);

/** A sentence, row or item that says the answer. */
export const answerPartSchema = z.object({
  spanId: spanIdSchema,
  /** The words that answer: offsets into the quote of the span's citation, ascending; empty where the whole sentence does. */
  marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
});
export type AnswerPart = z.infer<typeof answerPartSchema>;

/** "Of answers called supported, at most `risk` are wrong, with `confidence`, on questions like those of `set`" (docs/methods.md, risk control). */
export const promiseSchema = z.object({
  risk: z.number(),
  confidence: z.number(),
  /** Questions that the threshold was chosen on, and how many of their answers reach it. */
  questions: z.int(),
  asserted: z.int(),
  set: z.string(),
});
export type AssertionPromise = z.infer<typeof promiseSchema>;

/** What is audited: a question, or a claim to check. */
export const auditKindSchema = z.enum(['question', 'claim']);
export type AuditKind = z.infer<typeof auditKindSchema>;

export const modelIdentitySchema = z.object({
  id: z.string(),
  provider: z.enum(['bundled', 'onnx', 'openai', 'editor', 'none']),
  /** Version of the weights or of the remote model, as far as it is known. */
  version: z.string(),
  /** true: no text leaves the machine. */
  local: z.boolean(),
});
export type ModelIdentity = z.infer<typeof modelIdentitySchema>;

/** What a user can choose a model for. */
export const modelRoles = ['embedder', 'relevance', 'entailment', 'generator'] as const;
export type ModelRole = (typeof modelRoles)[number];

/** Those that the user chooses, and further networks of the program's own. */
const reportModelsSchema = z.object({
  embedder: modelIdentitySchema,
  relevance: modelIdentitySchema,
  entailment: modelIdentitySchema,
  generator: modelIdentitySchema,
  /** Absent where the audit could not meet them, where this machine cannot run them, and in reports of older versions. */
  sentenceEncoder: modelIdentitySchema.exactOptional(),
  judge: modelIdentitySchema.exactOptional(),
  ranker: modelIdentitySchema.exactOptional(),
  spanReader: modelIdentitySchema.exactOptional(),
  sentenceChoice: modelIdentitySchema.exactOptional(),
  questionMatch: modelIdentitySchema.exactOptional(),
  neuralEntailment: modelIdentitySchema.exactOptional(),
});

export const stageNames = [
  'route',
  'refine',
  'retrieve',
  'probe',
  'gather',
  'arbitrate',
  'answer',
  'verify',
  'causal',
  'minimise',
  'conflicts',
  'ratios',
  'report',
] as const;
export const stageNameSchema = z.enum(stageNames);
export type StageName = z.infer<typeof stageNameSchema>;

export const stageSchema = z.object({
  name: stageNameSchema,
  ran: z.boolean(),
  /** Wall time; volatile, so not part of the hash. */
  ms: z.number(),
  /** Calls to a generator that is not bundled. */
  calls: z.int(),
  /** Why it did not run, or what fell back. */
  note: z.string().optional(),
});
export type Stage = z.infer<typeof stageSchema>;

export const passageSchema = z.object({
  id: z.string(),
  path: z.string(),
  start: z.int(),
  end: z.int(),
  line: z.int(),
  headingPath: z.array(z.string()),
  /** Fused retrieval score. */
  score: z.number(),
  relevance: z.number(),
});
export type ReportPassage = z.infer<typeof passageSchema>;

export const claimSchema = z.object({
  text: z.string(),
  /** Quotes that support this sentence; their `marker` is the number in the text. */
  citations: z.array(citationSchema.extend({ spanId: spanIdSchema, marker: z.int() })),
  supported: z.boolean(),
  /** Of a sentence that a language model wrote, held against the evidence; absent where the sentence is the documents' own. */
  verdict: z.enum(['entailed', 'refuted', 'unsupported']).exactOptional(),
  /** Why it is not entailed, in a sentence; empty where it is. */
  reason: z.string().exactOptional(),
  /** Of a claim that was checked: its parts, each said, denied or unsaid. */
  atoms: z.array(claimAtomSchema).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

export const auditReportSchema = z.object({
  schemaVersion: z.literal(reportSchemaVersion),
  /** From question, index version, settings, models, program and seed: the same audit has the same id, and that of another version another. */
  id: z.string(),
  /** Version of the program that wrote the report, and so of all its rules; absent in reports of older versions. */
  programVersion: z.string().exactOptional(),
  /** ISO 8601; volatile. */
  createdAt: z.string(),
  question: z.string(),
  kind: auditKindSchema,
  route: z.enum(['factual', 'relational', 'causal', 'claim']),
  refinements: z.array(z.object({ action: z.string(), query: z.string() })),
  passages: z.array(passageSchema),
  answer: z.object({
    /** The short answer: a name, a date, a number, yes or no, or whole sentences. Empty where there is none. */
    text: z.string(),
    /** The answer as a full sentence: what is verified. */
    statement: z.string(),
    status: answerStatusSchema,
    /** One sentence: why this status. */
    reason: z.string(),
    /** Of a claim with `not-enough-evidence`: which of the three; absent in reports of older versions. */
    open: openKindSchema.exactOptional(),
    /** null for a claim; absent in reports of older versions, as what follows. */
    form: answerFormSchema.nullable().optional(),
    /** The short answer, where there is one: it stands in one of the sentences, or is yes or no. null: the sentences are the answer. */
    short: z.string().nullable().optional(),
    /** true: one of the body's two sentences may answer it, and together they are no answer. Absent: they belong together. */
    either: z.boolean().exactOptional(),
    /** The sentences that say it, in reading order, or the likelier first where one of them does: all of them are among the minimal evidence. */
    body: z.array(answerPartSchema).optional(),
    /** Calibrated chance that the answer is right, [0, 1]; null where none was given. */
    chance: z.number().nullable().optional(),
    /** What is promised of answers that are called supported; null where nothing can be. */
    promise: promiseSchema.nullable().optional(),
  }),
  claims: z.array(claimSchema),
  evidence: evidenceSchema,
  /** Of a claim with sufficient evidence on both sides: the other side, minimal and certified like `evidence`. */
  counterEvidence: evidenceSchema.nullable().optional(),
  probes: z.array(probeSchema),
  drafts: z.array(draftSchema),
  /** false: the answer was synthesised from the top drafts, no two thirds of them agreeing. null: no drafts. */
  consensus: z.boolean().nullable(),
  heatMap: heatMapSchema.nullable(),
  conflicts: z.array(conflictSchema),
  /** null: the question is not a causal one, or the documents state no cause for it. */
  causal: causalAnswerSchema.nullable(),
  trap: trapSchema.nullable(),
  stages: z.array(stageSchema),
  /** What was done in another way than asked, for example by a bundled model because the chosen one failed: a sentence each. */
  notices: z.array(z.string()).optional(),
  models: reportModelsSchema,
  /** Of language models. `cached`: calls whose reply was kept from before; `cost`: of the others, in the user's currency, where prices are set. Both are volatile. */
  usage: z.object({
    calls: z.int(),
    promptTokens: z.int(),
    completionTokens: z.int(),
    rounds: z.int(),
    cached: z.int().optional(),
    cost: z.number().optional(),
  }),
  settings: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.record(z.string(), z.number())])),
  seed: z.int(),
  indexVersion: z.string(),
  /** How much of the index was encoded when it was searched; absent where no sentence encoder was used, and in reports of older versions. */
  encoded: encodedSchema.optional(),
  /** Globs of paths that were left out; absent where there were none, and in reports of older versions. */
  exclude: z.array(z.string()).exactOptional(),
  /** Absent where a language model answered, or an entailment model of the user's judged, and in reports of older versions. */
  reading: readingRecordSchema.exactOptional(),
  /** What was taken as evidence and what was left out; absent in reports of older versions. */
  basis: evidenceBasisSchema.exactOptional(),
  /** SHA-256 of all of the above less what is volatile: `createdAt`, the stages' `ms`, and `cached` and `cost` of the usage (`hashReport`). */
  hash: z.string(),
});
export type AuditReport = z.infer<typeof auditReportSchema>;
