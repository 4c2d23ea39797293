import assert from 'node:assert/strict';

import fc from 'fast-check';

import { ClaimChance, claimSigns, claimSignsOf, shippedClaimChance } from '../../../src/claims/chance.ts';
import { anyReading, claimFit, stanceOf, stances } from './readings.ts';

const figure = fc.constantFrom('silent' as const, 'same' as const, 'contradicts' as const);
const signOf = (name: (typeof claimSigns)[number], signs: readonly number[]): number => signs[claimSigns.indexOf(name)] ?? NaN;

describe('the chances of a claim', () => {
  it('sum to 1, whatever was read, by any fit', () => {
    const weight = fc.double({ min: -5, max: 5, noNaN: true });
    const ofClass = fc.record({
      weights: fc.array(weight, { minLength: claimSigns.length, maxLength: claimSigns.length }),
      offset: weight,
    });
    fc.assert(
      fc.property(anyReading, figure, ofClass, ofClass, ofClass, (reading, found, supported, refuted, open) => {
        const signs = claimSignsOf(reading, found);
        assert.equal(signs.length, claimSigns.length);
        assert.ok(signs.every((sign) => Number.isFinite(sign)));
        for (const calibration of [new ClaimChance(claimFit({ supported, refuted, open })), shippedClaimChance()]) {
          const chances = calibration.of(signs);
          assert.ok(Object.values(chances).every((own) => own >= 0 && own <= 1));
          assert.ok(Math.abs(chances.supported + chances.refuted + chances.open - 1) < 1e-9);
          assert.deepEqual(calibration.of(signs), chances);
        }
      }),
    );
  });

  it('go by the sides that were read', () => {
    const calibration = new ClaimChance(claimFit());
    const of = (supports: number, refutes: number) =>
      calibration.of(claimSignsOf({ passages: [stanceOf('a.md', 0, stances(supports, refutes), 'A.')], sets: [] }, 'silent'));
    assert.ok(of(0.9, 0.05).supported > of(0.3, 0.05).supported);
    assert.ok(of(0.05, 0.9).refuted > of(0.05, 0.3).refuted);
  });

  it('refuse a fit to other signs, and what is no fit', () => {
    assert.throws(() => new ClaimChance(claimFit({ signs: ['supports'] })), RangeError);
    assert.throws(() => new ClaimChance({ claims: {} }));
  });
});

describe('the signs of a claim', () => {
  it('count passages beyond the first that say it, two at most, and tell what figures say', () => {
    const passages = Array.from({ length: 5 }, (_, rank) => stanceOf(`${String(rank)}.md`, rank, stances(0.8, 0.1), 'A.'));
    const signs = claimSignsOf({ passages, sets: [] }, 'contradicts');
    assert.deepEqual([signOf('othersSupport', signs), signOf('othersRefute', signs)], [2, 0]);
    assert.deepEqual([signOf('figureContradicts', signs), signOf('figureSame', signs)], [1, 0]);
  });

  it('are those of nothing said where nothing was read', () => {
    const signs = claimSignsOf({ passages: [], sets: [] }, 'silent');
    assert.equal(signOf('supports', signs), signOf('refutes', signs));
    assert.ok(signs.every((sign) => Number.isFinite(sign)));
  });
});
