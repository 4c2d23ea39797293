import * as z from 'zod';

/** What an audit can be told, with the papers' defaults. Ranges are enforced where settings enter (command line, host, evaluation). */
export const auditSettingsSchema = z.object({
  /**
   * What makes evidence for an answer sufficient: that the answer comes back from it when it is read alone (`reading`), or CER's weighted sum over the answer as
   * a statement (`statement`), the paper's. With a language model as generator it is always `statement`.
   */
  sufficiency: z.enum(['reading', 'statement']).default('reading'),
  /** CER: sufficient at or above this calibrated quality. */
  threshold: z.number().min(0).max(1).default(0.75),
  /** CER alg. 1: slack that pruning must leave. */
  epsilon: z.number().min(0).max(0.5).default(0.05),
  /** Passages retrieved for the question. */
  passages: z.int().min(1).max(200).default(20),
  /** CER K2: spans that the search for minimal sets sees; a set is kept in the bits of one number. */
  candidates: z.int().min(1).max(30).default(25),
  /** CF-RAG N; 0 turns the probes off. */
  probes: z.int().min(0).max(10).default(3),
  /** CF-RAG K. */
  clusters: z.int().min(1).max(10).default(4),
  /** CF-RAG M; 0 answers from all passages at once, without arbitration. */
  drafts: z.int().min(0).max(10).default(3),
  /** CF-RAG lambda: weight of causal discrimination. */
  causalWeight: z.number().min(0).max(1).default(0.4),
  /** CF-RAG rho. */
  samplingRate: z.number().min(0.05).max(1).default(0.5),
  /** CF-RAG eq. 2: a probe is about the same as the question above this similarity, on the papers' scale. */
  probeSimilarity: z.number().min(0).max(1).default(0.7),
  /** CF-RAG eq. 4: passages more alike than this are copies of one. */
  duplicateSimilarity: z.number().min(0.5).max(1).default(0.95),
  /** CF-RAG eq. 5: passages of less quality, or less relevant to the question and to every probe, are no evidence. */
  leastQuality: z.number().min(0).max(1).default(0.2),
  leastRelevance: z.number().min(0).max(1).default(0.05),
  /** CF-RAG eq. 5, Q(e): how far documents are to be trusted, by glob; the first that matches counts, and 1 where none does. */
  sources: z.record(z.string(), z.number().min(0).max(1)).default({}),
  /** CF-RAG alg. 1: share of drafts that must agree; 0 always takes the best-scored draft. */
  consensus: z.number().min(0).max(1).default(0.66),
  /** CF-RAG alg. 1 (`dual`) or the four criteria of sec. 4.2.2 (`weighted`). */
  scoring: z.enum(['dual', 'weighted']).default('dual'),
  /** Which way a question takes; `auto`: by its words (docs/methods.md 3, routing). */
  route: z.enum(['auto', 'factual', 'relational', 'causal', 'claim']).default('auto'),
  /** What is done to a question before it is searched for again; `auto`: as models/refinement decides (docs/methods.md 4). An action that is not possible keeps it. */
  refinement: z.enum(['auto', 'keep', 'expand', 'simplify', 'decompose']).default('auto'),
});
export type AuditSettings = z.infer<typeof auditSettingsSchema>;

export const presetSchema = z.enum(['fast', 'balanced', 'thorough']).default('balanced');
export type Preset = z.infer<typeof presetSchema>;

/** CF-RAG sec. 6.4: speed against depth. */
export const presets = {
  fast: { probes: 1, clusters: 2, drafts: 1 },
  balanced: { probes: 3, clusters: 4, drafts: 3 },
  thorough: { probes: 4, clusters: 5, drafts: 3 },
} as const satisfies Record<Preset, Partial<AuditSettings>>;
