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
    ['do you get more days when a parent dies or when a grandparent dies?', 'comparison'],
    ['do I get a bigger share for an extensive roof or an intensive one?', 'comparison'],
    ['where do I get more for a hotel, London or abroad?', 'comparison'],
    ["whose battery has to hold out longer, class A's or class B's?", 'comparison'],
    ['did more of it end up in the bund or in the drain?', 'comparison'],
    ['which group ended up with more iron?', 'comparison'],
    ['How much dearer is the large room than the small one?', 'comparison'],
    ['What was it in 2025 and what is it now?', 'comparison'],
    ['Did falls go up or down?', 'comparison'],
    ['Who may keep a book for longer than four weeks?', 'entity'],
    ['Why did the web shops suffer more than the corner shop?', 'reason'],
    ['A fire engine weighs more than the limit - may it cross?', 'permission'],
    ['Are tugs allowed to go any quicker than the rest?', 'permission'],
    ['can I bring more food or not?', 'permission'],
    ['is it ok to stay longer or should I leave?', 'permission'],
    ['do I need more than 3 bags or a trolley?', 'permission'],
    ['when does an incident count as a major one?', 'definition'],
    ['How noisy may the piling be?', 'number'],
    ['standby hourly rate night staff', 'number'],
    ['dataset release date', 'time'],
    ['documents for a yearly stall licence', 'list'],
    ['taxi from the station reimbursed?', 'permission'],
    ['What sum can I have knocked off my rent?', 'number'],
    ['What is the last day on which I can apply?', 'time'],
    ['The fee of 30 crowns is too much for me. Whose say-so is needed to cancel it?', 'entity'],
    ['List the documents that an applicant must bring.', 'list'],
    ['Give me everything I have to do now.', 'list'],
    ['what papers will they take to show where I live?', 'list'],
    ['leaving in an hour, what must I have with me?', 'list'],
    ['ammonia alarm, what do I do step by step', 'list'],
    ['What exactly are the councillors asked to sign off?', 'list'],
    ['How quickly must they act on a leaked key, level by level?', 'list'],
    ["What is on the insurer's list of things they won't pay for?", 'list'],
    ['Which department sorts out the telephone?', 'entity'],
    ['Oldgate or Fernside: where were the lights turned down further?', 'comparison'],
    ['Does it matter whether my dog is on Plus or on Lifelong?', 'comparison'],
    ['How big is the speed penalty if I go from keyed to strict?', 'comparison'],
    ['Is the choir tougher about skipping practice now than it was before 2025?', 'comparison'],
    ['Slab temperature: figure skating against hockey?', 'comparison'],
    ['Is it cheaper to mend a front or a rear puncture?', 'comparison'],
    ['is the half day or the full day better?', 'comparison'],
    ['How has the notice period changed since 2023?', 'comparison'],
    ['has the fine gone up since 2019?', 'comparison'],
    ['May I bring more or bigger bags?', 'permission'],
    ["what won't the guarantee pay for", 'list'],
    ['What may not be taken out of the library?', 'list'],
    ['Are dogs or cats allowed?', 'permission'],
    ['how late can I ring on a Thursday', 'time'],
    ['How late may the parcel be?', 'number'],
    ['who else gets to see my data', 'list'],
    ['Can I take more than two bags?', 'permission'],
    ['Can I switch from Standard to Complete?', 'permission'],
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
