import assert from 'node:assert/strict';

import fc from 'fast-check';

import { Paced } from '../../../src/base/paced.ts';

describe('Events that are paced', () => {
  it('are at most ten in any second, in order, and the last one is among them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 }), (gaps) => {
        let now = 0;
        const told: { readonly event: number; readonly at: number }[] = [];
        const paced = new Paced<number>(
          (event) => told.push({ event, at: now }),
          100,
          () => now,
        );
        for (const [event, gap] of gaps.entries()) {
          now += gap;
          paced.note(event);
        }
        const before = told.length;
        for (let at = 10; at < before; at += 1) assert.ok((told[at]?.at ?? 0) - (told[at - 10]?.at ?? 0) >= 1000);
        paced.end();
        assert.equal(told.at(-1)?.event, gaps.length - 1);
        assert.ok(told.every(({ event }, at) => at === 0 || event > (told[at - 1]?.event ?? 0)));
        paced.end();
        assert.equal(told.length - before <= 1, true);
      }),
    );
  });

  it('are told once their time has come, without another', async () => {
    const told: string[] = [];
    await new Promise<void>((resolve) => {
      const paced = new Paced<string>((event) => {
        told.push(event);
        if (event === 'third') resolve();
      }, 20);
      for (const event of ['first', 'second', 'third']) paced.note(event);
    });
    assert.deepEqual(told, ['first', 'third']);
  });
});
