import type { ModelCall } from '../ports.ts';

/**
 * Runs calls at once, results in order. The first that fails stops the others, and when it is thrown all have ended: nothing goes on
 * spending behind the back of whoever asked.
 * @throws what the first call that failed threw
 */
export async function together<T>(call: ModelCall, works: readonly ((call: ModelCall) => Promise<T>)[]): Promise<T[]> {
  const stop = new AbortController();
  const signal = call.signal === undefined ? stop.signal : AbortSignal.any([call.signal, stop.signal]);
  const running = works.map(async (work) => {
    try {
      return await work({ ...call, signal });
    } catch (error) {
      stop.abort();
      throw error;
    }
  });
  try {
    return await Promise.all(running);
  } catch (error) {
    await Promise.allSettled(running);
    throw error;
  }
}
