import assert from 'node:assert/strict';

import fc from 'fast-check';

import { isWithoutSet } from '../../../src/contract/rejected.ts';

const span = fc.constantFrom('a', 'b', 'c', 'd');
const set = fc.uniqueArray(span, { minLength: 1 });

describe('An answer whose evidence was rejected', () => {
  it('falls when the only set loses a sentence, and stands while another set is whole', () => {
    const rejected = (...ids: string[]) => ids.includes.bind(ids);
    assert.equal(isWithoutSet(['a'], [['a']], rejected('a')), true);
    assert.equal(isWithoutSet(['a', 'b'], [['a', 'b']], rejected('b')), true);
    assert.equal(isWithoutSet(['a'], [['a'], ['b']], rejected('a')), false);
    assert.equal(isWithoutSet(['a'], [['a'], ['b']], rejected('a', 'b')), true);
    assert.equal(isWithoutSet([], [], rejected('a')), false);
  });

  it('never stands again as more is rejected, and is never touched by what it does not rest on', () => {
    fc.assert(
      fc.property(set, fc.array(set), fc.uniqueArray(span), fc.uniqueArray(span), (own, sets, some, more) => {
        const falls = (ids: readonly string[]): boolean => isWithoutSet(own, sets, (id) => ids.includes(id));
        if (falls(some)) assert.ok(falls([...some, ...more]));
        assert.equal(falls(some.filter((id) => !own.includes(id))), false);
      }),
    );
  });
});
