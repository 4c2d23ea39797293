import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

describe('The priority of a thread in the background', () => {
  it('is lower than that of the thread that started it, which keeps its own', async function () {
    if (process.platform !== 'linux') this.skip();
    const before = getPriority();
    const source = new URL('../../../src/base/priority.ts', import.meta.url).href;
    const thread = new Worker(
      `import { register } from 'tsx/esm/api';
      import { getPriority } from 'node:os';
      import { parentPort } from 'node:worker_threads';
      register();
      const { lowerPriorityOfThread } = await import(${JSON.stringify(source)});
      lowerPriorityOfThread();
      parentPort.postMessage(getPriority());`,
      { eval: true, execArgv: ['--input-type=module'] },
    );
    const [there] = (await once(thread, 'message')) as unknown[];
    await thread.terminate();
    assert.ok(typeof there === 'number' && (there > before || before >= 10), `${String(there)} in the thread, ${before} outside`);
    assert.equal(getPriority(), before);
  });
});
