import assert from 'node:assert/strict';

import fc from 'fast-check';

import { quantitiesIn, relateQuantities, type Quantity } from '../../../src/text/quantities.ts';

const minute = 60;
const hour = 3600;
const day = 86_400;

function one(text: string): Quantity {
  const found = quantitiesIn(text);
  assert.equal(found.length, 1, `${text}: ${JSON.stringify(found)}`);
  return found[0]!;
}

function relation(stated: string, claimed: string): string {
  return relateQuantities(one(stated), one(claimed));
}

describe('quantities', () => {
  const read: readonly (readonly [text: string, comparator: string, low: number, high: number, dimension: string])[] = [
    ['Memorized secrets SHALL be at least 8 characters in length.', 'at least', 8, 8, 'count'],
    ['It must be no shorter than eight characters.', 'at least', 8, 8, 'count'],
    ['The salt SHALL be at least 32 bits in length.', 'at least', 32, 32, 'data'],
    ['A key of 16 bytes is used.', 'exactly', 128, 128, 'data'],
    ['no more than 5 consecutive failed authentication attempts', 'at most', 5, 5, 'count'],
    ['five wrong tries in a row or more', 'at least', 5, 5, 'count'],
    ['valid for a maximum of 7 days', 'at most', 7 * day, 7 * day, 'time'],
    ['if not completed within 10 minutes', 'at most', 10 * minute, 10 * minute, 'time'],
    ['A minimum font size of 12 points helps.', 'at least', 12, 12, 'count'],
    ['no claim later than two years after the hire', 'at most', 2 * 365.25 * day, 2 * 365.25 * day, 'time'],
    ['Nobody shorter than 1.20 m will be admitted.', 'at least', 1.2, 1.2, 'length'],
    ['Ponds must be no deeper than 60 cm.', 'at most', 0.6, 0.6, 'length'],
    ['ten hours at the very most', 'at most', 10 * hour, 10 * hour, 'time'],
    ['The name must be less than or equal to 214 characters.', 'at most', 214, 214, 'count'],
    ['Load ≤ 40 kg.', 'at most', 40, 40, 'mass'],
    ['Keep it greater than or equal to 12 m.', 'at least', 12, 12, 'length'],
    ['A load >= 40 kg.', 'at least', 40, 40, 'mass'],
    ['those in the alternate-day group', 'exactly', 2 * day, 2 * day, 'interval'],
    ['a tablet every second day', 'exactly', 2 * day, 2 * day, 'interval'],
    ['A passenger adds 5p to the rate.', 'exactly', 0.05, 0.05, 'money GBP'],
    ['worth more than a quarter of a million pounds', 'more than', 250_000, 250_000, 'money GBP'],
    ['some half a million euros', 'about', 500_000, 500_000, 'money EUR'],
    ['if more than a litre drains', 'more than', 1, 1, 'volume'],
    ['half of the minimum hire', 'exactly', 0.5, 0.5, 'share'],
    ['One reference is enough.', 'exactly', 1, 1, 'count'],
    ['It costs the group 180 pounds.', 'exactly', 180, 180, 'money GBP'],
    ['It closes at 18 m/s.', 'exactly', 18, 18, 'speed'],
    ['a quarter of an hour', 'exactly', 15 * minute, 15 * minute, 'time'],
    ['half an hour', 'exactly', 30 * minute, 30 * minute, 'time'],
    ['one and a half hours', 'exactly', 1.5 * hour, 1.5 * hour, 'time'],
    ['every two or three years', 'between', 2 * 365.25 * day, 3 * 365.25 * day, 'interval'],
    ['between 3 and 5 working days', 'between', 3 * day, 5 * day, 'time'],
    ['It used 214 MWh.', 'exactly', 214 * 3.6e9, 214 * 3.6e9, 'energy'],
    ['It used 214 kilowatt-hours.', 'exactly', 214 * 3.6e6, 214 * 3.6e6, 'energy'],
    ['The limit is 300 kg, chair included.', 'at most', 300, 300, 'mass'],
    ['The lift is good for 300 pounds.', 'exactly', 136.077711, 136.077711, 'mass'],
    ['It costs 300 pounds.', 'exactly', 300, 300, 'money GBP'],
    ['It costs £164,000.', 'exactly', 164_000, 164_000, 'money GBP'],
    ['about half of those on adalimumab', 'about', 0.5, 0.5, 'share'],
    ['36% responded', 'exactly', 0.36, 0.36, 'share'],
    ['Tread not under 3 mm.', 'at least', 0.003, 0.003, 'length'],
    ['people aged 65 and over', 'at least', 65, 65, 'count'],
    ['a false match rate of 1 in 10,000', 'exactly', 0.0001, 0.0001, 'share'],
    ['a rate of 1 in 1000 or better', 'exactly', 0.001, 0.001, 'share'],
    ['a median of 5 mo', 'exactly', 5 * 30.4375 * day, 5 * 30.4375 * day, 'time'],
    ['A single type will not do.', 'exactly', 1, 1, 'count'],
    ['UIDs from 100 to 999 are free.', 'between', 100, 999, 'count'],
    ["You can't use it for a flight shorter than 500 km.", 'less than', 500000, 500000, 'length'],
    ['Fill to nine tenths.', 'exactly', 0.9, 0.9, 'share'],
    ['Between two working days lie eleven hours.', 'exactly', 11 * 3600, 11 * 3600, 'time'],
    ['a pair of intrinsics', 'exactly', 2, 2, 'count'],
    ['washed four times a year', 'exactly', 365.25 * (day / 4), 365.25 * (day / 4), 'interval'],
    ['They meet twice weekly.', 'exactly', 3.5 * day, 3.5 * day, 'interval'],
    ['tested at least twice a day', 'at most', day / 2, day / 2, 'interval'],
    ['tested at least every week', 'at most', 7 * day, 7 * day, 'interval'],
    ['given no more than every 4 hours', 'at least', 4 * hour, 4 * hour, 'interval'],
    ['A guest is forbidden to stay more than two hours.', 'at most', 2 * hour, 2 * hour, 'time'],
    ['a half day workshop', 'exactly', 0.5 * day, 0.5 * day, 'time'],
    ['An extra 1.90 pounds is carried.', 'exactly', 1.9, 1.9, 'money GBP'],
    ['A limit of 5,000 pounds applies.', 'at most', 5000, 5000, 'money GBP'],
    ['tested at least once a week', 'at most', 7 * day, 7 * day, 'interval'],
    ['no more than three times per month', 'at least', 30.4375 * (day / 3), 30.4375 * (day / 3), 'interval'],
  ];
  for (const [text, comparator, low, high, dimension] of read) {
    it(`reads "${text}"`, () => {
      const found = one(text);
      assert.deepEqual(
        [found.comparator, Number(found.low.toPrecision(9)), Number(found.high.toPrecision(9)), found.dimension],
        [comparator, Number(low.toPrecision(9)), Number(high.toPrecision(9)), dimension],
      );
    });
  }

  for (const text of [
    'At AAL2 it is optional.',
    'RFC 3660 allows it.',
    'Gate 3 opened.',
    'on 17 January 2024',
    'the third time',
    'see section 5.1.1',
    'Level 2 and tier 3 apply.',
  ]) {
    it(`finds no amount in "${text}"`, () => {
      assert.deepEqual(quantitiesIn(text), []);
    });
  }

  it('takes no name and nobody for an amount', () => {
    assert.deepEqual(quantitiesIn('The Daily Illini has readers.'), []);
    assert.deepEqual(quantitiesIn('To stop them, one clicks the link.'), []);
  });

  it('reads the times that settings are written in, and no section for an amount', () => {
    assert.deepEqual(
      quantitiesIn('`queue.keep`; Default: 36h; Range: 5m to 30d').map(({ dimension, low, high }) => [dimension, low, high]),
      [
        ['time', 129_600, 129_600],
        ['time', 300, 2_592_000],
      ],
    );
    assert.equal(one('20m').dimension, 'count');
    assert.deepEqual(
      quantitiesIn('The quorum is set in §4.2 and § 7, see sections 5 and clauses 8.1.').map(({ low }) => low),
      [],
    );
  });

  it('takes the beginning of a change for no bound', () => {
    assert.deepEqual(
      quantitiesIn('Complaints fell from 233 to 171.').map(({ comparator, low }) => [comparator, low]),
      [
        ['exactly', 233],
        ['exactly', 171],
      ],
    );
  });

  it('cuts a quantity from its comparator to its unit', () => {
    const text = 'It is kept for no longer than 30 days after that.';
    const { start, end } = one(text);
    assert.equal(text.slice(start, end), 'no longer than 30 days');
  });

  it('says what is counted', () => {
    assert.deepEqual(one('at least 8 characters in length').counted, ['charact']);
  });

  const related: readonly (readonly [stated: string, claimed: string, relation: string])[] = [
    ['at least 12 characters', 'at least 8 characters', 'implies'],
    ['at least 8 characters', 'at least 12 characters', 'breaks'],
    ['at least 8 characters', 'no shorter than eight characters', 'same'],
    ['at least 32 bits', 'at least 4 bytes', 'same'],
    ['at least 32 bits', 'at least 64 bits', 'breaks'],
    ['no more than 5 attempts', 'at least 5 attempts', 'breaks'],
    ['within 10 minutes', 'a quarter of an hour', 'breaks'],
    ['within 10 minutes', 'up to half an hour', 'implies'],
    ['60 days', 'two months', 'same'],
    ['10 days', 'a month', 'breaks'],
    ['214 MWh', '214 kilowatt-hours', 'breaks'],
    ['72 hours', 'three days', 'same'],
    ['a minimum of four questions', 'three questions', 'breaks'],
    ['at least 8 characters', '10 characters', 'open'],
    ['36%', 'about half of them', 'breaks'],
    ['53%', 'about half of them', 'implies'],
    ['at most 5 tries', '5 bytes', 'incomparable'],
    ['every two or three years', 'every five years', 'breaks'],
    ['over 500 people', 'more than 500 people', 'same'],
    ['exactly 500 people', 'more than 500 people', 'breaks'],
  ];
  for (const [stated, claimed, expected] of related) {
    it(`"${stated}" against "${claimed}": ${expected}`, () => {
      assert.equal(relation(stated, claimed), expected);
    });
  }

  it('holds for any text: disjoint, in order, cut from the text', () => {
    fc.assert(
      fc.property(
        fc
          .array(
            fc.oneof(
              fc.constantFrom('at least ', '12 ', 'days ', 'half an hour ', '%', 'to ', '5', ' no more than ', '£', 'MWh ', '\n'),
              fc.string(),
            ),
          )
          .map((parts) => parts.join('')),
        (text) => {
          let last = 0;
          for (const { start, end, low, high } of quantitiesIn(text)) {
            assert.ok(start >= 0 && end <= text.length && start < end && low <= high);
            assert.ok(end > last);
            last = end;
          }
        },
      ),
    );
  });

  it('agrees with itself, and a stricter bound implies the weaker one and never the other way round', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        fc.constantFrom('bytes', 'days', 'people', 'km'),
        (a, b, unit) => {
          const text = `at least ${a} ${unit}`;
          assert.equal(relation(text, text), 'same');
          if (a === b) return;
          const [weak, strict] = [Math.min(a, b), Math.max(a, b)];
          assert.equal(relation(`at least ${strict} ${unit}`, `at least ${weak} ${unit}`), 'implies');
          assert.equal(relation(`at least ${weak} ${unit}`, `at least ${strict} ${unit}`), 'breaks');
          assert.equal(relation(`at most ${weak} ${unit}`, `at most ${strict} ${unit}`), 'implies');
          assert.equal(relation(`at most ${strict} ${unit}`, `at most ${weak} ${unit}`), 'breaks');
        },
      ),
    );
  });

  it('are none in "single-factor", and one in "a single device"', () => {
    assert.deepEqual(quantitiesIn('The output of a single-factor OTP device may be cut.'), []);
    assert.deepEqual(
      quantitiesIn('It belongs to a single device.').map(({ low, counted }) => [low, counted]),
      [[1, ['devic']]],
    );
  });
});
