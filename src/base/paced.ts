/** Hands on the newest of many events in each stretch of time, and the last one always. */
export class Paced<T> {
  readonly #tell: (event: T) => void;
  readonly #everyMs: number;
  readonly #now: () => number;
  #toldAt = -Infinity;
  #waiting: { readonly event: T } | null = null;
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param everyMs the stretch, milliseconds: ten events a second by default
   * @param now milliseconds; a parameter so that a test need not wait
   */
  constructor(tell: (event: T) => void, everyMs = 100, now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#everyMs = everyMs;
    this.#now = now;
  }

  note(event: T): void {
    const left = this.#toldAt + this.#everyMs - this.#now();
    this.#waiting = { event };
    if (left <= 0) this.#handOn();
    else if (this.#timer === null) {
      this.#timer = setTimeout(() => {
        this.#handOn();
      }, left);
      // No process stays for it.
      this.#timer.unref();
    }
  }

  /** Hands on what waits still. */
  end(): void {
    this.#handOn();
  }

  #handOn(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting === null) return;
    const { event } = this.#waiting;
    this.#waiting = null;
    this.#toldAt = this.#now();
    this.#tell(event);
  }
}
