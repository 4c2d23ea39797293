import assert from 'node:assert/strict';

import fc from 'fast-check';

import { logistic, logit, softmax } from '../../../src/inference/calibration.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const value = fc.double({ min: -700, max: 700, noNaN: true });

describe('calibration', () => {
  it('turns log-odds back into the chance that they are of, but for the ends', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.002, max: 0.998, noNaN: true }), (own) => {
        assert.ok(Math.abs(logistic(logit(own)) - own) < 1e-9);
      }),
    );
    for (const end of [0, 1]) assert.ok(Number.isFinite(logit(end)));
  });

  it('keeps the order of chances, and their middle', () => {
    fc.assert(
      fc.property(chance, chance, (a, b) => {
        if (a <= b) assert.ok(logit(a) <= logit(b));
      }),
    );
    assert.equal(logit(0.5), 0);
    assert.equal(logistic(0), 0.5);
  });

  it('gives chances that sum to 1, in the order of their log-odds', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        const chances = softmax(values);
        assert.ok(Math.abs(chances.reduce((sum, own) => sum + own, 0) - 1) < 1e-9);
        for (const [place, own] of values.entries())
          for (const [other, further] of values.entries()) if (own <= further) assert.ok((chances[place] ?? 0) <= (chances[other] ?? 0));
      }),
    );
  });
});
