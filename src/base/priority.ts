import { constants, setPriority } from 'node:os';

/**
 * Lets threads of other programs, and of this one, go before the calling thread, for the rest of its life. On Linux alone a thread has a
 * priority of its own; elsewhere it would be that of the process, which questions are asked of too.
 */
export function lowerPriorityOfThread(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system forbids it, it is as it was.
  }
}
