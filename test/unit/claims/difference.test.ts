import assert from 'node:assert/strict';

import { type Difference, differenceOf } from '../../../src/claims/difference.ts';

describe('what tells a claim from a sentence that is nearly the same', () => {
  const stated = 'If it rains, the warden must shut the main gate within 20 minutes until 1 May 2026.';
  const cases: readonly (readonly [claim: string, expected: Difference])[] = [
    ['If it rains, the warden must shut the main gate within 10 minutes until 1 May 2026.', 'contrary'],
    ['If it rains, the warden must shut the main gate within 20 seconds until 1 May 2026.', 'contrary'],
    ['Unless it rains, the warden must shut the main gate within 20 minutes until 1 May 2026.', 'contrary'],
    ['If it rains, the warden must not shut the main gate within 20 minutes until 1 May 2026.', 'contrary'],
    ['If it rains, the warden need not shut the main gate within 20 minutes until 1 May 2026.', 'contrary'],
    ['If it rains, the warden must shut the main gate within 20 minutes until 2 May 2026.', 'contrary'],
    ['If it rains, the warden must shut the main gate within 20 minutes from 1 May 2026.', 'contrary'],
    ['If it rains, the warden must shut the main gate within 30 minutes until 1 May 2026.', 'unsaid'],
    // What says more than the sentence is not said, and may hold all the same.
    ['If it rains, only the warden must shut the main gate within 20 minutes until 1 May 2026.', 'unsaid'],
    ['If it rains, the warden must shut every main gate within 20 working days until 1 May 2026.', 'unsaid'],
    ['If it rains, the porter must shut the side gate within 30 minutes until 1 May 2026.', 'unsaid'],
    ['The warden must shut the main gate within 20 minutes until 1 May 2026.', 'unsaid'],
    // Other words may say the same, or not: others tell.
    ['If it rains, the warden must close the main gate within 20 minutes until 1 May 2026.', 'other'],
    ['The porter sleeps at home until 1 May 2026.', 'none'],
  ];
  for (const [claim, expected] of cases)
    it(`${expected}: ${claim}`, () => {
      assert.equal(differenceOf(claim, stated), expected);
    });

  it('A heading before a colon is no part of what is said', () => {
    assert.equal(
      differenceOf('Controls have broken down or are missing.', 'No assurance: controls have broken down or are missing.'),
      'other',
    );
  });
});
