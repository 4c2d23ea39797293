import assert from 'node:assert/strict';

import type { RankedSpan } from '../../../../src/audit/answer/candidates.ts';
import { ofOtherParty } from '../../../../src/audit/answer/other-party.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

function under(heading: string, text: string): RankedSpan {
  const sentence = rankedSentence('constitution', text);
  return { ...sentence, span: { ...sentence.span, span: { ...sentence.span.span, headingPath: ['Constitution', heading] } } };
}

describe('of the sections of two parties', () => {
  const leader = under('5. The Project Leader', 'The Project Leader is elected every spring and serves for one year.');
  const term = under('6. The Project Secretary', "The Secretary's term of office is two years.");
  const both = under('6. The Project Secretary', 'The Leader may remove the Secretary.');
  const general = under('4. Meetings', 'Meetings are held twice a year.');
  const all = [leader, term, both, general];

  it("the sentence under the other party's heading, which does not name the question's, is the other's", () => {
    const isOther = ofOtherParty('How long does the Project Leader stay in office?', all);
    assert.deepEqual(all.map(isOther), [false, true, false, false]);
  });

  it('nothing is told where the party that is asked about has no section', () => {
    assert.deepEqual(all.map(ofOtherParty('How long does the treasurer serve?', all)), [false, false, false, false]);
    assert.deepEqual(all.map(ofOtherParty('How often are meetings held?', all)), [false, false, false, false]);
  });
});
