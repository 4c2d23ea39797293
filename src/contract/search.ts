import * as z from 'zod';

import { citationSchema } from './citation.ts';

/** A sentence that was found, cut from its document as it is now. */
const foundSentenceSchema = z.object({
  citation: citationSchema,
  headingPath: z.array(z.string()),
  /** To the query, [0, 1]. */
  relevance: z.number(),
});

export const searchResultSchema = z.object({
  /** Most relevant first. */
  found: z.array(foundSentenceSchema),
  /** Sentences that were left out because their documents have changed since they were indexed. */
  outdated: z.int().nonnegative(),
});
export type SearchResult = z.infer<typeof searchResultSchema>;
