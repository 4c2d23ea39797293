import assert from 'node:assert/strict';

import { permissionOf } from '../../../src/read/permission.ts';

describe('A yes or no from a rule', () => {
  it('is told by the force of the rule', () => {
    const cases: [question: string, rule: string, answer: string | null][] = [
      ['May visitors park in the yard?', 'Visitors must not park in the yard.', 'No'],
      ['May visitors park in the yard?', 'Visitors may park in the yard after six.', 'Yes'],
      ['Do we have to keep the logs?', 'Logs must be kept for a year.', 'Yes'],
      ['Do we have to keep the logs?', 'Logs should be kept for a year.', null],
    ];
    for (const [question, rule, answer] of cases) assert.equal(permissionOf(question, rule)?.text ?? null, answer, rule);
  });

  it('is told by the rule that governs what is asked, of several', () => {
    const rules = 'Gates must be tested, must be named as the keepers name gates, must not be painted, and may be oiled.';
    for (const [question, answer] of [
      ['Must gates be tested?', 'Yes'],
      ['May gates be painted?', 'No'],
      ['May gates be oiled?', 'Yes'],
    ] as const)
      assert.equal(permissionOf(question, rules)?.text, answer, question);
  });

  it('is not told by a rule that is narrower than what is asked, nor by what only opens a list', () => {
    assert.equal(permissionOf('Can scripts ask the user questions?', 'Scripts must not ask unnecessary questions.'), null);
    assert.equal(permissionOf('Can scripts ask unnecessary questions?', 'Scripts must not ask unnecessary questions.')?.text, 'No');
    assert.equal(permissionOf('May a package of main need one of contrib?', 'For packages in main or contrib you should either:'), null);
  });

  it('is not told by a condition, which is no rule', () => {
    for (const sentence of [
      'Unless required by applicable law, copies are given without warranties.',
      'If required by law, copies are kept for a year.',
      'Where otherwise required, copies are sold.',
      'Copies are kept except where legally required.',
    ])
      assert.equal(permissionOf('May I give away copies?', sentence), null, sentence);
    assert.equal(permissionOf('May I give away copies?', 'If you are a member, you may give away copies.')?.text, 'Yes');
  });

  it('is not told by what is only planned', () => {
    for (const sentence of [
      'HTTP/2 may be enabled by default in a future version.',
      'HTTP/2 is going to be on by default.',
      'We intend to turn HTTP/2 on by default.',
    ]) {
      assert.equal(permissionOf('Is HTTP/2 on by default?', sentence), null, sentence);
      assert.equal(permissionOf('Will HTTP/2 be on by default in a future version?', sentence)?.text, 'Yes', sentence);
    }
    assert.equal(permissionOf('Is HTTP/2 on by default?', 'HTTP/2 is enabled by default.')?.text, 'Yes');
  });
});
