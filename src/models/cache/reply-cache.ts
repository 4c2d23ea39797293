import { z } from 'zod';

import { ContentCache } from './content-cache.ts';

/** A reply as it is kept, with what it cost when it was new. */
const keptSchema = z.object({
  text: z.string(),
  logProbability: z.number().nullable(),
  promptTokens: z.number(),
  completionTokens: z.number(),
});
export type KeptReply = z.infer<typeof keptSchema>;

/** Replies of chat models on disk. */
export class ReplyCache extends ContentCache<KeptReply> {
  /** As `ContentCache`. */
  constructor(folder: string, maxBytes: number, warn?: (sentence: string) => void) {
    super(folder, maxBytes, keptSchema, warn);
  }
}
