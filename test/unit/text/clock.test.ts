import assert from 'node:assert/strict';

import fc from 'fast-check';

import { clockTimesIn } from '../../../src/text/clock.ts';
import { quantitiesIn, relateQuantities } from '../../../src/text/quantities.ts';

describe('times of day', () => {
  for (const [text, expected] of [
    [
      'It opens at 9:30 and closes at 17:45.',
      [
        ['9:30', 570],
        ['17:45', 1065],
      ],
    ],
    ['It shuts at 6 pm.', [['6 pm', 1080]]],
    ['It opens at nine am.', [['nine am', 540]]],
    ['By 5 p.m. on Friday', [['5 p.m.', 1020]]],
    [
      'At 12:15 am, and at 12 pm',
      [
        ['12:15 am', 15],
        ['12 pm', 720],
      ],
    ],
    [
      'Served from 7.15 to 9.00 a.m.',
      [
        ['7.15', null],
        ['9.00 a.m.', 540],
      ],
    ],
    ['It is shut at noon.', [['noon', 720]]],
    ['Tuesday at eleven is the day.', [['eleven', null]]],
    [
      'At half past nine or a quarter to six',
      [
        ['half past nine', null],
        ['a quarter to six', null],
      ],
    ],
    ['At 8 o’clock', [['8 o’clock', null]]],
    ['A ratio of 3:1, version 2.10, 7.15 metres, Section 4.2, 12:30:45', []],
    ['Twelve members meet six times.', []],
  ] as const)
    it(`in "${text}"`, () => {
      assert.deepEqual(
        clockTimesIn(text).map(({ start, end, minutes }) => [text.slice(start, end), minutes]),
        expected,
      );
    });

  it('are amounts of their own, that are the same however they are written', () => {
    const one = (text: string): NonNullable<ReturnType<typeof quantitiesIn>[0]> => quantitiesIn(text)[0] ?? assert.fail(text);
    assert.equal(relateQuantities(one('It shuts at 6 pm.'), one('It shuts at 18:00.')), 'same');
    assert.equal(relateQuantities(one('It opens at 9:30.'), one('It opens at 10:30.')), 'breaks');
    assert.equal(relateQuantities(one('It holds 18 people.'), one('It shuts at 18:00.')), 'incomparable');
  });

  it('are disjoint, in order, and within their text and day', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('at ', '9', ':', '30', ' pm', ' to ', 'noon ', 'half past ', 'six', '. ', '17.45 a.m.'), {
          maxLength: 30,
        }),
        (parts) => {
          const text = parts.join('');
          let last = 0;
          for (const { start, end, minutes } of clockTimesIn(text)) {
            assert.ok(start >= last && end > start && end <= text.length);
            assert.ok(minutes === null || (minutes >= 0 && minutes <= 24 * 60 + 59));
            last = end;
          }
        },
      ),
    );
  });
});
