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
