import * as z from 'zod';

import { documentPathSchema, spanIdSchema } from './citation.ts';

/** What the judge read of one pair of texts. All numbers are in [0, 1]. */
export const pairReadingSchema = z.object({
  /** Names the pair: SHA-256 of what was asked, the headings and the sentences. */
  pair: z.string(),
  answered: z.number(),
  entails: z.object({ supports: z.number(), neutral: z.number(), refutes: z.number() }),
  form: z.object({ span: z.number(), yes: z.number(), no: z.number() }),
  spans: z.array(z.object({ sentence: z.int(), start: z.int(), end: z.int(), probability: z.number() })),
  evidence: z.array(z.number()),
});
export type PairReading = z.infer<typeof pairReadingSchema>;

/**
 * What the judge was given to read and what it said: with the documents, all that answer, claims, evidence and conflicts are computed from.
 * `linchpin verify` computes them again from it, and has the pairs read again.
 */
export const readingRecordSchema = z.object({
  /** What passages were read for: the question or claim, or what the question was simplified to. */
  query: z.string(),
  /** As they were. `searched`: the search found it, so it was looked at whether it is superseded, or supersedes another. */
  documents: z.array(z.object({ path: documentPathSchema, contentHash: z.string(), searched: z.boolean() })),
  /** `path:start-end` of the passages that could be read, in the search's order. */
  passages: z.array(spanIdSchema),
  /** Of superseded documents, read where nothing in force answers. */
  ended: z.array(spanIdSchema),
  /** Sentences of these passages that another one stands for, as it says the same; null: none did, and it was left out. */
  copies: z.array(z.object({ place: spanIdSchema, of: spanIdSchema.nullable() })),
  /** Sentences that the steps of a question came to, read together, each under this title; null where there were none. */
  together: z.array(z.object({ spanId: spanIdSchema, title: z.string() })).nullable(),
  /** Sentences of superseded documents that were held against the answer. */
  beside: z.array(spanIdSchema),
  /** Sentences that are about what a causal question asks, and do not answer it. */
  misleading: z.array(spanIdSchema),
  pairs: z.array(pairReadingSchema),
});
export type ReadingRecord = z.infer<typeof readingRecordSchema>;
