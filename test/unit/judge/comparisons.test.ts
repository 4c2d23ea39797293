import assert from 'node:assert/strict';

import fc from 'fast-check';

import { chancesOfComparisons, comparisonSignNames } from '../../../src/judge/comparisons.ts';

const signs = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), {
  minLength: comparisonSignNames.length,
  maxLength: comparisonSignNames.length,
});
const units = fc
  .array(fc.record({ ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 2 }), signs }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((all) => all.map((unit) => ({ ids: unit.ids, signs: Float32Array.from(unit.signs) })));

describe('the chance that sentences compare', () => {
  it('is one, whatever the signs, and the same in every order', () => {
    fc.assert(
      fc.property(units, (all) => {
        const chances = chancesOfComparisons(all);
        assert.ok(chances.every((chance) => chance >= 0 && chance <= 1));
        const back = chancesOfComparisons([...all].reverse()).reverse();
        chances.forEach((chance, place) => {
          assert.ok(Math.abs(chance - (back[place] ?? NaN)) < 1e-9);
        });
      }),
    );
  });

  it('goes to the likeliest of those that share a sentence, and the others have their part of it', () => {
    const likely = new Float32Array(comparisonSignNames.length);
    const unlikely = likely.slice();
    likely[comparisonSignNames.indexOf('chance')] = 3;
    likely[comparisonSignNames.indexOf('lead')] = 3;
    const [first = 0, second = 0] = chancesOfComparisons([
      { ids: ['a', 'b'], signs: likely },
      { ids: ['a'], signs: unlikely },
    ]);
    assert.ok(first > second);
  });

  it('of nothing is nothing', () => {
    assert.deepEqual(chancesOfComparisons([]), []);
  });
});
