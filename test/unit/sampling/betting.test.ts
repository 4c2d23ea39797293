import assert from 'node:assert/strict';

import fc from 'fast-check';

import { createRandom, type Random } from '../../../src/base/random.ts';
import { type Stratum, upperErrorsAtAnyTime, Wealth } from '../../../src/sampling/betting.ts';
import { upperErrors } from '../../../src/sampling/hypergeometric.ts';

const none = (count: number): boolean[] => Array.from({ length: count }, () => false);

function logWealth({ population, drawn }: Stratum, wrong: number): number {
  const wealth = new Wealth(population, wrong);
  for (const isWrong of drawn) wealth.draw(isWrong);
  return wealth.log;
}

describe('The bound by betting', () => {
  it('is everything before anything was looked at, and what was found when all was', () => {
    assert.equal(upperErrorsAtAnyTime([{ population: 40, drawn: [] }], 0.95), 40);
    const drawn = [...none(37), true, true, true];
    assert.equal(upperErrorsAtAnyTime([{ population: 40, drawn }], 0.95), 3);
  });

  it('falls with each right item and lies between what was found and what is possible', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(fc.boolean(), { maxLength: 60 }), (population, results) => {
        const drawn = results.slice(0, population);
        const found = drawn.filter(Boolean).length;
        const bound = upperErrorsAtAnyTime([{ population, drawn }], 0.95);
        assert.ok(bound >= found && bound <= population - (drawn.length - found));
        if (drawn.length < population) assert.ok(upperErrorsAtAnyTime([{ population, drawn: [...drawn, false] }], 0.95) <= bound);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('excludes more wrong items the surer, the more there would have to be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.boolean(), { maxLength: 50 }), (population, results) => {
        const drawn = results.slice(0, population);
        const wealth = Array.from({ length: population + 1 }, (_, wrong) => logWealth({ population, drawn }, wrong));
        for (const [wrong, value] of wealth.entries()) assert.ok(wrong === 0 || value >= (wealth[wrong - 1] ?? 0) - 1e-9);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it('of several strata is no lower than each alone, and costs little beside one', () => {
    const strata = [60, 30, 10].map((population) => ({ population, drawn: none(population / 2) }));
    const bound = upperErrorsAtAnyTime(strata, 0.95);
    for (const stratum of strata) assert.ok(bound >= upperErrorsAtAnyTime([stratum], 0.95));
    assert.ok(bound <= upperErrorsAtAnyTime([{ population: 100, drawn: none(50) }], 0.95) + 2);
  });

  // 10,000 draws a setting: of them at most one in twenty may ever tell a bound that is too low. A little more is allowed for chance: three
  // standard deviations of the count.
  for (const [population, wrong] of [
    [40, 1],
    [40, 8],
    [300, 3],
    [300, 30],
    [300, 150],
  ] as const)
    it(`holds at every moment in 95 % of 10,000 draws with ${wrong} of ${population} wrong`, () => {
      const random = createRandom(7 * population + wrong);
      const draws = 10_000;
      let broken = 0;
      for (let draw = 0; draw < draws; draw += 1) if (isEverExcluded(population, wrong, random, Math.log(20))) broken += 1;
      assert.ok(broken / draws <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / draws), `${broken} of ${draws}`);
    });
});

describe('The bound of a sample whose size was fixed', () => {
  it('is the known one: none wrong in 59 of very many are at most 5 %', () => {
    assert.equal(upperErrors({ population: 100_000, looked: 59, wrong: 0, confidence: 0.95 }) / 100_000 <= 0.05, true);
    assert.equal(upperErrors({ population: 100_000, looked: 57, wrong: 0, confidence: 0.95 }) / 100_000 > 0.05, true);
  });

  it('is no higher than the one that holds at any time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(fc.boolean(), { maxLength: 60 }), (population, results) => {
        const drawn = results.slice(0, population);
        const fixed = upperErrors({ population, looked: drawn.length, wrong: drawn.filter(Boolean).length, confidence: 0.95 });
        assert.ok(fixed <= upperErrorsAtAnyTime([{ population, drawn }], 0.95));
      }),
      { seed: 1, numRuns: 150 },
    );
  });
});

/** Whether the true number is ruled out at any moment of a draw of half of the items. */
function isEverExcluded(population: number, wrong: number, random: Random, limit: number): boolean {
  const wealth = new Wealth(population, wrong);
  let left = wrong;
  let before = false;
  for (let turn = 0; turn < population / 2; turn += 1) {
    const isWrong = random.next() < left / (population - turn);
    // Wealth falls at wrong items only, so that it peaks just before them and at the end.
    if (isWrong && !before && wealth.log >= limit) return true;
    if (isWrong) left -= 1;
    before = isWrong;
    wealth.draw(isWrong);
  }
  return wealth.log >= limit;
}
