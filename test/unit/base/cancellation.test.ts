import assert from 'node:assert/strict';

import { CancellationTokenSource } from 'vscode-jsonrpc/node';

import { withSignal, withToken } from '../../../src/base/cancellation.ts';

describe('Cancellation between tokens and signals', () => {
  it('aborts the signal with the token, before the work or during it', async () => {
    const source = new CancellationTokenSource();
    await withSignal(source.token, (signal) => {
      assert.equal(signal.aborted, false);
      source.cancel();
      assert.ok(signal.aborted);
      return Promise.resolve();
    });
    assert.ok(await withSignal(source.token, (signal) => Promise.resolve(signal.aborted)));
  });

  it('cancels the token with the signal, before the work or during it', async () => {
    const abort = new AbortController();
    await withToken(new CancellationTokenSource(), abort.signal, (token) => {
      assert.ok(!token.isCancellationRequested);
      abort.abort();
      assert.ok(Reflect.get(token, 'isCancellationRequested'));
      return Promise.resolve();
    });
    const again = await withToken(new CancellationTokenSource(), abort.signal, (token) => Promise.resolve(token.isCancellationRequested));
    assert.ok(again);
  });

  it('lets go of the source when the work ends, however it ends', async () => {
    let disposed = 0;
    const source = { token: null, cancel: () => assert.fail('cancelled after the end'), dispose: () => (disposed += 1) };
    const abort = new AbortController();
    assert.equal(await withToken(source, abort.signal, () => Promise.resolve(7)), 7);
    await assert.rejects(withToken(source, abort.signal, () => Promise.reject(new Error('no'))));
    abort.abort();
    assert.equal(disposed, 2);
  });
});
