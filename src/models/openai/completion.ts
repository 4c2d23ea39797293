import { z } from 'zod';

import { BrokenReply } from './failure.ts';

/** Some servers give the text in parts. */
const contentSchema = z
  .union([
    z.string(),
    z.array(z.looseObject({ text: z.string().optional() })).transform((parts) => parts.map((part) => part.text ?? '').join('')),
  ])
  .nullish();
const messageSchema = z.looseObject({
  content: contentSchema,
  refusal: z.string().nullish(),
  /** What the model thinks aloud: vLLM, llama.cpp and DeepSeek by the first name, Ollama and OpenRouter by the second. */
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
});
const choiceSchema = z.looseObject({
  index: z.number().nullish(),
  delta: messageSchema.nullish(),
  message: messageSchema.nullish(),
  finish_reason: z.string().nullish(),
  logprobs: z
    .looseObject({ content: z.array(z.looseObject({ logprob: z.number().nullish() })).nullish() })
    .nullish()
    .catch(null),
});
/** A whole reply, or a piece of a streamed one. */
const completionSchema = z.looseObject({
  choices: z.array(choiceSchema).nullish(),
  usage: z.looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish().catch(null),
});

/** Thinking that a model writes into its reply; templates may have opened it already, and length may cut it off. */
const thought = /^\s*(?:<(think|thinking|thought)>)?[\s\S]*?<\/(?:think|thinking|thought)>/;
const openThought = /^\s*<(?:think|thinking|thought)>[\s\S]*$/;

/** A reply put together from its pieces. */
export class Completion {
  #written = '';
  #refusal = '';
  #thoughtAloud = false;
  #finish: string | null = null;
  #logprobs = 0;
  #tokens = 0;
  #usage: { prompt: number | null; completion: number | null } = { prompt: null, completion: null };

  /** @throws BrokenReply where the piece is not of the protocol. */
  add(piece: unknown): void {
    const parsed = completionSchema.safeParse(piece);
    if (!parsed.success) throw new BrokenReply('unreadable');
    const { choices, usage } = parsed.data;
    if (usage !== null && usage !== undefined)
      this.#usage = { prompt: usage.prompt_tokens ?? null, completion: usage.completion_tokens ?? null };
    const choice = choices?.find((each) => (each.index ?? 0) === 0);
    if (choice === undefined) return;
    const message = choice.delta ?? choice.message;
    this.#written += message?.content ?? '';
    this.#refusal += message?.refusal ?? '';
    if ((message?.reasoning_content ?? message?.reasoning ?? '') !== '') this.#thoughtAloud = true;
    this.#finish = choice.finish_reason ?? this.#finish;
    for (const { logprob } of choice.logprobs?.content ?? []) {
      if (typeof logprob !== 'number') continue;
      // Servers write -9999 for "very improbable".
      this.#logprobs += Math.max(-100, Math.min(0, logprob));
      this.#tokens += 1;
    }
  }

  /** The reply without what the model thought aloud. */
  get text(): string {
    const text = this.#written.replace(thought, '').replace(openThought, '').trim();
    return text === '' ? this.#refusal.trim() : text;
  }

  /** Characters written so far, thinking included. */
  get length(): number {
    return this.#written.length;
  }

  get thinks(): boolean {
    return this.#thoughtAloud || this.#written.includes('</think') || openThought.test(this.#written);
  }

  /** Why it ended; null where the server did not say. */
  get finish(): string | null {
    return this.#finish;
  }

  /** Mean over the tokens, <= 0; null where none were given, or where they were of thinking too. */
  get logProbability(): number | null {
    return this.#tokens === 0 || this.thinks ? null : this.#logprobs / this.#tokens;
  }

  /** As the server counts; null where it does not. */
  get usage(): { readonly prompt: number | null; readonly completion: number | null } {
    return this.#usage;
  }
}
