import * as z from 'zod';

import { documentRoleSchema } from './document-role.ts';
import { encodedSchema } from './encoded.ts';
import { leftOutSchema } from './left-out.ts';
import { modelIdentitySchema, modelRoles } from './report.ts';

/** Which store holds an index. `memory`: LanceDB could not be loaded, and the exact store in memory stands in. */
export const storeKindSchema = z.enum(['lancedb', 'memory']);

const notReadSchema = z.object({ path: z.string(), reason: z.string() }).readonly();

export const indexSummarySchema = z
  .object({
    documents: z.int(),
    passages: z.int(),
    /** Documents written now; the rest were unchanged. */
    updated: z.int(),
    removed: z.int(),
    failed: z.array(notReadSchema).readonly(),
    skipped: z.array(notReadSchema).readonly(),
    /** Documents that hold text which no reader sees. */
    hidden: z.array(notReadSchema).readonly().optional(),
    /** Every file of the folder that is not in the index, and documents with hidden text, by cause and kind. */
    leftOut: z.array(leftOutSchema).readonly(),
    /** Documents of the index that could not be looked at now: they stay in it as they were. */
    unseen: z.array(z.string()).readonly().default([]),
    embedded: z.int(),
    seconds: z.number(),
    indexVersion: z.string(),
    store: storeKindSchema,
    /** Left out where no sentence encoder is used. */
    encoded: encodedSchema.optional(),
  })
  .readonly();
export type IndexSummary = z.infer<typeof indexSummarySchema>;

/** By what a document is known, in lower case: extensions with their dot, and whole names. */
export const documentKindsSchema = z.object({ extensions: z.array(z.string()), names: z.array(z.string()) });
export type DocumentKinds = z.infer<typeof documentKindsSchema>;

export const indexStatusSchema = z
  .object({
    state: z.enum(['missing', 'ready', 'unreadable']),
    documents: z.int(),
    store: storeKindSchema.nullable(),
    indexVersion: z.string().nullable(),
    /** ISO 8601; null before the first indexing. */
    indexedAt: z.string().nullable(),
    /** Documents have changed, come or gone since. */
    outdated: z.boolean(),
    /** null or left out where there is no index, or no sentence encoder is used. */
    encoded: encodedSchema.nullable().optional(),
    kinds: documentKindsSchema,
    models: z.partialRecord(z.enum(modelRoles), modelIdentitySchema),
  })
  .readonly();
export type IndexStatus = z.infer<typeof indexStatusSchema>;

export const documentRowSchema = z
  .object({
    path: z.string(),
    status: z.enum(['indexed', 'skipped', 'failed']),
    reason: z.string().nullable(),
    /** WHATWG name of the encoding that it was read with; null where it was not decoded. */
    encoding: z.string().nullable(),
    passages: z.int(),
    /** What it is to an audit, and whether a person marked it; both absent where it is a document like others. */
    role: documentRoleSchema.exactOptional(),
    by: z.enum(['mark', 'session']).exactOptional(),
  })
  .readonly();
export type DocumentRow = z.infer<typeof documentRowSchema>;
