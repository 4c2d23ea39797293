import assert from 'node:assert/strict';

import fc from 'fast-check';

import { answerFormOf } from '../../../src/text/answer-form.ts';

describe('the form of an answer', () => {
  const cases: readonly (readonly [string, ReturnType<typeof answerFormOf>])[] = [
    ['how long before I get logged out if I do nothing?', 'number'],
    ['max failed logins?', 'number'],
    ['When was version 3 published?', 'time'],
    ['Who signs off a release?', 'entity'],
    ['Our contractor lost her phone - can she keep using the old code?', 'permission'],
    ['Is it ok to store card numbers?', 'permission'],
    ['What does "relying party" mean?', 'definition'],
    ['Why was the gate closed?', 'reason'],
    ['How do the two plans differ?', 'comparison'],
    ['standby hourly rate night staff', 'number'],
    ['dataset release date', 'time'],
    ['documents for a yearly stall licence', 'list'],
    ['taxi from the station reimbursed?', 'permission'],
    ['What sum can I have knocked off my rent?', 'number'],
    ['What is the last day on which I can apply?', 'time'],
    ['The fee of 30 crowns is too much for me. Whose say-so is needed to cancel it?', 'entity'],
    ['List the documents that an applicant must bring.', 'list'],
  ];
  for (const [question, form] of cases) {
    it(`${question} wants ${form}`, () => {
      assert.equal(answerFormOf(question), form);
    });
  }

  it('never throws, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(typeof answerFormOf(text), 'string');
      }),
    );
  });
});
