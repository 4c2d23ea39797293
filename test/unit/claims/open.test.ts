import assert from 'node:assert/strict';

import fc from 'fast-check';

import { figuresSaid, isAnythingSaid } from '../../../src/claims/open.ts';
import { stanceOf, stances } from './readings.ts';

describe('What a text gives of the figures of a claim', () => {
  const cases: [string, string, string, string[], string[]][] = [
    ['one of two', 'The rent is £58,000 and the lease runs for 10 years.', 'The rent is £58,000 a year.', ['£58,000'], ['10 years']],
    ['a number without its sign, in a table', 'The price is £1,960.', 'B-310 | 1960 | no', ['£1,960'], []],
    [
      'with other marks between thousands',
      'Stock was valued at £246,800.',
      'Stock at 31 December 2024 was valued at £246 800.',
      ['£246,800'],
      [],
    ],
    ['a share', 'Turnover rose by 6 %.', 'Turnover was £4.1m, up 6 % on 2023.', ['6 %'], []],
    ['a date', 'It ends on 30 September 2026.', 'The lease of Unit 12 ends on 30 September 2026.', ['30 September 2026'], []],
    ['nothing where there is none', 'The gate is green.', 'The gate is 3 m wide.', [], []],
  ];
  for (const [name, claim, text, said, unsaid] of cases)
    it(name, () => {
      const trimmed = (words: readonly string[]): string[] => words.map((word) => word.trim());
      const found = figuresSaid(claim, text);
      assert.deepEqual([trimmed(found.said), trimmed(found.unsaid)], [said, unsaid]);
    });

  it('is all of it for a text that holds the claim', () => {
    const figure = fc.oneof(
      fc.integer({ min: 2, max: 9999 }).map((n) => `£${n.toLocaleString('en')}`),
      fc.integer({ min: 2, max: 99 }).map((n) => `${n} %`),
      fc.integer({ min: 1, max: 28 }).map((n) => `${n} May 2024`),
    );
    fc.assert(
      fc.property(fc.array(figure, { minLength: 1, maxLength: 3 }), fc.string(), (figures, around) => {
        const claim = `It was ${figures.join(' and ')}.`;
        assert.deepEqual(figuresSaid(claim, `${around}\n${claim}`).unsaid, []);
      }),
    );
  });
});

describe('Whether anything that was read is about a claim', () => {
  const claim = 'The owls of the old mill sleep in winter.';
  it('goes by the reading, and by the words where the reading sees nothing', () => {
    const quiet = stances(0.01, 0.01);
    assert.equal(isAnythingSaid(claim, { passages: [], sets: [] }), false);
    assert.equal(isAnythingSaid(claim, { passages: [stanceOf('a.md', 0, quiet, 'The fee is £40.')], sets: [] }), false);
    assert.equal(isAnythingSaid(claim, { passages: [stanceOf('a.md', 0, stances(0.2, 0.05), 'The fee is £40.')], sets: [] }), true);
    assert.equal(
      isAnythingSaid(claim, { passages: [stanceOf('a.md', 0, quiet, 'In winter the owls sleep in the mill.')], sets: [] }),
      true,
    );
  });
});
