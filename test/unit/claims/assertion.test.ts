import assert from 'node:assert/strict';

import { assertionIn } from '../../../src/claims/assertion.ts';

describe('what a claim asserts', () => {
  for (const [claim, text, denied] of [
    ['It is true that the salt is kept dry.', 'the salt is kept dry.', false],
    ['It is the case that it rains.', 'it rains.', false],
    ['The document says that nobody may enter.', 'nobody may enter.', false],
    ['According to the documents, nobody may enter.', 'nobody may enter.', false],
    ['It is not true that the salt is kept dry.', 'the salt is kept dry.', true],
    ['It isn’t true that the salt is kept dry.', 'the salt is kept dry.', true],
    ['It is false that the salt is kept dry.', 'the salt is kept dry.', true],
    // What it speaks of itself stays.
    ['It is true of every salt.', 'It is true of every salt.', false],
    ['The report says that the bridge is safe.', 'The report says that the bridge is safe.', false],
  ] as const)
    it(claim, () => {
      const assertion = assertionIn(claim);
      assert.deepEqual([assertion.text.trim(), assertion.denied], [text, denied]);
      assert.equal(assertion.text.length, claim.length, 'offsets into the claim hold');
    });
});
