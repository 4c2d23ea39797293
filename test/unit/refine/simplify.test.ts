import assert from 'node:assert/strict';

import fc from 'fast-check';

import { simplify } from '../../../src/refine/simplify.ts';

describe('cutting a question short', () => {
  const known: readonly (readonly [string, string])[] = [
    ['Hi, could you please tell me how long logs are kept? Thanks!', 'How long logs are kept?'],
    ['Do you happen to know who signs the form? Many thanks', 'Who signs the form?'],
    ["I'm trying to find out which ciphers are approved if possible", 'Which ciphers are approved'],
    ['Sorry to bother you. I read for an hour. Which ciphers are approved for signing?', 'Which ciphers are approved for signing?'],
    ['As a new employee, where do I get my badge?', 'Where do I get my badge?'],
    ['How long are logs (the ones on the gate) kept?', 'How long are logs kept?'],
  ];
  for (const [long, short] of known) {
    it(`makes "${short}" of "${long}"`, () => {
      assert.equal(simplify(long), short);
    });
  }

  for (const question of [
    'How long are logs kept?',
    // What the answer depends on stays.
    'As an AAL2 verifier, which secrets may I store?',
    'Given that the limit is 100, what happens next?',
    // "It" would stand for nothing.
    'The badge was lost. Who replaces it?',
    'What is the limit (AAL2)?',
    'Who led the St. Louis station in 1999?',
  ]) {
    it(`leaves "${question}" as it is`, () => {
      assert.equal(simplify(question), null);
    });
  }

  it('what is cut short once is short, and never empty', () => {
    const parts = fc.constantFrom(
      'Hello,',
      'please',
      'could you tell me',
      'how long',
      'logs',
      'are kept',
      'as a visitor,',
      '(by law)',
      'thanks',
      '?',
      'I was wondering',
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 9 }), (list) => {
        const short = simplify(list.join(' '));
        if (short === null) return;
        assert.notEqual(short.trim(), '');
        const again = simplify(short);
        assert.ok(again === null || again.length <= short.length);
      }),
    );
  });
});
