import assert from 'node:assert/strict';

import fc from 'fast-check';

import { worthShowing } from '../../../src/minimise/choose.ts';
import { count, indices } from '../../../src/minimise/mask.ts';

const alone = (...worths: readonly number[]): { worth: (index: number) => number } => ({ worth: (index) => worths[index] ?? 0 });

describe('what is shown when nothing suffices', () => {
  it('is what is worth most, and what is worth enough beside it', () => {
    assert.deepEqual(indices(worthShowing(4, alone(0.1, 0.9, 0.5, 0.3))), [1, 2]);
  });

  it('is one span at least, however little it is worth', () => {
    assert.deepEqual(indices(worthShowing(3, alone(-2, -1, -3))), [1]);
  });

  it('is worth what it adds to those before it', () => {
    const copy = { worth: (index: number, others: number): number => (index === 2 ? 0.45 : (others & 0b11) === 0 ? 0.8 : 0.1) };
    assert.deepEqual(indices(worthShowing(3, copy)), [0, 2]);
  });

  it('is nothing of nothing, and never more than a reader takes in', () => {
    assert.equal(worthShowing(0, alone()), 0);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 25 }), (worths) => {
        const shown = worthShowing(worths.length, alone(...worths));
        assert.ok(count(shown) >= 1 && count(shown) <= 5);
      }),
    );
  });
});
