import assert from 'node:assert/strict';

import { answerFormOf } from '../../../src/text/answer-form.ts';
import { fitsAsked, hasRivalAmount, holdsAsked, isOtherDimension, lacksAsked } from '../../../src/text/asked-quantity.ts';
import { quantitiesIn } from '../../../src/text/quantities.ts';

describe('the quantity that is asked for', () => {
  for (const [question, text, holds] of [
    ['How deep is the pool?', 'A ticket costs 15 euros.', false],
    ['How deep is the pool?', 'The pool is 3.5 m deep.', true],
    ['How many minutes do they have to report it?', 'It must be reported within 30 minutes.', true],
    ['How many tools went missing?', 'It must be reported within 30 minutes.', false],
    ['How heavy may a parcel be?', 'Parcels of up to 20 kg are taken.', true],
    ['How heavy may a parcel be?', 'Parcels of up to 120 cm are taken.', false],
    ['How much does a ticket cost?', 'A ticket costs 15 euros.', true],
    ['What did each free helmet cost the study?', 'The free helmet convinced 6.6% of the riders.', false],
    ['What is the late fee?', 'The late fee is 2% of the rent.', true],
    ['How long may I stay?', 'At most 3 people may stay for two weeks.', true],
  ] as const)
    it(`${question} - ${text}`, () => {
      assert.equal(holdsAsked(question, text), holds);
    });

  for (const [question, text, fits] of [
    ['How long must a password be?', 'Passwords have at least 8 characters.', true],
    ['How long must a password be?', 'Passwords are read by 8 people.', false],
    ['how long does my password have to be, normal account?', 'An account not used for 60 days is locked.', false],
    ['what share of the system does the Trust pay?', 'The system costs £48,000 a year.', false],
    ['what share of the system does the Trust pay?', 'The Trust bears 30 per cent.', true],
    ['How long may a visit be?', 'A visit takes 30 minutes at most.', true],
    ['How long may I stay?', 'Names have 8 characters.', false],
  ] as const)
    it(`${question} - ${text}: ${fits ? 'fits' : 'does not fit'}`, () => {
      assert.equal(
        quantitiesIn(text).some((quantity) => fitsAsked(question, quantity)),
        fits,
      );
    });

  for (const [question, text, lacks] of [
    ['How much deposit do they ask for?', 'A starter tenancy is a trial that runs for the first twelve months.', true],
    ['How much is it to be seen at night?', 'The fee for being seen at night is 235.', false],
    ['How much does a copy cost?', 'Members get one copy free of charge.', false],
    ['How long is the cookie kept?', 'It is kept until you delete it.', false],
    ['How long is the cookie kept?', 'The cookie is sent to 3 partners.', false],
    ['How long is the cookie kept?', 'The cookie is set by the site.', true],
    ['How much does it cost to park?', 'The market is held from 8:00 to 16:00.', true],
    ['At what time does the last boat leave?', 'Vehicles may not arrive earlier than 50 minutes before the sailing.', true],
    ['At what time does the last boat leave?', 'The last boat leaves at 6 p.m. in winter.', false],
    ['Which manager decides on amounts over 500?', 'The head of finance decides.', false],
    ['Who has the last word?', 'The board decides.', false],
  ] as const)
    it(`${question} - ${text}: ${lacks ? 'nothing' : 'something'} that may be it`, () => {
      assert.equal(lacksAsked(question, answerFormOf(question), text), lacks);
    });

  it('takes a bare number for any dimension, and another unit for none', () => {
    const [bare] = quantitiesIn('The limit is 12.');
    const [money] = quantitiesIn('It costs 15 euros.');
    assert.ok(bare !== undefined && !isOtherDimension('How deep is the pool?', bare));
    assert.ok(money !== undefined && isOtherDimension('How deep is the pool?', money));
  });
});

describe('what is counted', () => {
  const fits = (question: string, text: string): boolean[] => quantitiesIn(text).map((quantity) => fitsAsked(question, quantity));

  it('is told by the first noun that names a unit, not only by the first word', () => {
    assert.deepEqual(fits('How many sick days are paid?', 'the first eight weeks, then another eight'), [true, false]);
    assert.deepEqual(fits('How many patients a week were seen?', 'eight weeks, 40 patients'), [false, true]);
  });

  it('is how often, where times in a span are asked for', () => {
    assert.deepEqual(fits('How many times a year do they meet?', 'They meet twice a year for two hours.'), [true, false]);
    assert.deepEqual(fits('How often must it be tested at least?', 'tested at least twice a year'), [true]);
  });
});

describe('another amount that could be asked for', () => {
  const cases: readonly (readonly [question: string, text: string, answer: string, expected: boolean])[] = [
    ['How many members must be there for a vote?', 'The committee has seven members; four make a quorum.', 'seven members', true],
    ['How much is half a plot?', 'The rent is £62 for a full plot and £34 for a half plot.', '£62', true],
    [
      'How many failed attempts lock the account?',
      'After 10 failed attempts within 15 minutes the account is locked.',
      '10 failed attempts',
      false,
    ],
    ['How often are they cleaned outside?', 'They are cleaned inside once a month and outside four times a year.', 'once a month', true],
    ['How long must passwords be?', 'Passwords must be at least 14 characters long.', 'at least 14 characters', false],
  ];
  for (const [question, text, answer, expected] of cases)
    it(`${expected ? 'stands' : 'does not stand'} beside "${answer}" in "${text}"`, () => {
      const start = text.indexOf(answer);
      assert.equal(hasRivalAmount(question, text, { start, end: start + answer.length }), expected);
    });
});
