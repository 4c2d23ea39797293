import * as z from 'zod';

import { spanIdSchema } from './citation.ts';

/** What is answered without one span of the minimal evidence (docs/methods.md 2.2, generative necessity). */
export const answerAgainSchema = z.object({
  spanId: spanIdSchema,
  /** The answer is another one, or none. */
  necessary: z.boolean(),
  /** null where there is none. */
  answer: z.string().nullable(),
});
export type AnswerAgain = z.infer<typeof answerAgainSchema>;
