import assert from 'node:assert/strict';

import fc from 'fast-check';

import { datesAgree, datesIn } from '../../../src/text/dates.ts';
import { entitiesIn } from '../../../src/text/entities.ts';
import { extractMentions, sameMention } from '../../../src/text/mentions.ts';
import { numbersIn } from '../../../src/text/numbers.ts';

const cut = (text: string, found: readonly { readonly start: number; readonly end: number }[]): string[] =>
  found.map(({ start, end }) => text.slice(start, end));

/** Text with names, numbers and dates in it, and with what breaks patterns. */
const anything = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '12 May 2001',
        'Bank of England',
        '$5bn',
        'twenty-one',
        'May',
        'the 1990s',
        'Dr. Okafor',
        '3,5',
        '5.1.1',
        'May 2, 19',
        'U.S.',
        '’s',
        '1st',
        '\n',
        '. ',
        '18th century',
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(' '));

describe('numbers in a text', () => {
  const cases: [text: string, normals: string[]][] = [
    ['at least 8 characters', ['8']],
    ['eight, twenty-one and ninety', ['8', '21', '90']],
    ['1,234.5 of 3 million', ['1234.5', '3000000']],
    ['$5bn, £20 and 40 euros', ['5000000000 USD', '20 GBP', '40 EUR']],
    ['40 percent, 12.5% and 3 per cent', ['40%', '12.5%', '3%']],
    ['the 14th and the third', ['14th', '3th']],
    ['section 5.1.1 of version 3.0.1', []],
    ['one of them', []],
    ['one hour', ['1']],
    ['5 seconds', ['5']],
    ['the second time', ['2th']],
    ['two dozen', ['24']],
    ['abc123 and x9', []],
  ];
  for (const [text, normals] of cases)
    it(`"${text}": ${normals.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        numbersIn(text).map(({ normal }) => normal),
        normals,
      );
    });
});

describe('dates in a text', () => {
  const cases: [text: string, normals: string[]][] = [
    ['on 12 May 2001', ['2001-05-12']],
    ['on May 12th, 2001', ['2001-05-12']],
    ['2001-05-12', ['2001-05-12']],
    ['in September 2016', ['2016-09']],
    ['the 1990s', ['199X']],
    ['the 18th century', ['18C']],
    ['in 1912', ['1912']],
    ['1 March', ['--03-01']],
    ['1500 people', []],
    ['it may 2 be', []],
    ['$1999', []],
    ['45 May 2001', []],
  ];
  for (const [text, normals] of cases)
    it(`"${text}": ${normals.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        datesIn(text).map(({ normal }) => normal),
        normals,
      );
    });

  it('agree where one lies within the other', () => {
    for (const [a, b] of [
      ['2001-05-12', '2001'],
      ['2001-05', '2001'],
      ['200X', '2001-05'],
      ['--05-12', '2001-05-12'],
      ['1801', '19C'],
    ] as const)
      assert.ok(datesAgree(a, b) && datesAgree(b, a), `${a} ${b}`);
    for (const [a, b] of [
      ['2001-05-12', '2001-05-13'],
      ['2001', '2002'],
      ['199X', '2001'],
      ['1800', '19C'],
      ['--05-12', '2001-06-12'],
    ] as const)
      assert.ok(!datesAgree(a, b) && !datesAgree(b, a), `${a} ${b}`);
  });
});

describe('names in a text', () => {
  const cases: [text: string, names: [string, string][]][] = [
    ['Dr. Okafor was appointed.', [['Okafor', 'person']]],
    ['The Bank of England raised rates.', [['Bank of England', 'organisation']]],
    ['She lives in Corvey.', [['Corvey', 'place']]],
    ['However, nothing changed.', []],
    ['According to Section 5, it is so.', []],
    [
      'It was written by Ludwig van Beethoven in France.',
      [
        ['Ludwig van Beethoven', 'person'],
        ['France', 'place'],
      ],
    ],
    ['NIST publishes it.', [['NIST', 'organisation']]],
    ["Brenz Steelworks' mills", [['Brenz Steelworks', 'other']]],
  ];
  for (const [text, names] of cases)
    it(`"${text}"`, () => {
      assert.deepEqual(
        entitiesIn(text).map(({ start, end, kind }) => [text.slice(start, end), kind]),
        names,
      );
    });
});

describe('mentions', () => {
  it('cut their text from the source, in order and disjoint, whatever the text', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const mentions = extractMentions(text);
        let end = 0;
        for (const mention of mentions) {
          assert.equal(text.slice(mention.start, mention.end), mention.text);
          assert.ok(mention.start >= end && mention.end > mention.start && mention.normal !== '');
          end = mention.end;
        }
        for (const found of [numbersIn(text), datesIn(text), entitiesIn(text)])
          for (const part of cut(text, found)) assert.ok(part !== '' && part.trim() === part, JSON.stringify(part));
      }),
    );
  });

  it('are the same thing as themselves, and symmetrically so', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const mentions = extractMentions(text).slice(0, 6);
        for (const a of mentions) {
          assert.ok(sameMention(a, a) || a.normal.length < 2);
          for (const b of mentions) assert.equal(sameMention(a, b), sameMention(b, a));
        }
      }),
    );
  });

  const first = (text: string) => {
    const [mention] = extractMentions(text);
    assert.ok(mention !== undefined, text);
    return mention;
  };
  const pairs: [a: string, b: string, same: boolean][] = [
    ['by Christian Bale', 'by Bale', true],
    ['by Christian Bale', 'by Heath Ledger', false],
    ['at the Reserve Bank of Corvey', 'said RBC', true],
    ['with 8 characters', 'with eight characters', true],
    ['for 40 percent', 'for 40', true],
    ['for 40 percent', 'for $40', false],
    ['on 12 May 2001', 'in 2001', true],
    ['in 2001', 'in 2002', false],
    ['in 1912', 'with 12', false],
  ];
  for (const [a, b, same] of pairs)
    it(`"${a}" and "${b}" ${same ? 'may be' : 'are not'} the same`, () => {
      assert.equal(sameMention(first(a), first(b)), same);
    });
});
