import assert from 'node:assert/strict';

import { answersTo, putsAnswer } from '../../../../../src/models/bundled/ranking/intents.ts';

describe('the ranker: what a hurried question asks for', () => {
  const cases: readonly (readonly [question: string, answers: string, other: string])[] = [
    ['how long can I wait before I object?', 'Objections are made within 30 days of the notice.', 'Objections are read aloud.'],
    ['how long do they hang on to the tapes', 'Recordings are retained for 90 days.', 'Recordings show the gate.'],
    ['how often does the lift get looked at?', 'The lift is inspected twice a year.', 'The lift is in the east wing.'],
    ['whose job is it to lock up?', 'The gate is locked by the caretaker.', 'The gate is green.'],
    ['What if nothing is set?', 'By default the cache is empty.', 'The cache is a folder.'],
  ];
  for (const [question, answers, other] of cases)
    it(`${question} - "${answers}" before "${other}"`, () => {
      const ways = answersTo(question);
      assert.ok(putsAnswer(ways, answers) > putsAnswer(ways, other));
    });

  it('is nothing where the words tell nothing', () => {
    assert.equal(putsAnswer(answersTo('Tell me about the gate.'), 'The gate is locked by the caretaker.'), 0);
  });
});
