import { cancelled, LinchpinError, throwIfCancelled } from '../base/error.ts';
import type { ChatModel, ChatReply, ChatRequest } from './chat/chat-model.ts';
import type { ModelCall, UsageMeter } from './ports.ts';
import { estimateTokens } from './tokens.ts';

/** What one audit may spend on language models. */
export interface BudgetLimits {
  readonly calls: number;
  /** Prompts and replies together. */
  readonly tokens: number;
  /** From the first call on. */
  readonly seconds: number;
  /** Calls at once. Default 8. */
  readonly concurrency?: number;
}

/** The budget of one audit, shared by all models that it is put around. Made anew for each audit. */
export class Budget {
  readonly #limits: Required<BudgetLimits>;
  readonly #now: () => number;
  #started: number | null = null;
  #calls = 0;
  #tokens = 0;
  /** Of calls under way: their prompts and the most that they may reply. */
  #reserved = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param now milliseconds */
  constructor(limits: BudgetLimits, now: () => number = () => performance.now()) {
    this.#limits = { concurrency: 8, ...limits };
    this.#now = now;
  }

  /** What has been spent. Kept replies cost nothing. */
  get spent(): { readonly calls: number; readonly tokens: number } {
    return { calls: this.#calls, tokens: this.#tokens };
  }

  /**
   * Runs one call, when fewer than `concurrency` are under way.
   * @param tokens the most that the call may use
   * @throws LinchpinError `model-budget-exhausted` before a call that would pass a limit, and when the time runs out within one; `cancelled`.
   */
  async run<T>(tokens: number, call: ModelCall, work: (call: ModelCall) => Promise<T>): Promise<T> {
    await this.#enter(call.signal);
    try {
      throwIfCancelled(call.signal);
      this.#started ??= this.#now();
      const leftMs = 1000 * this.#limits.seconds - (this.#now() - this.#started);
      if (leftMs <= 0) throw exhausted(`${this.#limits.seconds} seconds`);
      if (this.#calls + 1 > this.#limits.calls) throw exhausted(`${this.#limits.calls} calls`);
      if (this.#tokens + this.#reserved + tokens > this.#limits.tokens) throw exhausted(`${this.#limits.tokens} tokens`);
      this.#calls += 1;
      this.#reserved += tokens;
      try {
        return await this.#within(leftMs, call, work);
      } finally {
        this.#reserved -= tokens;
      }
    } finally {
      this.#leave();
    }
  }

  async #within<T>(leftMs: number, call: ModelCall, work: (call: ModelCall) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(
      () => {
        late.abort();
      },
      Math.min(leftMs, 2 ** 31 - 1),
    );
    const signal = call.signal === undefined ? late.signal : AbortSignal.any([call.signal, late.signal]);
    try {
      return await work({ ...call, signal, usage: this.#meter(call.usage) });
    } catch (error) {
      if (late.signal.aborted && call.signal?.aborted !== true) throw exhausted(`${this.#limits.seconds} seconds`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #meter(outer: UsageMeter | undefined): UsageMeter {
    let counted = true;
    return {
      add: (spent) => {
        outer?.add(spent);
        if (spent.cached === true) {
          if (counted) this.#calls -= 1;
          counted = false;
        } else this.#tokens += spent.promptTokens + spent.completionTokens;
      },
      round: () => outer?.round(),
    };
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    if (this.#running < this.#limits.concurrency) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', give);
        this.#running += 1;
        resolve();
      };
      const give = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(cancelled());
      };
      if (signal?.aborted === true) reject(cancelled());
      else {
        this.#waiting.push(enter);
        signal?.addEventListener('abort', give, { once: true });
      }
    });
  }

  #leave(): void {
    this.#running -= 1;
    this.#waiting.shift()?.();
  }
}

function exhausted(what: string): LinchpinError {
  return new LinchpinError(
    'model-budget-exhausted',
    `The audit has used its budget of ${what} for language models.`,
    'Raise linchpin.models.budget in the settings, or choose a faster preset.',
  );
}

/** A chat model within a budget. */
export function withBudget(model: ChatModel, budget: Budget): ChatModel {
  return {
    get identity() {
      return model.identity;
    },
    complete: async (request: ChatRequest, call: ModelCall): Promise<ChatReply> => {
      const prompt = estimateTokens(request.messages.map((message) => message.content).join('\n'));
      return await budget.run(prompt + request.maxTokens, call, (within) => model.complete(request, within));
    },
  };
}
