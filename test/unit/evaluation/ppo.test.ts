import assert from 'node:assert/strict';

import { createRandom } from '../../../src/base/random.ts';
import { Network } from '../../../training/refinement/network.ts';
import { chancesOf, type Situation, trainPpo } from '../../../training/refinement/ppo.ts';

describe('proximal policy optimisation over a table', function () {
  this.timeout(30_000);

  /** The best action is told by the first feature; the third is never possible. */
  const situations = Array.from({ length: 60 }, (_, place): Situation => {
    const sign = place % 2 === 0 ? 1 : -1;
    return { features: [sign, (place % 7) / 7], rewards: [sign > 0 ? 0.8 : 0.2, sign > 0 ? 0.3 : 0.7, null] };
  });
  const options = { iterations: 40, hidden: 8, clip: 0.2, rate: 0.01, entropy: 0.01, batch: 16, passes: 4 };

  it('learns which action is best where, and never takes one that is not possible', () => {
    const policy = trainPpo(situations, 3, options, createRandom(3), () => undefined);
    for (const { features, rewards } of situations) {
      const chances = chancesOf(policy.output(features), rewards);
      assert.equal(chances[2], 0);
      const best = (rewards[0] ?? 0) > (rewards[1] ?? 0) ? 0 : 1;
      assert.ok((chances[best] ?? 0) > 0.7, `${String(features)}: ${String(chances)}`);
    }
  });

  it('is the same again from the same seed', () => {
    const once = trainPpo(situations, 3, { ...options, iterations: 3 }, createRandom(5), () => undefined);
    const again = trainPpo(situations, 3, { ...options, iterations: 3 }, createRandom(5), () => undefined);
    assert.deepEqual(once.layers, again.layers);
  });

  it('follows gradients that finite differences confirm', () => {
    const network = new Network([2, 4, 2], createRandom(9));
    const input = [0.3, -0.8];
    const loss = (): number => network.output(input).reduce((sum, value, place) => sum + (place + 1) * value * value, 0);
    const gradients = network.zeros();
    const outputs = network.forward(input);
    network.backward(
      outputs,
      (outputs.at(-1) ?? []).map((value, place) => 2 * (place + 1) * value),
      gradients,
    );
    const row = network.layers[0]?.weights[1];
    assert.ok(row !== undefined);
    const before = row[0] ?? 0;
    const step = 1e-5;
    row[0] = before + step;
    const above = loss();
    row[0] = before - step;
    const below = loss();
    row[0] = before;
    // The first layer's gradients stand row by row: two inputs each.
    assert.ok(Math.abs((above - below) / (2 * step) - (gradients[0]?.[2] ?? 0)) < 1e-4);
  });
});
