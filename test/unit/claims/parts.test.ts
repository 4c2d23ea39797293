import assert from 'node:assert/strict';

import fc from 'fast-check';

import { partsOf, sidesOf } from '../../../src/claims/parts.ts';

describe('the statements that a sentence joins', () => {
  const cases: readonly (readonly [name: string, sentence: string, parts: readonly string[]])[] = [
    [
      'are parted by a semicolon',
      'A full register is kept on the ward for 2 years; order books are kept for 3 years.',
      ['A full register is kept on the ward for 2 years', 'order books are kept for 3 years'],
    ],
    [
      'have the subject that the first one names',
      'Inspectors may ask for your name and address but may not hold on to your phone.',
      ['Inspectors may ask for your name and address', 'Inspectors may not hold on to your phone'],
    ],
    [
      'are joined by "while" before a subject of its own',
      'Cyclists must stay on the path, while walkers may cross the lawn.',
      ['Cyclists must stay on the path', 'walkers may cross the lawn'],
    ],
    [
      'keep the condition that the sentence begins with',
      'If the sensor fails, the trial is stopped; the contractor pays for another one.',
      ['If the sensor fails, the trial is stopped', 'If the sensor fails, the contractor pays for another one'],
    ],
    [
      'leave out what a figure is measured by',
      'Surplus for the year was £1.84 million against a budget of £2.10 million.',
      ['Surplus for the year was £1.84 million'],
    ],
    ['are one where there is one', 'Tables and chairs are put away by the hirer.', []],
    ['are one where "over" belongs to an age', 'Members aged 14 and over may book a room.', []],
    ['are one where a word may limit both', 'You may leave early and must sign out only if the desk is staffed.', []],
    ['are one where the second speaks of the first', 'The reserve must be 5% of sales; at the year-end it was 8%.', []],
    ['are one where the second limits the first', 'Dogs are allowed in the yard; except on market days they must be on a lead.', []],
    ['are one where somebody says both', 'The tenant argued that the fee was too high and the council had no power to charge it.', []],
    ['are one where what the second is said of cannot be told', 'Staff who are absent must call the desk and must send a note.', []],
    ['are one where the second tells of before', 'The desk is open on Sundays; until then it was closed at weekends.', []],
  ];
  for (const [name, sentence, parts] of cases)
    it(name, () => {
      assert.deepEqual(partsOf(sentence), parts);
    });

  it('have no word that the sentence has not, whatever is written', () => {
    const word = fc.constantFrom(
      'the',
      'desk',
      'may',
      'must',
      'not',
      'and',
      'but',
      'while',
      'open;',
      'closed,',
      'if',
      'it',
      'staff',
      'pay',
      '£5',
      'up',
      'from',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const said = new Set(words.join(' ').split(/[\s;,]+/));
        for (const part of partsOf(words.join(' '))) for (const own of part.split(/[\s;,]+/)) assert.ok(said.has(own), `${own} in ${part}`);
      }),
    );
  });
});

describe('what a sentence says of some and of the others', () => {
  it('are two statements, each with the subject', () => {
    assert.deepEqual(sidesOf('The logo must stand in the opening credits of features and in the closing credits of all other films.'), [
      'The logo must stand in the opening credits of features',
      'The logo must in the closing credits of all other films',
    ]);
  });
  it('are none where nothing is said of others', () => {
    assert.deepEqual(sidesOf('The logo must stand in the opening and in the closing credits.'), []);
  });
});
