import { Worker } from 'node:worker_threads';

import { liveness } from '../base/long-work.ts';

/** Names the file descriptor that the beats go to. */
export const pulseVariable = 'LINCHPIN_PULSE_FD';

/** How often the main loop says that it turns, and how often the thread passes that on, milliseconds. */
const turnMs = 500;
const beatMs = 1000;

/**
 * Plain JavaScript, so that the thread needs nothing but Node. A thread beats however busy the main loop is, and stops when the whole
 * process does. Where nobody listens any more the process ends, after it had the time to end by itself: it may hang.
 */
const source = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { fd, liveness, beatMs, closingMs } = workerData;
const beat = () => {
  try {
    writeSync(fd, Atomics.load(liveness, 0) + ' ' + Atomics.load(liveness, 1) + '\\n');
  } catch (error) {
    if (error.code === 'EAGAIN') return;
    clearInterval(timer);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), closingMs);
  }
};
const timer = setInterval(beat, beatMs);
beat();
`;

/**
 * Tells the parent once a second that the process lives, how often its main loop has turned, and how much long work goes on.
 * @param closingMs how long the process may take to end by itself once its parent is gone
 */
export function startPulse(environment: NodeJS.ProcessEnv, closingMs: number): void {
  const fd = Number(environment[pulseVariable] ?? '');
  if (!Number.isInteger(fd) || fd < 3) return;
  // No process that this one starts has that descriptor.
  Reflect.deleteProperty(environment, pulseVariable);
  // All is loaded that the program begins with.
  Atomics.add(liveness, 0, 1);
  setInterval(() => Atomics.add(liveness, 0, 1), turnMs).unref();
  new Worker(source, {
    eval: true,
    execArgv: [],
    workerData: { fd, liveness, beatMs, closingMs },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, codeRangeSizeMb: 16, stackSizeMb: 1 },
  }).unref();
}
