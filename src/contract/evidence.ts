import * as z from 'zod';

import { citationSchema, spanIdSchema } from './citation.ts';

/** What a span is to the answer, over all minimal sufficient sets: in every one, in some, in none (docs/methods.md 2.5). */
export const roleSchema = z.enum(['core', 'alternative', 'idle']);
export type Role = z.infer<typeof roleSchema>;

/** Sums to 1. */
export const entailmentScoresSchema = z.object({ entail: z.number(), neutral: z.number(), contradict: z.number() });
export type EntailmentScores = z.infer<typeof entailmentScoresSchema>;

/** What coverage counts: an entity, number or date of question and answer; content words where there is none of these. */
export const coverageUnitSchema = z.object({
  kind: z.enum(['entity', 'number', 'date', 'term']),
  text: z.string(),
  /** Its share of the whole, (0, 1]; the units' shares sum to 1. */
  weight: z.number(),
  /** A figure of a claim: without it the quality of a set is halved. */
  required: z.boolean().optional(),
});
export type CoverageUnit = z.infer<typeof coverageUnitSchema>;

/** The span that took another's place in CER eq. 6, with what its set's quality is computed from. */
export const replacementSchema = z.object({
  spanId: spanIdSchema,
  citation: citationSchema,
  /** To the span that it replaces, reference scale. */
  similarity: z.number(),
  /** Of the span that it replaces, [0, 1]. */
  contradiction: z.number(),
  /** Premise: the replacement; hypothesis: the statement. */
  entailment: entailmentScoresSchema,
  /** Indices of the coverage units found in it. */
  covers: z.array(z.int().nonnegative()),
});
export type Replacement = z.infer<typeof replacementSchema>;

/** How quality is computed from its terms: raw = sum of weight x term, then sigmoid((raw - shift) / temperature), then the isotonic steps. */
export const qualityFitSchema = z.object({
  /** Names the fit; changes whenever it does. */
  id: z.string(),
  /** Contradiction and length count against: their weights are subtracted. */
  weights: z.object({
    entail: z.number().nonnegative(),
    coverage: z.number().nonnegative(),
    contradiction: z.number().nonnegative(),
    length: z.number().nonnegative(),
  }),
  shift: z.number(),
  temperature: z.number().positive(),
  /** Ascending knots, read by linear interpolation; null: none. */
  isotonic: z.object({ x: z.array(z.number()), y: z.array(z.number()) }).nullable(),
  /** CER Kmax: the length term is |S| / kMax. */
  kMax: z.int().positive(),
});
export type QualityFit = z.infer<typeof qualityFitSchema>;

/** A row of a table whose columns have names: its quote alone does not tell which value is of what. */
export const namedRowSchema = z.object({ columns: z.array(z.string()), cells: z.array(z.string()) });
export type NamedRow = z.infer<typeof namedRowSchema>;

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
  replacement: replacementSchema.nullable(),
  /** CER eq. 7; equals the deletion effect where no replacement exists. */
  contribution: z.number(),
  role: roleSchema,
  relevance: z.number(),
  /** Premise: the span; hypothesis: the statement. null where sufficiency rests on what is read and not on entailment. */
  entailment: entailmentScoresSchema.nullable(),
  /** The same text elsewhere: listed, never counted as independent support. */
  copies: z.array(citationSchema),
  /** Of a table's row; absent where its columns have no names. */
  row: namedRowSchema.exactOptional(),
});
export type MinimalEvidence = z.infer<typeof minimalEvidenceSchema>;

/** A span that was considered. The minimal ones are here too. */
export const candidateSchema = z.object({
  spanId: spanIdSchema,
  citation: citationSchema,
  headingPath: z.array(z.string()),
  relevance: z.number(),
  entailment: entailmentScoresSchema.nullable(),
  /** Share of the coverage units found in this span alone, [0, 1]. */
  coverage: z.number(),
  /** Indices into `scores.units`. */
  covers: z.array(z.int().nonnegative()),
  role: roleSchema,
  copies: z.array(citationSchema),
  /** Of a table's row; absent where its columns have no names. */
  row: namedRowSchema.exactOptional(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** With the pool, all that quality is computed from: any set's quality can be had again without a model. */
export const qualityScoresSchema = z.object({
  fit: qualityFitSchema,
  /** What every span was judged against; absent in reports of older versions. */
  statement: z.string().optional(),
  /** `refute`: the evidence is searched for a set that contradicts the statement; entail and contradict change places. */
  stance: z.enum(['support', 'refute']),
  units: z.array(coverageUnitSchema),
  /** Entailment by several spans read one after the other, pool indices ascending. A set's entailment is the largest of its parts'. */
  joint: z.array(z.object({ spans: z.array(z.int().nonnegative()), entail: z.number() })),
  /**
   * Sufficiency by reading: spans that were read together and gave this very answer, with the chance that it is right, [0, 1]. Where this is
   * present, the quality of a set is the largest value of the readings within it, and the other terms do not count.
   */
  readings: z.array(z.object({ spans: z.array(z.int().nonnegative()).min(1), chance: z.number() })).optional(),
});
export type StoredQualityScores = z.infer<typeof qualityScoresSchema>;

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

/** Enough for anyone to check sufficiency and minimality without the model (docs/methods.md 2.5). */
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
  interactions: z.array(
    z.object({
      a: spanIdSchema,
      b: spanIdSchema,
      value: z.number(),
      kind: z.enum(['complementary', 'redundant', 'conflicting', 'independent']),
    }),
  ),
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
  scores: qualityScoresSchema,
  certificate: certificateSchema.nullable(),
  missing: z.array(missingSchema),
});
export type Evidence = z.infer<typeof evidenceSchema>;
