import assert from 'node:assert/strict';

import { relateScopes, scopeTermsIn } from '../../../src/text/scope.ts';

function terms(text: string): string[] {
  return scopeTermsIn(text).map(({ kind, value }) => `${kind} ${value}`);
}

describe('scope', () => {
  const read: readonly (readonly [text: string, terms: readonly string[]])[] = [
    ['At AAL2 it is optional.', ['aal 2']],
    ['AAL2 and AAL3', ['aal 2', 'aal 3']],
    ['levels 2 and 3', ['level 2', 'level 3']],
    ['Identity Assurance Level II', ['level 2']],
    ['4.3 Authenticator Assurance Level 3', ['aal 3', 'level 3']],
    ['It costs the group 180 pounds.', []],
    ['RFC 3660: a crate', ['rfc 3660']],
    ['as of v5.0 and version 4.0.3', ['version 5.0', 'version 4.0.3']],
    ['after an amber data incident', ['red|amber|yellow|green amber']],
    ['a strength of STRONG', ['weak|fair|strong|superior|unacceptable strong']],
    ['a strong wind', []],
    ['Nothing of the kind.', []],
  ];
  for (const [text, expected] of read) {
    it(`reads "${text}"`, () => {
      assert.deepEqual(terms(text), expected);
    });
  }

  it('is met by the sentence or by what stands above it, and the nearest counts', () => {
    const claimed = scopeTermsIn('At AAL2 sessions end after 12 hours.');
    assert.equal(relateScopes(claimed, ['Sessions end.', 'AAL2 > Reauthentication']), 'met');
    assert.equal(relateScopes(claimed, ['At AAL3 sessions end.', 'AAL2']), 'other');
    assert.equal(relateScopes(claimed, ['Sessions end.', 'Reauthentication']), 'unknown');
    assert.equal(relateScopes([], ['At AAL3 sessions end.']), 'met');
  });
});
