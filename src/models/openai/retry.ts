import type { Random } from '../../base/random.ts';

const firstWaitMs = 500;
const longestWaitMs = 8000;

/** Time, as far as waiting between attempts needs it. Tests give one that does not wait. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
    }),
};

/**
 * How long a server asks to be left alone: `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110, 10.2.3).
 * @param now milliseconds since the epoch
 * @returns milliseconds, > 0; null where the server does not say, or says a time that has passed
 */
export function retryAfter(headers: Headers, now: number): number | null {
  const positive = (ms: number): number | null => (Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : null);
  const inMs = headers.get('retry-after-ms')?.trim() ?? '';
  if (inMs !== '') return positive(Number(inMs));
  const written = headers.get('retry-after')?.trim() ?? '';
  if (written === '') return null;
  const seconds = Number(written);
  return positive(Number.isNaN(seconds) ? Date.parse(written) - now : seconds * 1000);
}

/**
 * The wait before the next attempt where the server names none: doubling, with jitter, so that calls that failed together do not come
 * back together.
 * @param failures attempts that failed before, >= 0
 * @returns milliseconds, between half and all of the doubled wait
 */
export function backoff(failures: number, random: Random): number {
  const full = Math.min(longestWaitMs, firstWaitMs * 2 ** failures);
  return Math.round(full * (0.5 + 0.5 * random.next()));
}
