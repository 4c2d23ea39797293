import * as z from 'zod';

import { citationSchema, spanIdSchema } from './citation.ts';

/** CC-RAG sec. 4.1: `prevents` also for what lowers, ends or makes less likely; `worsens` for what adds to an event that something else brought about. */
export const causalPolaritySchema = z.enum(['causes', 'prevents', 'worsens']);
export type CausalPolarity = z.infer<typeof causalPolaritySchema>;

/** How a link is written in a line of text. */
export const causalArrows: Readonly<Record<CausalPolarity, string>> = { causes: '→', prevents: '⊣', worsens: '↗' };

/** How an event's quantity moves; `none` where it is no quantity. */
export const eventTrendSchema = z.enum(['up', 'down', 'none']);
export type EventTrend = z.infer<typeof eventTrendSchema>;

/** UTF-16 offsets into the quote of the sentence's citation, the end behind the last character. */
const offsetsSchema = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

const mentionSchema = z.object({ spanId: spanIdSchema, citation: citationSchema, offsets: offsetsSchema });

/** An event: all mentions that a strict check found to be the same event with the same polarity. */
export const causalNodeSchema = z.object({
  id: z.string(),
  /** The shortest mention that names it fully, as a reader sees it. */
  label: z.string(),
  /** The event did not happen, or the state did not hold. */
  negated: z.boolean(),
  trend: eventTrendSchema,
  mentions: z.array(mentionSchema).min(1),
});
export type CausalNode = z.infer<typeof causalNodeSchema>;

/** A sentence that states the link, with its parts cut from the quote. */
export const causalStatementSchema = z.object({
  spanId: spanIdSchema,
  citation: citationSchema,
  headingPath: z.array(z.string()),
  cause: offsetsSchema,
  effect: offsetsSchema,
  /** The words that link them; null where the order of words alone does. */
  signal: offsetsSchema.nullable(),
  /** That the sentence states this link with these parts, [0, 1]. */
  confidence: z.number(),
  /** How far the author stands by it: `hedged` for "may have", "is thought to", "allegedly". */
  certainty: z.enum(['stated', 'hedged']),
  source: z.enum(['bundled', 'language-model']),
});
export type CausalStatement = z.infer<typeof causalStatementSchema>;

export const causalEdgeSchema = z.object({
  id: z.string(),
  cause: z.string(),
  effect: z.string(),
  polarity: causalPolaritySchema,
  /** The sentences say that this link is not there ("was not caused by"): it is shown, and no path uses it. */
  denied: z.boolean(),
  /** Causes that share this name bring about the effect only together ("the combination of A and B"); null: each by itself. */
  together: z.string().nullable(),
  /** Of its statements together: 1 - product of (1 - confidence), [0, 1]. */
  confidence: z.number(),
  statements: z.array(causalStatementSchema).min(1),
});
export type CausalEdge = z.infer<typeof causalEdgeSchema>;

/** Edges name nodes by their ids; every edge cites the sentences that state it. */
export const causalGraphSchema = z.object({ nodes: z.array(causalNodeSchema), edges: z.array(causalEdgeSchema) });
export type CausalGraph = z.infer<typeof causalGraphSchema>;

/** CC-RAG sec. 4.2: the parts of a causal question. */
export const causalQuerySchema = z.object({
  /** `causes`: why, what caused; `effects`: what happens if; `necessity`: would Y have happened without X; `link`: does X cause Y. */
  kind: z.enum(['causes', 'effects', 'necessity', 'link']),
  /** The cause that is asked about or set; null where the question seeks it. */
  cause: z.string().nullable(),
  /** The outcome; null where the question seeks it. */
  outcome: z.string().nullable(),
  /** The question sets the cause to its opposite ("without", "had not"). */
  opposite: z.boolean(),
  /** Nodes that the parts were matched with: same event and same polarity. */
  causeNodes: z.array(z.string()),
  outcomeNodes: z.array(z.string()),
});
export type CausalQuery = z.infer<typeof causalQuerySchema>;

/** From a cause to the outcome, each step stated by a sentence. */
export const causalPathSchema = z.object({
  /** In causal order; one more than `edges`. */
  nodes: z.array(z.string()).min(2),
  edges: z.array(z.string()).min(1),
  /** Of all its steps: `worsens` where one of them only adds to its effect, `prevents` where an odd number of them prevents. */
  polarity: causalPolaritySchema,
  /** Nodes between its ends. */
  mediators: z.array(z.string()),
  /** To the question, [0, 1]. */
  relevance: z.number(),
  /** Product of its edges' confidences, [0, 1]. */
  confidence: z.number(),
  /** What paths are ordered by: relevance times confidence. */
  score: z.number(),
});
export type CausalPath = z.infer<typeof causalPathSchema>;

/** A common cause of two events of the paths. */
export const confounderSchema = z.object({ node: z.string(), of: z.tuple([z.string(), z.string()]), edges: z.array(z.string()) });
export type Confounder = z.infer<typeof confounderSchema>;

/**
 * `necessary`: without it no stated path to the outcome is left. `one-of-several`: others reach it. `correlated`: no stated path leads from it to the
 * outcome, and a common cause or a denial explains why they are named together. `unknown`: the sentences do not settle it.
 */
export const causalVerdictSchema = z.enum(['necessary', 'one-of-several', 'correlated', 'unknown']);
export type CausalVerdict = z.infer<typeof causalVerdictSchema>;

/** CC-RAG sec. 4.4: a cause is replaced by its logical opposite and the effects are followed over the graph. */
export const interventionSchema = z.object({
  cause: z.string(),
  outcome: z.string(),
  /** The opposite in words. */
  opposite: z.string(),
  /** Nodes of the graph that are the opposite. */
  oppositeNodes: z.array(z.string()),
  /** What the sentences say follows from the opposite: nodes reached from `oppositeNodes`. */
  simulated: z.array(z.string()),
  verdict: causalVerdictSchema,
  /** One sentence: why. */
  reason: z.string(),
  /** Paths, by their place in `paths`, that lead from the cause to the outcome. */
  restsOn: z.array(z.int().nonnegative()),
  /** Paths that reach the outcome without the cause. */
  remaining: z.array(z.int().nonnegative()),
});
export type Intervention = z.infer<typeof interventionSchema>;

/** The causal part of a report. The graph holds what paths, confounders and interventions name, and no more. */
export const causalAnswerSchema = z.object({
  query: causalQuerySchema,
  graph: causalGraphSchema,
  /** Best first. */
  paths: z.array(causalPathSchema),
  confounders: z.array(confounderSchema),
  interventions: z.array(interventionSchema),
  /** Steps that a path may have at most. */
  depth: z.int().positive(),
  /** Of the workspace's whole graph. */
  nodes: z.int().nonnegative(),
  edges: z.int().nonnegative(),
});
export type CausalAnswer = z.infer<typeof causalAnswerSchema>;

/** The causal graph of a workspace, or as much of it as a person can look at: what a search names, and what is joined to it. */
export const causalGraphViewSchema = z.object({
  graph: causalGraphSchema,
  /** What the graph was filtered by; empty where it was not. */
  search: z.string(),
  /** Of the whole graph. */
  nodes: z.int().nonnegative(),
  edges: z.int().nonnegative(),
  documents: z.int().nonnegative(),
});
export type CausalGraphView = z.infer<typeof causalGraphViewSchema>;
