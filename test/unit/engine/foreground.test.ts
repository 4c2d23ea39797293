import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

import { createEngine } from '../../../src/engine/engine.ts';
import { Foreground } from '../../../src/engine/foreground.ts';
import { hostNotifications, requests } from '../../../src/engine/protocol.ts';
import { serve } from '../../../src/engine/server.ts';

/** Longer than any test: what must not be waited for shows as a test that never ends. */
const never = 10_000_000;

/** Whether a step in the background still waits after some turns of the event loop. */
async function waits(step: Promise<void>): Promise<boolean> {
  let ended = false;
  void step.then(() => {
    ended = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  return !ended;
}

describe('Work in the background', () => {
  it('goes on at once when nobody waits for anything', async () => {
    await new Foreground({ typingMs: never, longestMs: never }).free();
  });

  it('waits for all that a user waits for, however it ends', async () => {
    const foreground = new Foreground({ typingMs: never, longestMs: never });
    let answer: () => void = () => undefined;
    const asked = foreground.during(() => new Promise<void>((resolve) => (answer = resolve)));
    const failed = foreground.during(() => Promise.reject(new Error('no')));
    const step = foreground.free();
    await assert.rejects(failed, /no/);
    assert.ok(await waits(step));
    answer();
    await asked;
    await step;
    assert.equal(foreground.isBusy, false);
  });

  it('waits while somebody types, for a while after the last key', async () => {
    const foreground = new Foreground({ typingMs: 5, longestMs: never });
    foreground.typed();
    foreground.typed();
    assert.equal(foreground.isBusy, true);
    await foreground.free();
    assert.equal(foreground.isBusy, false);
  });

  it('goes on after the longest wait though somebody types on, and when it is cancelled', async () => {
    const foreground = new Foreground({ typingMs: never, longestMs: 1 });
    foreground.typed();
    await foreground.free();
    const patient = new Foreground({ typingMs: never, longestMs: never });
    patient.typed();
    const abort = new AbortController();
    const step = patient.free(abort.signal);
    assert.ok(await waits(step));
    abort.abort();
    await step;
    await patient.free(abort.signal);
    assert.equal(patient.isBusy, true);
  });

  it('hears of the typing from the host', async () => {
    const [there, back] = [new PassThrough(), new PassThrough()];
    const engine = createEngine();
    const engineSide = createMessageConnection(new StreamMessageReader(there), new StreamMessageWriter(back));
    const host = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
    try {
      serve(engineSide, engine);
      engineSide.listen();
      host.listen();
      await host.sendNotification(hostNotifications.typed.method, {});
      // Messages keep their order.
      await host.sendRequest(requests.onnxModels.method, {});
      assert.equal(engine.foreground.isBusy, true);
    } finally {
      host.dispose();
      engineSide.dispose();
      await engine.close();
    }
  });
});
