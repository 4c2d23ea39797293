import assert from 'node:assert/strict';

import fc from 'fast-check';

import {
  calibrate,
  expectedCalibrationError,
  fitIsotonic,
  fitTemperature,
  interpolate,
  meanAbsoluteError,
  reliabilityCurve,
} from '../../../src/minimise/calibration.ts';
import {
  contribution,
  deletionEffect,
  hardestNegative,
  interaction,
  interactions,
  necessities,
} from '../../../src/minimise/interventions.ts';
import { createQuality, rawQuality } from '../../../src/minimise/quality.ts';
import {
  centralities,
  entityOverlap,
  evidenceGraph,
  graphNode,
  sourceConsistency,
  timeConsistency,
} from '../../../evaluation/graph-reranker/graph.ts';
import { searchDefaults, uncertaintyOf, utility } from '../../../src/minimise/search.ts';
import { paperFit, tabulated } from './brute.ts';

const near = (actual: number, expected: number, tolerance = 1e-9): void => {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
};

describe('CER equations', () => {
  it('eq. 3: 0.4 entail + 0.3 coverage - 0.2 contradiction - 0.1 length', () => {
    near(rawQuality({ entail: 0.9, coverage: 0.8, contradiction: 0.1, length: 3 / 25 }, paperFit.weights), 0.36 + 0.24 - 0.02 - 0.012);
    near(rawQuality({ entail: 1, coverage: 1, contradiction: 0, length: 0 }, paperFit.weights), 0.7);
  });

  it('eq. 17 and 18: the terms of a set, then the sigmoid', () => {
    const quality = createQuality({
      spans: [
        { entailment: { entail: 0.6, neutral: 0.3, contradict: 0.1 }, covers: 0b01 },
        { entailment: { entail: 0.2, neutral: 0.4, contradict: 0.4 }, covers: 0b10 },
      ],
      unitWeights: [0.75, 0.25],
      joint: [{ set: 0b11, entail: 0.95 }],
      stance: 'support',
      fit: paperFit,
    });
    const both = quality.terms(0b11);
    assert.deepEqual([both.entail, both.coverage, both.contradiction, both.length], [0.95, 1, 0.4, 2 / 25]);
    near(both.raw, 0.38 + 0.3 - 0.08 - 0.008);
    near(both.calibrated, 1 / (1 + Math.exp(-(both.raw - 0.35) / 0.09)));
    assert.equal(quality.terms(0b01).entail, 0.6);
    assert.equal(quality.terms(0).raw, 0);
    const refuting = createQuality({
      spans: [{ entailment: { entail: 0.1, neutral: 0.1, contradict: 0.8 }, covers: 1 }],
      unitWeights: [1],
      joint: [],
      stance: 'refute',
      fit: paperFit,
    });
    assert.deepEqual([refuting.terms(1).entail, refuting.terms(1).contradiction], [0.8, 0.1]);
  });

  it('a set supports as well as its best reading: what no reading has adds nothing', () => {
    const entailment = { entail: 0.5, neutral: 0.5, contradict: 0 };
    const input = {
      spans: [
        { entailment, covers: 0b001 },
        { entailment, covers: 0b010 },
        { entailment, covers: 0b100 },
      ],
      unitWeights: [0.25, 0.25, 0.5],
      stance: 'support',
      fit: paperFit,
    } as const;
    const apart = createQuality({ ...input, joint: [] });
    assert.deepEqual([apart.terms(0b011).coverage, apart.terms(0b111).coverage], [0.25, 0.5]);
    const together = createQuality({ ...input, joint: [{ set: 0b011, entail: 0.9 }] });
    assert.deepEqual([together.terms(0b011).entail, together.terms(0b011).coverage, together.terms(0b111).coverage], [0.9, 0.5, 0.5]);
  });

  it('a set refutes as well as its best span: what others mention adds nothing', () => {
    const quality = createQuality({
      spans: [
        { entailment: { entail: 0.1, neutral: 0.5, contradict: 0.4 }, covers: 0b11 },
        { entailment: { entail: 0.1, neutral: 0.1, contradict: 0.8 }, covers: 0b01 },
      ],
      unitWeights: [0.5, 0.5],
      joint: [],
      stance: 'refute',
      fit: paperFit,
    });
    const [both, best] = [quality.terms(0b11), quality.terms(0b10)];
    assert.deepEqual([both.entail, both.coverage], [best.entail, best.coverage]);
    near(both.raw, best.raw - 0.1 / 25);
    assert.ok(quality.bound(0b01, 0b10) >= Math.max(quality.value(0b01), quality.value(0b11)));
  });

  it('quality is halved while a required unit is missing', () => {
    const entailment = { entail: 0.9, neutral: 0.1, contradict: 0 };
    const input = {
      spans: [
        { entailment, covers: 0b01 },
        { entailment, covers: 0b10 },
      ],
      unitWeights: [0.5, 0.5],
      joint: [],
      stance: 'support',
      fit: paperFit,
    } as const;
    const [free, bound] = [createQuality(input), createQuality({ ...input, required: 0b10 })];
    assert.deepEqual(
      [0b01, 0b10, 0b11].map((set) => bound.value(set) / free.value(set)),
      [0.5, 1, 1],
    );
    assert.ok(bound.bound(0b01, 0) < bound.bound(0b01, 0b10));
  });

  it('eq. 4: shares of the positive deletion effects', () => {
    assert.deepEqual(necessities([0.3, 0.1, -0.2]), [0.3 / 0.4, 0.1 / 0.4, 0]);
    assert.deepEqual(necessities([0, -1]), [0, 0]);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }), (effects) => {
        const sum = necessities(effects).reduce((total, share) => total + share, 0);
        near(sum, effects.some((effect) => effect > 0) ? 1 : 0, 1e-6);
      }),
    );
  });

  it('eq. 5 to 7: deletion, replacement, and 0.7 to 0.3 between them', () => {
    const f = tabulated(2, (mask) => [0.1, 0.5, 0.4, 0.9][mask] ?? 0);
    near(deletionEffect(f, 0b11, 0), 0.9 - 0.4);
    near(contribution(0.5, 0.6), 0.7 * 0.5 + 0.3 * 0.6);
    near(contribution(0.5, null), 0.5);
  });

  it('sec. 3.2: the hardest negative is near and contradicts', () => {
    const candidates = [
      { candidate: 'near but neutral', similarity: 0.95, contradiction: 0.05 },
      { candidate: 'near and contrary', similarity: 0.8, contradiction: 0.7 },
      { candidate: 'contrary but far', similarity: 0.1, contradiction: 0.99 },
    ];
    assert.equal(hardestNegative(candidates)?.candidate, 'near and contrary');
    assert.equal(hardestNegative([{ candidate: 'x', similarity: 0.9, contradiction: 0 }]), null);
  });

  it('docs/methods.md 2.5: interaction says complementary, redundant, conflicting', () => {
    const kinds = (values: readonly number[]) =>
      interactions(
        tabulated(2, (mask) => values[mask] ?? 0),
        0b11,
      ).map(({ kind }) => kind);
    near(
      interaction(
        tabulated(2, (mask) => [0, 0.1, 0.1, 0.9][mask] ?? 0),
        0,
        1,
      ),
      0.7,
    );
    assert.deepEqual(kinds([0, 0.1, 0.1, 0.9]), ['complementary']);
    assert.deepEqual(kinds([0, 0.8, 0.8, 0.85]), ['redundant']);
    assert.deepEqual(kinds([0, 0.8, 0.1, 0.4]), ['conflicting']);
    assert.deepEqual(kinds([0, 0.4, 0.4, 0.8]), ['independent']);
  });

  it('eq. 11 to 14: the relations of the evidence graph', () => {
    const a = graphNode('Marie Curie won the Nobel Prize in 1903.', '', 'a.md');
    const b = graphNode('Marie Curie won the Nobel Prize again in 1905.', '', 'a.md');
    const c = graphNode('Lisbon lies on the Tagus.', '', 'b.md');
    assert.equal(timeConsistency(a, b), 1);
    assert.equal(timeConsistency(a, c), 0);
    assert.equal(sourceConsistency(a, b), 0.8);
    assert.equal(sourceConsistency(a, c), 0);
    assert.ok(entityOverlap(a, b) > 0.3);
    assert.equal(entityOverlap(a, c), 0);
    assert.deepEqual(
      evidenceGraph([a, b, c], () => 0).map((edge) => [edge.a, edge.b]),
      [[0, 1]],
    );
    assert.deepEqual(
      evidenceGraph([a, b, c], (x, y) => (x === 0 && y === 2 ? 0.6 : 0)).map((edge) => [edge.a, edge.b]),
      [
        [0, 1],
        [0, 2],
      ],
    );
    assert.deepEqual(evidenceGraph([a, b, c], () => 0.5).length, 1);
  });

  it('eq. 16: the middle of a chain bridges, and ranks highest', () => {
    const weights = { entity: 1, time: 0, source: 0, contradiction: 0 };
    const { pageRank, betweenness } = centralities(4, [
      { a: 0, b: 1, weights },
      { a: 1, b: 2, weights },
    ]);
    assert.deepEqual(
      betweenness.map((value) => value > 0),
      [false, true, false, false],
    );
    assert.equal(Math.max(...pageRank), pageRank[1]);
    near(
      pageRank.reduce((sum, value) => sum + value, 0),
      1,
      1e-3,
    );
    assert.deepEqual(centralities(0, []), { pageRank: [], betweenness: [] });
  });

  it('eq. 19: gain less 0.05 per 1000 tokens plus 0.2 of the uncertainty', () => {
    near(utility({ gain: 0.3, uncertainty: 0.1 }, 200, searchDefaults), 0.3 - 0.01 + 0.02);
  });

  it('eq. 21: the population standard deviation', () => {
    near(uncertaintyOf([1, 3]), 1);
    near(uncertaintyOf([2, 4, 4, 4, 5, 5, 7, 9]), 2);
    assert.equal(uncertaintyOf([]), 0);
  });

  it('keeps the defaults of sec. 3.7', () => {
    assert.deepEqual(searchDefaults, { threshold: 0.75, epsilon: 0.05, costWeight: 0.05, uncertaintyWeight: 0.2, smallGain: 0.02 });
  });
});

describe('calibration', () => {
  it('finds the curve that made the labels', () => {
    const observations = Array.from({ length: 400 }, (_, index) => {
      const raw = index / 400;
      return { raw, actual: 1 / (1 + Math.exp(-(raw - 0.4) / 0.1)) };
    });
    const { shift, temperature } = fitTemperature(observations);
    near(shift, 0.4, 0.01);
    near(temperature, 0.1, 0.01);
  });

  it('never falls with raw quality, with isotonic knots or without', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ predicted: fc.double({ min: 0, max: 1, noNaN: true }), actual: fc.double({ min: 0, max: 1, noNaN: true }) }), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 }),
        (observations, raws) => {
          const isotonic = fitIsotonic(observations);
          for (const fit of [{ ...paperFit, isotonic }, paperFit]) {
            const values = [...raws].sort((a, b) => a - b).map((raw) => calibrate(raw, fit));
            for (const [index, value] of values.entries()) assert.ok(index === 0 || value >= (values[index - 1] ?? 0) - 1e-12);
          }
        },
      ),
    );
  });

  it('pools adjacent violators: the best never-falling fit of 1, 3, 2, 4', () => {
    const { x, y } = fitIsotonic([1, 3, 2, 4].map((actual, index) => ({ predicted: index / 4, actual: actual / 4 })));
    const at = (value: number) => interpolate(value, { x, y });
    assert.deepEqual([at(0), at(0.25), at(0.5), at(0.75)], [0.25, 0.625, 0.625, 1]);
    assert.deepEqual([at(-5), at(5)], [0.25, 1]);
  });

  it('lessens the squared error on its own data, whatever the data', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ predicted: fc.double({ min: 0, max: 1, noNaN: true }), actual: fc.integer({ min: 0, max: 1 }) }), {
          minLength: 1,
          maxLength: 50,
        }),
        (observations) => {
          const knots = fitIsotonic(observations);
          const squared = (values: readonly number[]) =>
            values.reduce((sum, value, index) => sum + (value - (observations[index]?.actual ?? 0)) ** 2, 0);
          const fitted = squared(observations.map(({ predicted }) => interpolate(predicted, knots)));
          assert.ok(fitted <= squared(observations.map(({ predicted }) => predicted)) + 1e-9);
        },
      ),
    );
  });

  it('measures the expected calibration error and the curve', () => {
    const observations = [
      { predicted: 0.9, actual: 1 },
      { predicted: 0.9, actual: 0 },
      { predicted: 0.1, actual: 0 },
    ];
    near(expectedCalibrationError(observations), (2 * 0.4 + 0.1) / 3);
    near(meanAbsoluteError(observations), (0.1 + 0.9 + 0.1) / 3);
    assert.deepEqual(
      reliabilityCurve(observations).map(({ from, size }) => [from, size]),
      [
        [0.1, 1],
        [0.9, 2],
      ],
    );
    assert.equal(expectedCalibrationError([]), 0);
  });
});
