import type { z } from 'zod';

import type { ChatMessage } from '../chat/chat-model.ts';

/** One task for a language model: what is asked, the shape of the reply, and what the reply means. */
export interface Prompt<Input, Reply, Output> {
  /** Letters and underscores. */
  readonly name: string;
  readonly schema: z.ZodType<Reply>;
  readonly maxTokens: number;
  messages(input: Input, seed: number): ChatMessage[];
  /** Anything that the input does not warrant is dropped here: names of spans that were not given, for example. */
  interpret(reply: Reply, input: Input, seed: number): Output;
}
