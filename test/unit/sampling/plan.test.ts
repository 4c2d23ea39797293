import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { SamplePlan } from '../../../src/contract/sample.ts';
import { type Stratum, upperErrorsAtAnyTime } from '../../../src/sampling/betting.ts';
import { type Candidate, drawSample, furtherToReach } from '../../../src/sampling/plan.ts';

const plan: SamplePlan = { confidence: 0.95, tolerable: 0.05, by: 'verdict', seed: 4 };
const statuses = ['supported', 'refuted', 'not-enough-evidence'] as const;
const many = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, place) => ({ id: `c${place}`, status: statuses[place % 3] ?? 'supported', chance: (place % 10) / 10 }));

function further(strata: readonly Stratum[]): number | null {
  return furtherToReach(strata, 0.95, 0.05)?.reduce((sum, number) => sum + number, 0) ?? null;
}

describe('The plan of a sample', () => {
  it('draws the same order for the same seed whatever order the claims come in, and another for another', () => {
    const claims = many(60);
    assert.deepEqual(drawSample([...claims].reverse(), plan), drawSample(claims, plan));
    assert.notDeepEqual(drawSample(claims, { ...plan, seed: 5 }), drawSample(claims, plan));
  });

  it('holds each claim once, in the stratum of its verdict or chance', () => {
    for (const by of ['verdict', 'chance', 'none'] as const) {
      const strata = drawSample(many(60), { ...plan, by });
      assert.deepEqual(
        strata.flatMap(({ claims }) => claims.map(({ id }) => id)).sort(),
        many(60)
          .map(({ id }) => id)
          .sort(),
      );
      if (by === 'verdict') for (const { name, claims } of strata) assert.ok(claims.every(({ status }) => status === name));
      if (by === 'chance')
        assert.deepEqual(
          strata.map(({ name }) => name),
          ['0-0.7', '0.7-0.9', '0.9-1'],
        );
    }
  });

  it('is enough where nothing is wrong, and one fewer is not', () => {
    for (const count of [20, 100, 300]) {
      const strata = drawSample(many(count), plan);
      const after = strata.map(({ claims, planned }) => ({
        population: claims.length,
        drawn: Array.from({ length: planned }, () => false),
      }));
      assert.ok(upperErrorsAtAnyTime(after, 0.95) <= 0.05 * count);
      assert.equal(further(after), 0);
      const less = after.map(({ population, drawn }, place) => ({ population, drawn: place === 0 ? drawn.slice(1) : drawn }));
      assert.ok(upperErrorsAtAnyTime(less, 0.95) > 0.05 * count);
    }
  });

  it('asks for more where one was wrong, and says so when nothing helps', () => {
    const drawn = (wrong: number): boolean[] => Array.from({ length: 40 }, (_, place) => place < wrong);
    const none = further([{ population: 200, drawn: drawn(0) }]);
    const one = further([{ population: 200, drawn: drawn(1) }]);
    assert.ok(none !== null && one !== null && one > none);
    assert.equal(further([{ population: 200, drawn: drawn(11) }]), null);
  });

  it('draws from nothing only with an error', () => {
    assert.throws(() => drawSample([], plan), { code: 'review-invalid' });
  });

  it('puts each claim first about equally often', () => {
    const firsts = new Map<string, number>();
    for (let seed = 0; seed < 3000; seed += 1) {
      const id = drawSample(many(6), { ...plan, by: 'none', seed })[0]?.claims[0]?.id ?? '';
      firsts.set(id, (firsts.get(id) ?? 0) + 1);
    }
    // 500 each; five standard deviations.
    for (const count of firsts.values()) assert.ok(Math.abs(count - 500) < 5 * Math.sqrt((3000 * 5) / 36), String(count));
    assert.equal(firsts.size, 6);
  });

  it('reaches any tolerable share with all that is left, if nothing is wrong', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        (sizes, tolerable) => {
          const added = furtherToReach(
            sizes.map((population) => ({ population, drawn: [] })),
            0.95,
            tolerable,
          );
          assert.ok(added?.every((number, place) => number <= (sizes[place] ?? 0)));
        },
      ),
      { seed: 1, numRuns: 40 },
    );
  });
});
