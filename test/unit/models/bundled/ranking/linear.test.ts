import assert from 'node:assert/strict';

import fc from 'fast-check';

import { probabilities } from '../../../../../src/models/bundled/ranking/linear.ts';

describe('the ranker: probabilities', () => {
  it('gives probabilities, and none for no rows', () => {
    const weights = { mean: [0], scale: [1], weights: [1], bias: 0 };
    assert.deepEqual(probabilities(weights, []), []);
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true }), { minLength: 1 }), (values) => {
        for (const chance of probabilities(
          weights,
          values.map((value) => Float32Array.of(value)),
        ))
          assert.ok(chance >= 0 && chance <= 1);
      }),
    );
  });
});
