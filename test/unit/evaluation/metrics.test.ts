import assert from 'node:assert/strict';

import fc from 'fast-check';

import { containmentMatch, exactMatch, normaliseAnswer, overAnswers, tokenF1 } from '../../../evaluation/answer-metrics.ts';
import { aimsTable } from '../../../evaluation/aims.ts';
import { areaUnderCurve, balancedAccuracy, expectedCalibrationError } from '../../../evaluation/classification-metrics.ts';
import { citationScores } from '../../../evaluation/citation-metrics.ts';
import { bestSetScores, minimalityArea, minimalityAt, sameSpan, setScores } from '../../../evaluation/set-metrics.ts';
import { comparePaired, estimate, quantile } from '../../../evaluation/statistics.ts';

const near = (actual: number | null, expected: number) => {
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
};

describe('answer metrics', () => {
  it('compares answers without case, punctuation and articles', () => {
    assert.equal(normaliseAnswer('  The "Dark" Knight! '), 'dark knight');
    assert.equal(exactMatch('the Tulsa', 'Tulsa.'), 1);
    assert.equal(exactMatch('Tulsa, Oklahoma', 'Tulsa'), 0);
    assert.equal(containmentMatch('in Tulsa, Oklahoma', 'Tulsa'), 1);
    assert.equal(containmentMatch('Tulsan', 'Tulsa'), 0);
  });

  const f1: [answer: string, gold: string, expected: number][] = [
    ['Tulsa', 'Tulsa', 1],
    ['Tulsa Oklahoma', 'Tulsa', 2 / 3],
    ['a cat sat', 'the cat sat', 1],
    ['yes', 'yes it is', 0],
    ['no', 'yes', 0],
    ['', 'Tulsa', 0],
    ['one one two', 'one two two', 2 / 3],
  ];
  for (const [answer, gold, expected] of f1)
    it(`F1 of "${answer}" against "${gold}" is ${expected.toFixed(2)}`, () => {
      near(tokenF1(answer, gold), expected);
    });

  it('takes the best accepted answer, and 0 where there is none', () => {
    near(overAnswers(tokenF1, 'Tulsa', ['Dallas', 'Tulsa']), 1);
    near(overAnswers(tokenF1, 'Tulsa', []), 0);
  });

  it('F1 is symmetric and within [0, 1]', () => {
    const words = fc.array(fc.constantFrom('red', 'blue', 'green', 'yes'), { maxLength: 6 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, (a, b) => {
        const value = tokenF1(a, b);
        assert.ok(value >= 0 && value <= 1);
        near(tokenF1(b, a), value);
      }),
    );
  });
});

describe('set metrics', () => {
  it('scores against the alternative that fits best', () => {
    const scores = bestSetScores(new Set(['a', 'b']), [new Set(['c']), new Set(['a', 'b', 'd'])]);
    near(scores.precision, 1);
    near(scores.recall, 2 / 3);
    near(scores.f1, 0.8);
    assert.equal(scores.exact, 0);
  });

  it('two empty sets agree, an empty prediction of something scores nothing', () => {
    assert.equal(setScores(new Set(), new Set()).f1, 1);
    assert.equal(setScores(new Set(), new Set(['a'])).f1, 0);
  });

  it('a span stands for another when it shares more than half of the shorter', () => {
    assert.equal(sameSpan({ start: 0, end: 10 }, { start: 4, end: 30 }), true);
    assert.equal(sameSpan({ start: 0, end: 10 }, { start: 5, end: 30 }), false);
    assert.equal(sameSpan({ start: 0, end: 10 }, { start: 20, end: 30 }), false);
  });
});

describe('classification metrics', () => {
  it('balanced accuracy weighs classes alike', () => {
    near(balancedAccuracy(['y', 'y', 'y', 'y'], ['y', 'y', 'y', 'n']), 0.5);
    near(balancedAccuracy(['y', 'n'], ['y', 'n']), 1);
  });

  it('calibration error is 0 for a calibrated model and large for a boastful one', () => {
    near(expectedCalibrationError([0.75, 0.75, 0.75, 0.75], [true, true, true, false]), 0);
    near(expectedCalibrationError([1, 1], [false, false]), 1);
  });

  it('area under the curve counts ties half and needs both classes', () => {
    near(areaUnderCurve([0.1, 0.4, 0.35, 0.8], [false, false, true, true]), 0.75);
    near(areaUnderCurve([1, 1], [true, false]), 0.5);
    assert.equal(areaUnderCurve([1, 2], [true, true]), null);
  });
});

describe('statistics', () => {
  it('the interval holds the mean, and the same seed gives the same interval', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }), (values) => {
        const first = estimate(values);
        assert.deepEqual(estimate(values), first);
        assert.ok(first.low <= first.mean + 1e-9 && first.mean <= first.high + 1e-9);
      }),
      { numRuns: 20 },
    );
  });

  it('a paired difference without spread is certain, one without a difference is not', () => {
    const zeros = Array.from({ length: 20 }, () => 0);
    const ones = Array.from({ length: 20 }, () => 1);
    assert.ok(comparePaired(zeros, ones).p < 0.01);
    near(comparePaired(ones, ones).p, 1);
  });

  it('quantiles interpolate', () => {
    near(quantile([1, 2, 3, 4], 0.5), 2.5);
    near(quantile([5], 0.975), 5);
  });
});

describe('minimality', () => {
  it('counts what is good enough on few spans', () => {
    assert.deepEqual([minimalityAt(3, 0.6, 3), minimalityAt(3, 0.6, 4), minimalityAt(3, 0.59, 1), minimalityAt(3, 1, 0)], [1, 0, 0, 0]);
    assert.deepEqual(
      [minimalityArea(1, 1), minimalityArea(1, 4), minimalityArea(1, 11), minimalityArea(0.2, 1), minimalityArea(1, 0)],
      [1, 0.7, 0, 0, 0],
    );
  });

  it('the area is the mean over k', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 14 }), (score, size) => {
        const mean =
          Array.from({ length: 10 }, (_, index) => minimalityAt(index + 1, score, size)).reduce((sum, value) => sum + value, 0) / 10;
        near(minimalityArea(score, size), mean);
      }),
    );
  });
});

describe('citation metrics', () => {
  /** Entails what all of its words are in; a premise with "not" contradicts. */
  const entailment = {
    identity: { id: 'words', provider: 'bundled' as const, version: '1', local: true },
    classify: (pairs: readonly { premise: string; hypothesis: string }[]) =>
      Promise.resolve(
        pairs.map(({ premise, hypothesis }) => {
          if (premise.includes('not')) return { entail: 0, neutral: 0, contradict: 1 };
          return hypothesis.split(' ').every((word) => premise.includes(word))
            ? { entail: 1, neutral: 0, contradict: 0 }
            : { entail: 0, neutral: 1, contradict: 0 };
        }),
      ),
  };
  const of = async (statement: string, ...texts: string[]) =>
    (await citationScores([{ statement, spans: texts.map((text) => ({ text, heading: '' })) }], entailment, 1))[0];

  it('one span that says it all', async () => {
    assert.deepEqual(await of('a b', 'a b'), { recall: 1, precision: 1, contradiction: 0 });
  });
  it('two that only together say it are both needed', async () => {
    assert.deepEqual(await of('a b', 'a', 'b'), { recall: 1, precision: 1, contradiction: 0 });
  });
  it('one that adds nothing costs precision', async () => {
    assert.deepEqual(await of('a b', 'a b', 'c'), { recall: 1, precision: 0.5, contradiction: 0 });
  });
  it('nothing is precise that does not support', async () => {
    assert.deepEqual(await of('a b', 'a', 'c'), { recall: 0, precision: 0, contradiction: 0 });
  });
  it('tells what contradicts', async () => {
    assert.deepEqual(await of('a b', 'a b not'), { recall: 0, precision: 0, contradiction: 1 });
  });
  it('nothing shown scores nothing', async () => {
    assert.deepEqual(await of('a b'), { recall: 0, precision: 0, contradiction: 0 });
  });

  it('are asked for in one batch, each where it belongs', async () => {
    let calls = 0;
    const counting = {
      ...entailment,
      classify: (pairs: readonly { premise: string; hypothesis: string }[]) => {
        calls += 1;
        return entailment.classify(pairs);
      },
    };
    const scores = await citationScores(
      [
        { statement: 'a', spans: [] },
        { statement: 'a', spans: [{ text: 'a', heading: 'h' }] },
        { statement: 'b', spans: [{ text: 'a', heading: '' }] },
      ],
      counting,
      1,
    );
    assert.deepEqual([calls, scores.map(({ recall }) => recall)], [1, [0, 1, 0]]);
  });
});

describe('aims', () => {
  it('says of each that was measured whether it is met, and of no other', () => {
    const of = (mean: number) => ({ mean, low: mean, high: mean, n: 9 });
    const text = aimsTable([
      {
        set: 'cad-nli',
        items: 9,
        seed: 1,
        results: [{ arm: 'linchpin-entailment', metrics: { accuracy: of(0.7), ECE: of(0.06) }, values: {} }],
      },
    ]);
    assert.equal(text.split('\n').length, 4);
    assert.match(text, /accuracy \| at least 0.65 \| 0.700 .* met \|/);
    assert.match(text, /ECE \| at most 0.05 \| 0.060 .* missed \|/);
    assert.equal(aimsTable([]), '');
  });
});
