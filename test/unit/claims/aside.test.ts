import assert from 'node:assert/strict';

import { otherInRow, setAside, timesTurned } from '../../../src/claims/aside.ts';
import { compare } from '../../../src/claims/compare.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { polarityOf } from '../../../src/claims/polarity.ts';
import { readText } from '../../../src/claims/reading.ts';

function held(claim: string, text: string): ReturnType<typeof compare> {
  return compare(readText(claim), { text, headings: [], document: ['Guide'], beside: [], elsewhere: [] }, new Map(), bundledKnowledge());
}

describe('what a sentence names only to set it aside', () => {
  const cases: readonly (readonly [claim: string, text: string, aside: boolean])[] = [
    ['Fuel was the largest item.', 'The largest item was the engine, followed by fuel.', true],
    ['The engine was the largest item.', 'The largest item was the engine, followed by fuel.', false],
    ['The flag applies to debug builds.', 'The flag applies to release builds rather than debug builds.', true],
  ];
  for (const [claim, text, aside] of cases) {
    it(`${claim} | ${text}`, () => {
      assert.equal(setAside(readText(claim), readText(text), held(claim, text).aligned) > 0, aside);
    });
  }

  it('sees the other side of the same event, and not of another', () => {
    const turned = (claim: string, text: string): boolean => timesTurned(readText(claim), readText(text), held(claim, text).aligned);
    const text = 'The office verifies identity before granting access.';
    assert.equal(turned('The office verifies identity after granting access.', text), true);
    assert.equal(turned('The office verifies identity before it grants access.', text), false);
    assert.equal(turned('The office grants access after verifying identity.', text), false);
  });

  it("reads a row's column of doers", () => {
    const row = readText('What: Find an owner for every mailbox; Who: IT Security; By: 31 March 2026');
    assert.notEqual(otherInRow(readText('The Service Desk has to find an owner for every mailbox.'), row), null);
    assert.equal(otherInRow(readText('IT Security has to find an owner for every mailbox.'), row), null);
  });
});

describe('figures that stand beside something else', () => {
  const crew = 'Coxswains retire from the boat at 60, crew at 55.';
  const cases: readonly (readonly [claim: string, misplaced: boolean])[] = [
    ['Coxswains retire at 55.', true],
    ['Coxswains retire at 60.', false],
    ['Crew retire at 55.', false],
  ];
  for (const [claim, misplaced] of cases) {
    it(claim, () => {
      assert.equal(held(claim, crew).misplaced > 0, misplaced);
    });
  }

  it('a sentence misplaces none of its own', () => {
    const text = 'After 10 failed attempts within 15 minutes the account is locked for 30 minutes.';
    assert.equal(held(text, text).misplaced, 0);
  });

  it('a whole number may be a rounded one, and more than a span goes on from it', () => {
    const state = (claim: string, text: string): string | undefined =>
      held(claim, text).atoms.find(({ kind }) => kind === 'quantity')?.state;
    assert.notEqual(state('The babies were fed for five months.', 'The babies were fed for 5.4 months.'), 'denied');
    assert.equal(state('The babies were fed for seven months.', 'The babies were fed for 5.4 months.'), 'denied');
    assert.notEqual(
      state('Guests who stay for more than 28 nights need leave.', 'Guests stay for 28 nights, after which they need leave.'),
      'denied',
    );
    assert.equal(state('A minimum size of 9 points is used.', 'A minimum size of 12 points is used.'), 'denied');
  });
});

describe('clauses that are turned', () => {
  const cases: readonly (readonly [claim: string, text: string, turned: boolean])[] = [
    [
      'The site uses cookies to collect names.',
      'We do not use cookies to collect names, and we do not use cookies to track visitors.',
      true,
    ],
    ['The site takes no squirrels.', 'We do not take: pigeons with rings, squirrels, and deer.', false],
    ['The guide supports one overall level.', 'The guide no longer supports one overall level.', true],
    ['Meals last no longer than an hour.', 'Meals last an hour at most.', false],
    ['The store refuses cans without a complete label.', 'Cans with an incomplete label are refused by the store.', false],
  ];
  for (const [claim, text, turned] of cases) {
    it(`${claim} | ${text}`, () => {
      const [own, stated] = [readText(claim), readText(text)];
      const { all } = polarityOf(claim, text, [own, stated], held(claim, text).aligned, false, bundledKnowledge());
      assert.equal(all > 0.5, turned);
    });
  }
});
