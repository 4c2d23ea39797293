import type { Readable } from 'node:stream';

/** How long what may last, milliseconds. */
export interface PulseBounds {
  /** No beat at all: the process is stopped, or hangs in all of its threads. */
  readonly silentMs: number;
  /** Beats, and a main loop that does not turn. */
  readonly busyMs: number;
  /** The same while work goes on that is known to hold the loop up. */
  readonly longMs: number;
  /** From the start to the first beat, and to the first turn. */
  readonly startMs: number;
}

/** A hang is ended, and the engine is there again, within ten seconds. A document may take two minutes (docs/formats.md). */
export const usualBounds: PulseBounds = { silentMs: 5000, busyMs: 7000, longMs: 180_000, startMs: 60_000 };

const lookMs = 500;
/** A look that comes so late says that this process itself stood still, or the machine slept: nothing is known of the other. */
const lateMs = 2000;
/** No beat for so long, and it is no use to ask the process to end by itself. */
const quietMs = 2500;

/** Watches the beats of a process (`startPulse`), and says once that it hangs. */
export class PulseWatch {
  readonly #bounds: PulseBounds;
  readonly #timer: NodeJS.Timeout;
  #beatAt = performance.now();
  #turnAt = performance.now();
  #lookAt = performance.now();
  #turns = -1;
  #long = 0;
  #rest = '';

  constructor(input: Readable, onHang: (what: 'silent' | 'busy') => void, bounds: PulseBounds) {
    this.#bounds = bounds;
    input.setEncoding('utf8');
    input.on('data', (chunk: string) => {
      this.#hear(chunk);
    });
    // It ends with the process, which is told elsewhere.
    input.on('error', () => undefined);
    this.#timer = setInterval(() => {
      const what = this.#look();
      if (what === null) return;
      this.stop();
      onHang(what);
    }, lookMs);
    this.#timer.unref();
  }

  /** It has beaten: from then on it is known soon when it hangs. */
  get isHeard(): boolean {
    return this.#turns >= 0;
  }

  /** It was heard, and then not for a while. */
  get isSilent(): boolean {
    return this.isHeard && performance.now() - this.#beatAt > quietMs;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #hear(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, 100);
    for (const line of lines) {
      const [, turns, long] = /^(\d+) (\d+)$/.exec(line) ?? [];
      if (turns === undefined) continue;
      const now = performance.now();
      this.#beatAt = now;
      if (Number(turns) !== this.#turns) this.#turnAt = now;
      this.#turns = Number(turns);
      this.#long = Number(long);
    }
  }

  #look(): 'silent' | 'busy' | null {
    const now = performance.now();
    const isLate = now - this.#lookAt > lateMs;
    this.#lookAt = now;
    if (isLate) {
      this.#beatAt = now;
      this.#turnAt = now;
      return null;
    }
    const { silentMs, busyMs, longMs, startMs } = this.#bounds;
    if (now - this.#beatAt > (this.#turns < 0 ? startMs : silentMs)) return 'silent';
    return now - this.#turnAt > (this.#turns <= 0 ? startMs : this.#long > 0 ? longMs : busyMs) ? 'busy' : null;
  }
}
