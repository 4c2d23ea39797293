import assert from 'node:assert/strict';

import { exactInterval, upperBound } from '../../../evaluation/claims/binomial.ts';

describe('exact bounds', () => {
  it('match the published values', () => {
    assert.ok(Math.abs(upperBound(0, 59) - 0.0495) < 0.0005);
    const { low, high } = exactInterval(5, 20);
    assert.ok(Math.abs(low - 0.0866) < 0.0005 && Math.abs(high - 0.491) < 0.0005);
    assert.equal(upperBound(0, 0), 1);
    assert.deepEqual(exactInterval(0, 0), { low: 0, high: 1 });
  });
});
