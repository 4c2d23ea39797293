import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { formats } from '../../src/documents/formats.ts';
import { originals, textOriginals } from '../support/mutations.ts';

// npm run fuzz [-- COUNT [READER…]]: files that were damaged at random, 10,000 of each format, each read within 5 seconds and a gigabyte; it is read, or it is
// said why not, and nothing else comes of it. Exit code 1 where that is not so.

const count = Number(process.argv[2] ?? 10_000);
const only = process.argv.slice(3);
const mostMs = 5000;
const mostStartMs = 300_000;
const mostMegabytes = 1024;

const countsSchema = z.object({ read: z.int(), named: z.int(), slowest: z.number(), faults: z.array(z.string()) });
type Counts = z.infer<typeof countsSchema>;

/** Seeds `from` to `to`; one on which the thread hangs or dies ends it, and is told. */
async function run(reader: string, bytes: Uint8Array, from: number, to: number): Promise<Counts & { readonly next: number }> {
  const progress = new SharedArrayBuffer(4);
  const at = new Int32Array(progress);
  at[0] = from - 1;
  const code = `import { register } from 'tsx/esm/api'; register(); await import(${JSON.stringify(new URL('./worker.ts', import.meta.url).href)});`;
  const thread = new Worker(code, {
    eval: true,
    execArgv: ['--input-type=module'],
    workerData: { reader, bytes, from, to, progress },
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  let cleanUp = (): void => undefined;
  try {
    return await new Promise((resolve) => {
      const lost = (what: string): void => {
        const seed = Math.max(from, Atomics.load(at, 0));
        resolve({ read: 0, named: 0, slowest: 0, faults: [`seed ${seed}: ${what}`], next: seed + 1 });
      };
      let [seen, since] = [-1, performance.now()];
      const watch = setInterval(() => {
        const seed = Atomics.load(at, 0);
        if (seed !== seen) [seen, since] = [seed, performance.now()];
        // A thread that starts needs longer, on a machine that is busy.
        else if (performance.now() - since > (seed < from ? mostStartMs : mostMs)) lost(`longer than ${mostMs} ms`);
      }, 200);
      thread.on('message', (message: unknown) => {
        resolve({ ...countsSchema.parse(message), next: to });
      });
      thread.on('error', (error) => {
        lost(String(error));
      });
      cleanUp = () => {
        clearInterval(watch);
      };
    });
  } finally {
    cleanUp();
    await thread.terminate();
  }
}

const readers = new Map<string, Uint8Array>([...formats.map(({ id }) => [id, originals[id]] as const), ...textOriginals()]);
let isSound = true;
process.stdout.write(`| reader | files | read | named | slowest, ms | faults |\n|---|---|---|---|---|---|\n`);
for (const [reader, bytes] of readers) {
  if (only.length > 0 && !only.includes(reader)) continue;
  const all: Counts = { read: 0, named: 0, slowest: 0, faults: [] };
  for (let from = 0; from < count;) {
    const { read, named, slowest, faults, next } = await run(reader, bytes, from, count);
    all.read += read;
    all.named += named;
    all.slowest = Math.max(all.slowest, slowest);
    all.faults.push(...faults);
    from = next;
  }
  isSound &&= all.faults.length === 0;
  process.stdout.write(`| ${reader} | ${count} | ${all.read} | ${all.named} | ${all.slowest.toFixed(0)} | ${all.faults.length} |\n`);
  for (const fault of all.faults.slice(0, 5)) process.stdout.write(`${fault}\n`);
}
if (!isSound) process.exitCode = 1;
