import assert from 'node:assert/strict';

import fc from 'fast-check';

import { probabilities, withPlaces } from '../../../../../src/models/bundled/ranking/linear.ts';

describe('the ranker: places and probabilities', () => {
  it('adds to each column what place the row has by it: the largest first, equals in their order', () => {
    const wide = withPlaces([Float32Array.of(1, 5), Float32Array.of(3, 5), Float32Array.of(2, 7)]);
    const shares = wide.map((row) => [...row].slice(2).map((value) => Number(value.toFixed(3))));
    assert.deepEqual(shares, [
      [0.333, 0.5],
      [1, 0.333],
      [0.5, 1],
    ]);
  });

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
