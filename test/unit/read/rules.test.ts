import assert from 'node:assert/strict';

import { isExclusive, reachOf, rulesIn } from '../../../src/read/rules.ts';

describe('the rules of a sentence', () => {
  const said = (text: string): [string, string][] => rulesIn(text).map(({ force, start, end }) => [force, text.slice(start, end)]);

  it('are words of obligation and facts that forbid', () => {
    assert.deepEqual(said('Dogs may stay, but not in the shop.'), [
      ['may', 'may'],
      ['must not', 'but not'],
    ]);
    assert.deepEqual(said('Swapping them is not acceptable.'), [['must not', 'is not acceptable']]);
    assert.deepEqual(said('Tap water is allowed, softened water is not.'), [
      ['may', 'is allowed'],
      ['must not', 'is not'],
    ]);
  });

  it('are none of a condition or of somebody who is described', () => {
    assert.deepEqual(said('Ring us if the lamp does not light.'), [['must', '']]);
    assert.deepEqual(said('A member who does not pay leaves.'), []);
  });

  it('reach to the next one, or back to the beginning of the clause that they end', () => {
    const text = 'Sheep may graze there; cattle may not, as they are heavy.';
    const rules = rulesIn(text);
    assert.deepEqual(
      rules.map((rule) => text.slice(...reachOf(text, rule, rules)).trim()),
      ['graze there', 'cattle'],
    );
  });

  it('are exclusive in their own clause', () => {
    const text = 'You may go up at any time, but may go down only in May.';
    assert.equal(isExclusive(text, text.indexOf('may')), false);
    assert.equal(isExclusive(text, text.lastIndexOf('may')), true);
    assert.equal(isExclusive(text), true);
  });
});
