import assert from 'node:assert/strict';

import fc from 'fast-check';

import { sharedByLonger, shinglesOf } from '../../../src/text/shingles.ts';

const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/u), { minLength: 6, maxLength: 60 });

describe('What two texts share', () => {
  it('is all for a text and itself in other case and layout, and the same either way round', () => {
    fc.assert(
      fc.property(words, words, (own, other) => {
        const [a, b] = [shinglesOf(own.join(' ')), shinglesOf(other.join(' '))];
        assert.equal(sharedByLonger(a, shinglesOf(`# ${own.join(',\n').toUpperCase()}!`)), 1);
        assert.equal(sharedByLonger(a, b), sharedByLonger(b, a));
        assert.ok(sharedByLonger(a, b) >= 0 && sharedByLonger(a, b) <= 1);
      }),
    );
  });

  it('is little for an excerpt of a long text, and nothing for fewer than five words', () => {
    const numbers = Array.from({ length: 1000 }, (_, at) => `w${at}`);
    const whole = shinglesOf(numbers.join(' '));
    assert.ok(sharedByLonger(whole, shinglesOf(numbers.slice(100, 160).join(' '))) < 0.1);
    assert.ok(sharedByLonger(whole, shinglesOf(numbers.slice(0, 600).join(' '))) > 0.5);
    assert.equal(sharedByLonger(shinglesOf('one two three four'), shinglesOf('one two three four')), 0);
  });
});
