import assert from 'node:assert/strict';

import { answerFrom } from '../../../../src/audit/answer/by-reading.ts';

const nothingRead = { ranked: [], candidates: [] };
const second = (text: string) => ({ abstained: false, text, citedSpans: [], logProbability: null });

describe('An answer that the second reader alone has', () => {
  it('is never a yes or a no: these are more likely wrong than right', () => {
    for (const text of ['yes', 'no', 'Yes', 'No'])
      assert.equal(
        answerFrom('Can I sue a contributor and keep my licence?', nothingRead, [], second(text), undefined, true).settled,
        true,
        text,
      );
  });

  it('is not heard where no probe has contested its first one: it is rarely right', () => {
    assert.equal(answerFrom('How many days may a visitor stay?', nothingRead, [], second('30 days'), undefined).settled, true);
  });

  it('is heard where it is of the kind that is asked for', () => {
    assert.equal(answerFrom('How many days may a visitor stay?', nothingRead, [], second('30 days'), undefined, true).settled, false);
    assert.equal(answerFrom('How many days may a visitor stay?', nothingRead, [], second('the mayor'), undefined, true).settled, true);
  });
});
