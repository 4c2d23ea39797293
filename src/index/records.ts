import { z } from 'zod';

import { locatorSchema } from '../contract/locator.ts';
import { leftOutCauseSchema } from '../contract/left-out.ts';

const blockKindSchema = z.enum(['heading', 'paragraph', 'list-item', 'table-row', 'code-line', 'quote']);

/** What comes back from a store is checked like anything from outside: an index may be older, damaged or not ours. */
export const evidenceSpanSchema = z.object({
  start: z.int(),
  end: z.int(),
  kind: blockKindSchema,
  headingPath: z.array(z.string()),
  plain: z.string(),
  leadIn: z.string().exactOptional(),
  item: z.string().exactOptional(),
  row: z.object({ columns: z.array(z.string()), cells: z.array(z.string()), head: z.string().nullable() }).exactOptional(),
  locator: locatorSchema.exactOptional(),
});

export const indexedPassageSchema = z.object({
  id: z.string(),
  path: z.string(),
  contentHash: z.string(),
  title: z.string(),
  start: z.int(),
  end: z.int(),
  line: z.int(),
  headingPath: z.array(z.string()),
  text: z.string(),
  spans: z.array(evidenceSpanSchema),
});

export const indexedDocumentSchema = z.object({
  path: z.string(),
  contentHash: z.string(),
  bytes: z.number(),
  modifiedMs: z.number(),
  parser: z.string(),
  encoding: z.string().nullable(),
  status: z.enum(['indexed', 'skipped', 'failed']),
  cause: leftOutCauseSchema.nullable(),
  reason: z.string().nullable(),
  passages: z.int(),
});
