import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';

import { LinchpinError } from '../../../src/base/error.ts';
import { NotReadable } from '../../../src/documents/not-readable.ts';
import { ReaderThreads } from '../../../src/documents/reader-threads.ts';

/** A reader that does what it is told: hangs, fills its memory, dies, or answers. */
const code = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (what) => {
  parentPort.postMessage({ at: 'began' });
  if (what === 'hang') for (;;);
  if (what === 'fill') for (let all = [];;) all.push(new Array(100000).fill(all.length));
  if (what === 'throw') throw new Error('no');
  if (what === 'exit') process.exit(1);
  parentPort.postMessage({ at: 'parsed' });
  if (what !== 'silent') parentPort.postMessage({ said: what });
});`;
const start = (): Worker => new Worker(code, { eval: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 24 } });

async function outcome(asked: Promise<unknown>): Promise<string> {
  return await asked.then(
    (reply) => JSON.stringify(reply),
    (error: unknown) => {
      if (error instanceof NotReadable) return `${error.leftOut}: ${error.message}`;
      return error instanceof LinchpinError ? error.code : String(error);
    },
  );
}

describe('Threads that read files', function () {
  this.timeout(60_000);

  let readers: ReaderThreads;
  beforeEach(() => {
    readers = new ReaderThreads(start, 2);
  });
  afterEach(() => readers.close());

  it('name a file that hangs, fills memory or kills its reader, and read all the others', async () => {
    const files = ['a', 'hang', 'b', 'fill', 'c', 'throw', 'd', 'exit', 'e', 'hang', 'hang', 'f'];
    const told = await Promise.all(files.map((what) => outcome(readers.ask(what, { ms: 100 }))));
    const advice = 'cut it into several files, or leave it out (setting linchpin.index.exclude)';
    const expected: Record<string, string> = {
      hang: `over-limit: it took longer than 0 seconds to read: ${advice}`,
      fill: `over-limit: it needs more than 512 MB of memory to read: ${advice}`,
      throw: 'damaged: it made its reader fail: save it again with the program that made it',
      exit: 'over-limit: its reader stopped',
    };
    // To fill memory may take longer than the time: either limit names it.
    for (const [at, what] of files.entries())
      if (what === 'fill') assert.match(told[at] ?? '', /^over-limit: it /);
      else assert.equal(told[at], expected[what] ?? JSON.stringify({ said: what }), what);
  });

  it('name a file that fills memory by that', async () => {
    assert.match(await outcome(readers.ask('fill', { ms: 600_000 })), /^over-limit: it needs more than \d+ MB of memory to read: cut/);
  });

  it('count no time but that of reading', async () => {
    const abort = new AbortController();
    const silenced = new Promise<number>((resolve) => {
      const alarm = (ms: number) => (): void => {
        resolve(ms);
      };
      void outcome(readers.ask('silent', { ms: 5, alarm, signal: abort.signal }));
    });
    assert.equal(await silenced, 5, 'once it is read, though no reply has come');
    abort.abort();
  });

  it('stop when it is cancelled, also what has waited, and read on afterwards', async () => {
    const abort = new AbortController();
    const running = ['hang', 'hang'].map((what) => outcome(readers.ask(what, { ms: 600_000, signal: abort.signal })));
    const waiting = outcome(readers.ask('a', { ms: 600_000, signal: abort.signal }));
    const other = outcome(readers.ask('b', { ms: 600_000 }));
    abort.abort();
    assert.deepEqual(await Promise.all([...running, waiting]), ['cancelled', 'cancelled', 'cancelled']);
    assert.equal(await other, '{"said":"b"}');
    assert.equal(await outcome(readers.ask('c', { ms: 600_000, signal: abort.signal })), 'cancelled');
  });

  it('are gone when they are closed', async () => {
    const hanging = outcome(readers.ask('hang', { ms: 600_000 }));
    await readers.close();
    assert.match(await hanging, /reader stopped/);
    assert.equal(await outcome(readers.ask('a', { ms: 600_000 })), 'cancelled');
  });
});
