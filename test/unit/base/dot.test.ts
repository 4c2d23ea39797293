import assert from 'node:assert/strict';

import { dot } from '../../../src/base/dot.ts';

describe('the dot product', () => {
  it('is of what both vectors have', () => {
    assert.equal(dot(Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)), 32);
    assert.equal(dot(Float32Array.of(1, 2), Float32Array.of(4, 5, 6)), 14);
    assert.equal(dot(new Float32Array(), Float32Array.of(1)), 0);
  });
});
