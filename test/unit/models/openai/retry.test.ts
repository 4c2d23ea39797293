import assert from 'node:assert/strict';

import fc from 'fast-check';

import { createRandom } from '../../../../src/base/random.ts';
import { backoff, retryAfter, systemClock } from '../../../../src/models/openai/retry.ts';

const now = Date.parse('2026-03-01T12:00:00Z');

describe('What a server says about when to come back', () => {
  it('reads seconds, milliseconds and dates', () => {
    assert.equal(retryAfter(new Headers({ 'retry-after': '7' }), now), 7000);
    assert.equal(retryAfter(new Headers({ 'retry-after': '0.25' }), now), 250);
    assert.equal(retryAfter(new Headers({ 'retry-after': 'Sun, 01 Mar 2026 12:00:09 GMT' }), now), 9000);
    assert.equal(retryAfter(new Headers({ 'retry-after-ms': '40', 'retry-after': '7' }), now), 40);
  });

  it('takes nothing from what is past, absent or no time', () => {
    for (const headers of [
      {},
      { 'retry-after': '0' },
      { 'retry-after': '-3' },
      { 'retry-after': 'soon' },
      { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' },
      { 'retry-after-ms': 'x' },
    ]) {
      assert.equal(retryAfter(new Headers(Object.entries(headers)), now), null);
    }
  });
});

describe('The wait between attempts', () => {
  it('is drawn from the seed, grows, and stays within bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(40), (seed, failures) => {
        const wait = backoff(failures, createRandom(seed));
        const full = Math.min(8000, 500 * 2 ** failures);
        assert.ok(wait >= full / 2 && wait <= full);
        assert.equal(wait, backoff(failures, createRandom(seed)));
      }),
    );
  });

  it('ends when the signal is aborted', async () => {
    const stop = new AbortController();
    const waiting = systemClock.sleep(1e9, stop.signal);
    stop.abort();
    await waiting;
    await systemClock.sleep(1e9, stop.signal);
  });
});
