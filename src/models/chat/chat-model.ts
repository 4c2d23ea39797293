import type { z } from 'zod';

import type { ModelIdentity } from '../../contract/report.ts';
import type { ModelCall } from '../ports.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** The reply must be JSON of this shape; adapters ask the server for it where it can be asked. */
  readonly schema: z.ZodType;
  /** Names the schema for servers; letters and underscores. */
  readonly name: string;
  readonly maxTokens: number;
}

export interface ChatReply {
  readonly text: string;
  /** Mean log-probability of the reply's tokens, <= 0; null where the model gives none. */
  readonly logProbability: number | null;
  /** The reply ended because it reached its length. */
  readonly truncated: boolean;
}

/** A language model behind any protocol. One call is one reply; retries of transport are the adapter's, retries of content the caller's. */
export interface ChatModel {
  readonly identity: ModelIdentity;
  /** @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`, `model-unauthorized`, `model-rate-limited`, `model-budget-exhausted`, `offline`. */
  complete(request: ChatRequest, call: ModelCall): Promise<ChatReply>;
}
