import assert from 'node:assert/strict';

import { acronymsIn } from '../../../src/refine/acronyms.ts';

describe('short forms', () => {
  it('are read where a text explains them', () => {
    const found = acronymsIn([
      'Systems use presentation attack detection (PAD) and the credential service provider (CSP).',
      'the Trust (of Harn)',
    ]);
    assert.deepEqual(found.get('PAD'), ['presentation', 'attack', 'detection']);
    assert.deepEqual(found.get('CSP'), ['credential', 'service', 'provider']);
    assert.equal(found.size, 2);
  });

  it('are the words before the bracket, however the line runs before them', () => {
    const found = acronymsIn([`${'word '.repeat(5000)}secure / shared-key exchange (SSKE), 3 of the end-entity certificates (EEC)`]);
    assert.deepEqual(found.get('SSKE'), ['secure', 'shared', 'key', 'exchange']);
    assert.deepEqual(found.get('EEC'), ['end', 'entity', 'certificates']);
  });
});
