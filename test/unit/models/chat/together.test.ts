import assert from 'node:assert/strict';

import { cancelled } from '../../../../src/base/error.ts';
import { together } from '../../../../src/models/chat/together.ts';
import type { ModelCall } from '../../../../src/models/ports.ts';

const untilStopped = async (call: ModelCall): Promise<never> => {
  await new Promise<void>((resolve) =>
    call.signal?.addEventListener('abort', () => {
      resolve();
    }),
  );
  throw cancelled();
};

describe('Calls at once', () => {
  it('give their results in order', async () => {
    const after = (turns: number, value: string) => async (): Promise<string> => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      return value;
    };
    assert.deepEqual(await together({ seed: 1 }, [after(9, 'a'), after(1, 'b'), after(5, 'c')]), ['a', 'b', 'c']);
    assert.deepEqual(await together({ seed: 1 }, []), []);
  });

  it('are stopped by the first that fails, whose error is thrown when all have ended', async () => {
    let ended = 0;
    const other = async (call: ModelCall): Promise<never> => {
      try {
        return await untilStopped(call);
      } finally {
        ended += 1;
      }
    };
    await assert.rejects(together({ seed: 1 }, [other, () => Promise.reject(new Error('the first')), other]), /the first/);
    assert.equal(ended, 2);
  });

  it('are cancelled together, and leave the signal of the caller alone', async () => {
    const stop = new AbortController();
    const running = together({ seed: 1, signal: stop.signal }, [untilStopped, untilStopped]);
    stop.abort();
    await assert.rejects(running, { code: 'cancelled' });
    const own = new AbortController();
    await assert.rejects(together({ seed: 1, signal: own.signal }, [() => Promise.reject(new Error('no'))]));
    assert.equal(own.signal.aborted, false);
  });
});
