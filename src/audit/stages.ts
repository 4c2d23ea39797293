import { throwIfCancelled } from '../base/error.ts';
import type { UsageMeter } from '../models/ports.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import { type AuditReport, type Stage, type StageName, stageNames } from '../contract/report.ts';

export interface Usage extends UsageMeter {
  readonly total: Readonly<AuditReport['usage']>;
}

/** @param price of a million tokens; 0 where not known */
export function createUsage(price = { prompt: 0, completion: 0 }): Usage {
  const total = { calls: 0, promptTokens: 0, completionTokens: 0, rounds: 0 };
  const priced = price.prompt > 0 || price.completion > 0;
  let cached = 0;
  let cost = 0;
  return {
    get total() {
      return { ...total, ...(total.calls > 0 ? { cached } : {}), ...(priced ? { cost } : {}) };
    },
    add(call) {
      total.calls += 1;
      total.promptTokens += call.promptTokens;
      total.completionTokens += call.completionTokens;
      if (call.cached === true) cached += 1;
      else cost += (call.promptTokens * price.prompt + call.completionTokens * price.completion) / 1e6;
    },
    round() {
      total.rounds += 1;
    },
  };
}

/** Runs the stages of one audit in turn, tells when each starts and ends, and keeps what each took. */
export class StageRunner {
  readonly #done = new Map<StageName, Stage>();
  readonly #usage: Usage;
  readonly #onEvent: OnAuditEvent;
  readonly #signal: AbortSignal | undefined;
  /** Of the stages that run now, the innermost last. */
  readonly #notes: string[][] = [];
  readonly #warnings = new Set<string>();

  constructor(usage: Usage, onEvent: OnAuditEvent, signal: AbortSignal | undefined) {
    this.#usage = usage;
    this.#onEvent = onEvent;
    this.#signal = signal;
  }

  /** `work` may return a note through `note`: what fell back, and why. @throws LinchpinError `cancelled`, and what `work` throws. */
  async run<T>(name: StageName, work: (note: (text: string) => void) => Promise<T> | T): Promise<T> {
    throwIfCancelled(this.#signal);
    this.#onEvent({ type: 'stage', stage: name, state: 'started' });
    const started = performance.now();
    const callsBefore = this.#usage.total.calls;
    const notes: string[] = [];
    this.#notes.push(notes);
    try {
      const result = await work((text) => notes.push(text));
      throwIfCancelled(this.#signal);
      const before = this.#done.get(name);
      // Retrieval runs twice where there are probes: both count.
      const told = [...new Set([...(before?.ran === true && before.note !== undefined ? [before.note] : []), ...notes])];
      this.#done.set(name, {
        name,
        ran: true,
        ms: (before?.ms ?? 0) + performance.now() - started,
        calls: (before?.calls ?? 0) + this.#usage.total.calls - callsBefore,
        ...(told.length === 0 ? {} : { note: told.join('; ') }),
      });
      this.#onEvent({ type: 'stage', stage: name, state: 'finished' });
      return result;
    } finally {
      this.#notes.pop();
    }
  }

  /** Adds to the notes of the stage that runs now. */
  warn(note: string): void {
    this.#notes.at(-1)?.push(note);
    this.#warnings.add(`${note.charAt(0).toUpperCase()}${note.slice(1)}.`);
  }

  /** All that `warn` was told, each once. */
  get warnings(): string[] {
    return [...this.#warnings];
  }

  skip(name: StageName, note: string): void {
    this.#done.set(name, { name, ran: false, ms: 0, calls: 0, note });
    this.#onEvent({ type: 'stage', stage: name, state: 'skipped' });
  }

  /** Every stage in pipeline order; those that were never reached say so. */
  get stages(): Stage[] {
    return stageNames.map((name) => this.#done.get(name) ?? { name, ran: false, ms: 0, calls: 0, note: 'not reached' });
  }
}
