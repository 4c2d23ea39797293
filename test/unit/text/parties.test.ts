import assert from 'node:assert/strict';

import { partiesIn } from '../../../src/text/parties.ts';

function parties(text: string): string[] {
  return partiesIn(text).map(({ name, role }) => `${name} ${role}`);
}

describe('parties', () => {
  const read: readonly (readonly [text: string, parties: readonly string[]])[] = [
    ['The verifier SHALL compare the secret.', ['verifi doer']],
    ["The IdP SHALL encrypt the assertion with the RP's public key.", ['idp doer', 'rp other']],
    ['The statement is checked each month by the treasurer.', ['treasur doer']],
    ['The finance officer checks the statements.', ['financ offic doer']],
    ['The water level is measured.', []],
    ['Three two-factor keys are kept.', []],
    ['The vet prescribes the medicine.', ['vet doer']],
  ];
  for (const [text, expected] of read) {
    it(`reads "${text}"`, () => {
      assert.deepEqual(parties(text), expected);
    });
  }
});
