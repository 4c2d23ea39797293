import { z } from 'zod';

import { citationSchema, spanIdSchema } from './citation.ts';

/** What a span is to the answer, over all minimal sufficient sets: in every one, in some, in none (METHODS 2.5). */
export const roleSchema = z.enum(['core', 'alternative', 'idle']);
export type Role = z.infer<typeof roleSchema>;

/** Sums to 1. */
export const entailmentScoresSchema = z.object({ entail: z.number(), neutral: z.number(), contradict: z.number() });
export type EntailmentScores = z.infer<typeof entailmentScoresSchema>;

/** One span of the answer's minimal evidence. Effects are on the calibrated quality scale, [-1, 1]. */
export const minimalEvidenceSchema = z.object({
  spanId: spanIdSchema,
  /** The number shown in the text: [1], [2], … */
  marker: z.int().positive(),
  citation: citationSchema,
  headingPath: z.array(z.string()),
  /** CER eq. 4: the share of the set's positive deletion effects, [0, 1]. */
  necessity: z.number(),
  /** CER eq. 5: quality lost when the span is removed. */
  deletionEffect: z.number(),
  /** CER eq. 6: quality lost when the span gives way to its hardest negative; null where there is none. */
  replacementEffect: z.number().nullable(),
  /** CER eq. 7; equals the deletion effect where no replacement exists. */
  contribution: z.number(),
  /** Does the answer change when the generator answers again without the span? null until asked for. */
  generativeNecessity: z.boolean().nullable(),
  role: roleSchema,
  relevance: z.number(),
  entailment: entailmentScoresSchema,
  /** The same text elsewhere: listed, never counted as independent support. */
  copies: z.array(citationSchema),
});
export type MinimalEvidence = z.infer<typeof minimalEvidenceSchema>;

/** A span that was considered. The minimal ones are here too. */
export const candidateSchema = z.object({
  spanId: spanIdSchema,
  citation: citationSchema,
  headingPath: z.array(z.string()),
  relevance: z.number(),
  entailment: entailmentScoresSchema,
  /** Share of the answer's entities, numbers and dates found in this span alone, [0, 1]. */
  coverage: z.number(),
  role: roleSchema,
  copies: z.array(citationSchema),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** The terms of CER eq. 3 for one set, before and after calibration. */
export const qualityTermsSchema = z.object({
  entail: z.number(),
  coverage: z.number(),
  contradiction: z.number(),
  length: z.number(),
  raw: z.number(),
  calibrated: z.number(),
});
export type QualityTerms = z.infer<typeof qualityTermsSchema>;

const evidenceSetSchema = z.object({ spanIds: z.array(spanIdSchema), quality: z.number() });

/** Enough for anyone to check sufficiency and minimality without the model (METHODS 2.5). */
export const certificateSchema = z.object({
  terms: qualityTermsSchema,
  /** F(S without d) for every d of the minimal set. */
  without: z.array(z.object({ spanId: spanIdSchema, quality: z.number() })),
  /** No span can be taken away without falling under the threshold. */
  irreducible: z.boolean(),
  minimalSets: z.array(evidenceSetSchema),
  /** false: the budget ended before all minimal sufficient sets were found. */
  complete: z.boolean(),
  /** The smallest removals after which no known sufficient set is left. */
  breakingSets: z.array(z.array(spanIdSchema)),
  /** How many spans must be wrong before the answer falls; null without a sufficient set. */
  robustness: z.int().nullable(),
  /** F(i, j) - F(i) - F(j) + F(none) for pairs of the minimal set. */
  interactions: z.array(z.object({ a: spanIdSchema, b: spanIdSchema, value: z.number(), kind: z.enum(['complementary', 'redundant', 'conflicting', 'independent']) })),
  /** Distinct evaluations of F. */
  evaluations: z.int(),
});
export type Certificate = z.infer<typeof certificateSchema>;

/** What is lacking when nothing suffices. */
export const missingSchema = z.object({
  kind: z.enum(['entity', 'number', 'date', 'term', 'contradiction', 'support']),
  text: z.string(),
});
export type Missing = z.infer<typeof missingSchema>;

export const evidenceSchema = z.object({
  /** Calibrated quality of the minimal set, [0, 1]. */
  quality: z.number(),
  threshold: z.number(),
  epsilon: z.number(),
  /** Never true for a set whose quality is under the threshold. */
  sufficient: z.boolean(),
  minimal: z.array(minimalEvidenceSchema),
  /** How many candidate spans were searched. */
  candidates: z.int().nonnegative(),
  pool: z.array(candidateSchema),
  certificate: certificateSchema.nullable(),
  missing: z.array(missingSchema),
});
export type Evidence = z.infer<typeof evidenceSchema>;
