import assert from 'node:assert/strict';

import { contradict } from '../../../src/claims/contradict.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import type { ScopedSentence } from '../../../src/claims/types.ts';

const say = (text: string, ...headings: string[]): ScopedSentence => ({ text, headings, document: [], beside: [], elsewhere: [] });

describe('contradictions', () => {
  const cases: readonly (readonly [a: ScopedSentence, b: ScopedSentence, expected: boolean])[] = [
    [
      say('Passwords chosen by users must be at least 14 characters long.'),
      say('Passwords chosen by users must be at least 8 characters long.'),
      true,
    ],
    [say('Sessions of tier 2 end after 30 minutes.'), say('Sessions of tier 3 end after 15 minutes.'), false],
    [say('Sessions end after 30 minutes.', 'Tier 2'), say('Sessions end after 15 minutes.', 'Tier 3'), false],
    [say('The verifier SHALL store the secret.'), say('The verifier SHALL NOT store the secret.'), true],
    [say('The verifier SHALL store the secret.'), say('The claimant SHALL store the secret.'), false],
    [say('Books are lent for 14 days.'), say('The van is checked every 30 days.'), false],
    [say('Books are lent for two weeks.'), say('Books are lent for 14 days.'), false],
    [
      say('Verify that user set passwords are at least 12 characters in length.'),
      say(
        'Verify that user set passwords are at least 8 characters in length although a minimum of 15 characters is strongly recommended.',
      ),
      true,
    ],
    [say('The log must be kept for a year.'), say('The log should be kept for a year.'), false],
    [say('The pump was not repaired.'), say('The bridge was built in May.'), false],
  ];
  for (const [a, b, expected] of cases) {
    it(`${expected ? 'holds' : 'does not hold'} between "${a.text}" and "${b.text}"`, () => {
      assert.equal(contradict(a, b, bundledKnowledge()), expected);
      assert.equal(contradict(b, a, bundledKnowledge()), expected);
    });
  }
});
