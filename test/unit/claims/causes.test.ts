import assert from 'node:assert/strict';

import { givesOtherCause } from '../../../src/claims/causes.ts';
import { compare } from '../../../src/claims/compare.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';

describe('a sentence that gives another cause than a claim', () => {
  const stated = 'The doors were replaced three weeks late, because the supplier sent the wrong hinges.';
  const cases: readonly (readonly [name: string, claim: string, sentence: string, expected: boolean])[] = [
    ['says what comes of it, and why otherwise', 'The doors were replaced late because of the storms.', stated, true],
    ['is none where it gives the same one', 'The doors were replaced late because the supplier sent wrong hinges.', stated, false],
    ['is none where the claim gives no cause', 'The doors were replaced late.', stated, false],
    [
      'is none where it gives no cause',
      'The doors were replaced late because of the storms.',
      'The doors were replaced three weeks late.',
      false,
    ],
    ['is none where it is about something else', 'The roof leaked because of the storms.', stated, false],
    [
      'is none where what the claim tells of is the cause itself',
      'The gate was shut because of the wrong hinges.',
      'The doors were replaced late, because the gate was shut all day.',
      false,
    ],
  ];
  for (const [name, claim, sentence, expected] of cases)
    it(name, () => {
      const [own, theirs] = [readText(claim), readText(sentence)];
      const scoped = { text: sentence, headings: [], document: [], beside: [], elsewhere: [] };
      const comparison = compare(own, scoped, new Map(), bundledKnowledge(), theirs);
      assert.equal(givesOtherCause(own, theirs, comparison), expected);
    });
});
