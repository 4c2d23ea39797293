import { say } from '../base/language.ts';
import { throwIfCancelled } from '../base/error.ts';
import type { ModelCall, UsageMeter } from '../models/ports.ts';
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

/** What a stage is given beside its data: its own count of calls, and where to say what fell back. */
export interface StageScope {
  /** Calls that are made with it count for this stage; what models warn of goes to its notes. */
  readonly call: ModelCall;
  /** Tells in the report what was done in another way than usual, and why. */
  readonly note: (text: string) => void;
}

export interface StageRunnerOptions {
  readonly seed: number;
  readonly usage: Usage;
  readonly onEvent?: OnAuditEvent;
  readonly signal?: AbortSignal | undefined;
}

interface Tally {
  ran: boolean;
  ms: number;
  /** Parts under way, and since when there have been any: what overlaps is counted once. */
  parts: number;
  since: number;
  calls: number;
  readonly notes: Set<string>;
}

/**
 * Runs the stages of one audit, tells when each starts and ends, and keeps what each took. Stages may overlap: each has time, calls and
 * notes of its own. A stage that runs in several parts adds them up.
 */
export class StageRunner {
  readonly #done = new Map<StageName, Tally>();
  readonly #options: StageRunnerOptions;
  readonly #warnings = new Set<string>();

  constructor(options: StageRunnerOptions) {
    this.#options = options;
  }

  /** @throws LinchpinError `cancelled`, and what `work` throws. */
  async run<T>(name: StageName, work: (scope: StageScope) => Promise<T> | T): Promise<T> {
    const { signal } = this.#options;
    throwIfCancelled(signal);
    const tally = this.#tally(name);
    tally.parts += 1;
    if (tally.parts === 1) {
      tally.since = performance.now();
      this.#tell(name, 'started');
    }
    let calls = 0;
    const notes = new Set<string>();
    const result = await work({
      note: (text) => notes.add(text),
      call: this.#call(
        (note) => notes.add(note),
        () => {
          calls += 1;
        },
      ),
    });
    throwIfCancelled(signal);
    tally.ran = true;
    tally.parts -= 1;
    if (tally.parts === 0) tally.ms += performance.now() - tally.since;
    tally.calls += calls;
    for (const note of notes) tally.notes.add(note);
    if (tally.parts === 0) this.#tell(name, 'finished');
    return result;
  }

  skip(name: StageName, note: string): void {
    this.#tally(name).notes.add(note);
    this.#tell(name, 'skipped');
  }

  /** All that models warned of, each once, as sentences. */
  get warnings(): string[] {
    return [...this.#warnings];
  }

  /** Every stage in pipeline order; those that were never reached say so. */
  get stages(): Stage[] {
    return stageNames.map((name) => {
      const tally = this.#done.get(name);
      if (tally === undefined) return { name, ran: false, ms: 0, calls: 0, note: say`not reached` };
      const { ran, ms, calls, notes } = tally;
      return { name, ran, ms, calls, ...(notes.size === 0 ? {} : { note: [...notes].join('; ') }) };
    });
  }

  #tally(name: StageName): Tally {
    const known = this.#done.get(name) ?? { ran: false, ms: 0, parts: 0, since: 0, calls: 0, notes: new Set() };
    this.#done.set(name, known);
    return known;
  }

  #tell(stage: StageName, state: 'started' | 'finished' | 'skipped'): void {
    this.#options.onEvent?.({ type: 'stage', stage, state });
  }

  #call(note: (text: string) => void, counted: () => void): ModelCall {
    const { seed, usage, signal } = this.#options;
    return {
      seed,
      usage: {
        add: (spent) => {
          counted();
          usage.add(spent);
        },
        round: () => {
          usage.round();
        },
      },
      warn: (text) => {
        note(text);
        this.#warnings.add(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
      },
      ...(signal === undefined ? {} : { signal }),
    };
  }
}
