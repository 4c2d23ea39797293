import { z } from 'zod';

import { causalPolaritySchema } from '../contract/causal.ts';
import { citationSchema } from '../contract/citation.ts';

const offsets = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/** A causal link as a sentence of a document states it, as it is kept in the index. Offsets are into the citation's quote. */
export const causalLinkSchema = z.object({
  spanId: z.string(),
  citation: citationSchema,
  headingPath: z.array(z.string()),
  cause: offsets,
  effect: offsets,
  signal: offsets.nullable(),
  /** The events in words, as a reader sees them. Of a cause that only points back, those of the sentence before. */
  causeText: z.string(),
  effectText: z.string(),
  /** What "it" in the cause or effect stands for; empty where nothing does. */
  causeSubject: z.string(),
  effectSubject: z.string(),
  polarity: causalPolaritySchema,
  denied: z.boolean(),
  certainty: z.enum(['stated', 'hedged']),
  confidence: z.number(),
  necessity: z.enum(['necessary', 'dispensable']).nullable(),
  /** The cause is one of several that the sentence names together. */
  together: z.boolean(),
  source: z.enum(['bundled', 'language-model']),
});
export type CausalLink = z.infer<typeof causalLinkSchema>;
