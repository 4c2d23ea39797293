import assert from 'node:assert/strict';

import { compare } from '../../../src/claims/compare.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';
import { barsIn, turnsNear, withoutShared } from '../../../src/claims/turns.ts';

function aligned(claim: string, text: string): ReturnType<typeof compare>['aligned'] {
  const sentence = { text, headings: [], document: ['Guide'], beside: [], elsewhere: [] };
  return compare(readText(claim), sentence, new Map(), bundledKnowledge()).aligned;
}

describe('what turns a statement round', () => {
  it('reads a list that "or" ends as one clause', () => {
    const [claim, text] = ['The site transfers no information.', 'We do not give, sell, or transfer any information.'];
    assert.equal(turnsNear(text, aligned(claim, text)), 1);
  });

  it('does not count the words that turn both sides alike', () => {
    const [claim, text] = ['The office rejects late requests.', 'The office refuses requests that come late.'];
    const turning = withoutShared(claim, text, aligned(claim, text));
    assert.deepEqual([barsIn(turning.claim), barsIn(turning.stated)], [0, 0]);
    assert.deepEqual([turning.claim.length, turning.stated.length], [claim.length, text.length]);
  });

  it('knows "only with" for no denial', () => {
    assert.equal(barsIn('It may be restarted only with a key.'), 0);
    assert.equal(barsIn('The only key is lost.'), 1);
  });
});
