/** Turns of the main loop, and pieces of long work that go on: a thread of its own reads them (`src/engine/pulse.ts`). */
export const liveness = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));

/** While it goes on the main loop may stand still for long: large documents are parsed, native code is loaded. */
export async function longWork<T>(work: () => Promise<T>): Promise<T> {
  Atomics.add(liveness, 1, 1);
  try {
    return await work();
  } finally {
    Atomics.sub(liveness, 1, 1);
  }
}
