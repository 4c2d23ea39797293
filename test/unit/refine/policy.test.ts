import assert from 'node:assert/strict';

import fc from 'fast-check';

import { refinementFeatureNames, refinementFeatures } from '../../../src/refine/features.ts';
import { chancesOfSteps, chooseAction, policyAction, refinementWeights } from '../../../src/refine/policy.ts';
import { ruleAction } from '../../../src/refine/rule.ts';
import { refinementActions, type RefinementAction } from '../../../src/refine/types.ts';

const possible = { expanded: null, simplified: null, decomposition: null };

describe('the policy of refinement', () => {
  it('has shipped weights that fit its features', () => {
    const { policy } = refinementWeights();
    assert.equal(policy.mean.length, refinementFeatureNames.length);
    assert.equal(policy.layers[0]?.weights[0]?.length, refinementFeatureNames.length);
    assert.equal(policy.layers.at(-1)?.bias.length, refinementActions.length);
  });

  it('sees every feature within [-1, 1], also where nothing was found', () => {
    const features = refinementFeatures('How long are logs kept?', { relevances: [], texts: [] }, possible);
    assert.equal(features.length, refinementFeatureNames.length);
    assert.ok(features.every((value) => value >= -1 && value <= 1));
  });

  it('never does what cannot be done', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
          minLength: refinementFeatureNames.length,
          maxLength: refinementFeatureNames.length,
        }),
        fc.uniqueArray(fc.constantFrom<RefinementAction>('expand', 'simplify', 'decompose')),
        (features, open) => {
          const allowed = new Set<RefinementAction>(['keep', ...open]);
          const { policy, rule } = refinementWeights();
          assert.ok(allowed.has(chooseAction(features, allowed)));
          assert.ok(allowed.has(policyAction(features, allowed, policy)));
          assert.ok(allowed.has(ruleAction(features, allowed, rule)));
        },
      ),
    );
  });

  it('is a perceptron: hand-made weights choose by the feature that they look at', () => {
    const row = (size: number, at: number, value: number): number[] =>
      Array.from({ length: size }, (_, place) => (place === at ? value : 0));
    const made = {
      mean: [0, 0],
      scale: [1, 1],
      layers: [
        { weights: [row(2, 0, 5), row(2, 1, 5)], bias: [0, 0] },
        { weights: [row(2, 0, 0), row(2, 0, 1), row(2, 1, 1), row(2, 0, -9)], bias: [0.1, 0, 0, 0] },
      ],
    };
    const all = new Set(refinementActions);
    assert.equal(policyAction([0, 0], all, made), 'keep');
    assert.equal(policyAction([1, 0], all, made), 'expand');
    assert.equal(policyAction([0, 1], all, made), 'simplify');
    assert.equal(policyAction([0, 1], new Set(['keep', 'expand']), made), 'keep');
  });

  it('trusts answers in steps more, the surer the steps are and where the whole question gives the same', () => {
    for (const kind of ['bridge', 'sides'] as const) {
      const chance = (steps: number, agrees: boolean): number => chancesOfSteps({ kind, steps, direct: 0.4, agrees }).steps;
      assert.ok(chance(0.5, false) > chance(0.05, false));
      assert.ok(chance(0.3, true) > chance(0.3, false));
    }
  });
});
