import assert from 'node:assert/strict';

import { createRandom } from '../../../src/base/random.ts';
import { ablationAttribution, ablationSufficient, ablationTopK } from '../../../evaluation/baselines/ablation.ts';
import { mmr } from '../../../evaluation/baselines/mmr.ts';
import { topK } from '../../../evaluation/baselines/top-k.ts';
import { tabulated } from './brute.ts';

/** Quality on the logistic scale is additive: the surrogate can be exact. */
const additive = tabulated(6, (mask) => {
  const z = [2, -1, 0, 0, 1, 0].reduce((sum, weight, index) => sum + ((mask >>> index) & 1) * weight, -1);
  return 1 / (1 + Math.exp(-z));
});

describe('baselines', () => {
  it('top-k takes the most relevant, the earlier on ties', () => {
    assert.deepEqual(topK([0.2, 0.9, 0.9, 0.1], 3), [1, 2, 0]);
    assert.deepEqual(topK([0.2], 5), [0]);
  });

  it('MMR passes over what repeats the first', () => {
    const near = (a: number, b: number): number => (a + b === 1 ? 1 : 0);
    assert.deepEqual(mmr([0.9, 0.85, 0.5], near, 2, 0.5), [0, 2]);
    assert.deepEqual(mmr([0.9, 0.85, 0.5], near, 2, 1), [0, 1]);
  });

  it('ablation finds the effects of an additive quality, signs and order', () => {
    const { weights, evaluations } = ablationAttribution(additive, 64, createRandom(1), 0.01);
    assert.ok(Math.abs((weights[0] ?? 0) - 2) < 0.2, String(weights[0]));
    assert.ok(Math.abs((weights[1] ?? 0) + 1) < 0.2, String(weights[1]));
    assert.ok(Math.abs(weights[2] ?? 1) < 0.1);
    assert.ok(evaluations <= 64);
    assert.deepEqual(ablationTopK(additive, 64, 3, createRandom(1)).set.slice(0, 2), [0, 4]);
  });

  it('ablation silences everything under a full penalty', () => {
    assert.ok(ablationAttribution(additive, 32, createRandom(2), 1).weights.every((weight) => Math.abs(weight) < 1e-9));
  });

  it('ablation counts the checks that sufficiency costs beyond its samples', () => {
    const { set, evaluations } = ablationSufficient(additive, 32, 0.85, createRandom(1));
    assert.deepEqual(
      [...set].sort((a, b) => a - b),
      [0, 4],
    );
    assert.ok(evaluations <= 34);
    assert.equal(ablationSufficient(additive, 32, 0.999, createRandom(1)).set.length, 6);
  });

  it('is the same for the same seed', () => {
    assert.deepEqual(ablationAttribution(additive, 32, createRandom(9)), ablationAttribution(additive, 32, createRandom(9)));
  });
});
