import * as z from 'zod';

import { causalGraphViewSchema } from './causal.ts';
import { citationSchema } from './citation.ts';
import { errorSchema } from './error.ts';

/** What the page of the causal graph and its host say to each other. */
export const causalPageStateSchema = z.object({
  /** null until the graph has come. */
  view: causalGraphViewSchema.nullable(),
  /** The graph is being read from the documents. */
  busy: z.boolean(),
  error: errorSchema.nullable(),
});
export type CausalPageState = z.infer<typeof causalPageStateSchema>;

export const causalPageMessageSchema = z.object({ type: z.literal('graph'), state: causalPageStateSchema });

export const causalPageIntentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Empty: the whole graph. */
  z.object({ type: z.literal('search'), text: z.string().max(500) }),
  z.object({ type: z.literal('openCitation'), citation: citationSchema, beside: z.boolean() }),
  z.object({ type: z.literal('export') }),
  z.object({ type: z.literal('fault'), message: z.string() }),
]);
export type CausalPageIntent = z.infer<typeof causalPageIntentSchema>;
