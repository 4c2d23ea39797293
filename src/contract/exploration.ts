import * as z from 'zod';

import { citationSchema, spanIdSchema } from './citation.ts';

/** CF-RAG sec. 4.1.1: the five transformations. */
export const probeKindSchema = z.enum(['role', 'temporal', 'entity', 'category', 'scope']);
export type ProbeKind = z.infer<typeof probeKindSchema>;

/** CF-RAG app. M bands of the counterfactual relevance ratio: < 0.5, 0.5-0.7, 0.7-0.9, > 0.9. */
export const crrBandSchema = z.enum(['causal', 'moderate', 'high', 'trap']);
export type CrrBand = z.infer<typeof crrBandSchema>;

export const probeSchema = z.object({
  id: z.string(),
  kind: probeKindSchema,
  query: z.string(),
  /** What was changed into what. */
  change: z.string(),
  /** Reference-scale similarity to the question, [0, 1]. */
  similarity: z.number(),
  /** The plain answer to the probe; null where the reader abstained. */
  answer: z.string().nullable(),
  /** 1 - token IoU of the two plain answers (app. E), [0, 1]. */
  answerDistance: z.number(),
  domainRelevance: z.number(),
  /** CF-RAG eq. 3. */
  informativeness: z.number(),
  /** Why a candidate is not used; null for a valid one. */
  rejection: z.enum(['paraphrase', 'off-topic', 'same-answer', 'malformed']).nullable(),
  selected: z.boolean(),
  /** max over the answer's evidence of relevance(probe, e) / relevance(question, e); null where undefined. */
  crr: z.number().nullable(),
  band: crrBandSchema.nullable(),
});
export type Probe = z.infer<typeof probeSchema>;

export const draftScoresSchema = z.object({
  coherence: z.number(),
  /** CF-RAG eq. 11; null when there is no valid probe: undefined is never zero. */
  causalDiscrimination: z.number().nullable(),
  /** exp of the mean token log-probability; null when the model gives none. */
  confidence: z.number().nullable(),
  specificity: z.number(),
  total: z.number(),
});
export type DraftScores = z.infer<typeof draftScoresSchema>;

export const draftSchema = z.object({
  id: z.string(),
  text: z.string(),
  statement: z.string(),
  rationale: z.string(),
  citedSpans: z.array(spanIdSchema),
  keySpans: z.array(spanIdSchema),
  /** Passages that the hypothesis was written from. */
  passages: z.array(z.string()),
  scores: draftScoresSchema,
  /** Share of drafts with the same answer, (0, 1]. */
  agreement: z.number(),
  selected: z.boolean(),
});
export type Draft = z.infer<typeof draftSchema>;

/** relevance(query, passage) for the question and each selected probe: the panel's heat map. */
export const heatMapSchema = z.object({
  passages: z.array(z.string()),
  /** `question` first, then probe ids. */
  queries: z.array(z.string()),
  /** Row per passage, column per query, [0, 1]. */
  relevance: z.array(z.array(z.number())),
});
export type HeatMap = z.infer<typeof heatMapSchema>;

const conditionSchema = z.object({ holds: z.boolean(), value: z.number().nullable(), explanation: z.string() });

/** docs/methods.md 1.4: does theorem 1 hold for this answer? */
export const trapSchema = z.object({
  certified: z.boolean(),
  /** Smallest margin over the evidence of the chosen answer. */
  delta: z.number().nullable(),
  /** For the strongest rival, the best probe's largest gap. */
  epsilon: z.number().nullable(),
  /** The smallest causal weight that selects the answer over its rival. */
  lambdaStar: z.number().nullable(),
  rival: z.string().nullable(),
  conditions: z.object({ c1: conditionSchema, c2: conditionSchema, c3: conditionSchema }),
  explanation: z.string(),
});
export type Trap = z.infer<typeof trapSchema>;

export const conflictSchema = z.object({
  a: citationSchema,
  b: citationSchema,
  kind: z.enum(['number', 'date', 'negation', 'antonym', 'entity', 'meaning']),
  /** Contradiction probability, [0, 1]. */
  contradiction: z.number(),
  explanation: z.string(),
  /** The side whose document is the older one by its name; absent where names do not tell. */
  older: z.enum(['a', 'b']).optional(),
  /** The side whose document is no longer in force, by its own words or its successor's; absent where none says so. */
  superseded: z.enum(['a', 'b']).optional(),
});
export type Conflict = z.infer<typeof conflictSchema>;
