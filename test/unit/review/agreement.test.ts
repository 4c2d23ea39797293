import assert from 'node:assert/strict';

import fc from 'fast-check';

import { agreementOf, cohenKappa, kappaInterval, krippendorffAlpha } from '../../../src/review/agreement.ts';

const near = (value: number | null, wanted: number): void => {
  assert.ok(value !== null && Math.abs(value - wanted) < 1e-3, `${value} is not ${wanted}`);
};

describe('agreement', () => {
  it('is 0.4 for 50 grants of which both say yes to 20 and no to 15', () => {
    const pairs = [
      ...Array.from({ length: 20 }, () => ['yes', 'yes'] as const),
      ...Array.from({ length: 5 }, () => ['yes', 'no'] as const),
      ...Array.from({ length: 10 }, () => ['no', 'yes'] as const),
      ...Array.from({ length: 15 }, () => ['no', 'no'] as const),
    ];
    near(cohenKappa(pairs), 0.4);
  });

  it('has the interval of its large-sample variance, which is narrower for more claims', () => {
    const grants = (times: number): [string, string][] =>
      (
        [
          ['yes', 'yes', 20],
          ['yes', 'no', 5],
          ['no', 'yes', 10],
          ['no', 'no', 15],
        ] as const
      ).flatMap(([a, b, count]) => Array.from({ length: count * times }, (): [string, string] => [a, b]));
    const [low, high] = kappaInterval(grants(1)) ?? [NaN, NaN];
    // Its standard error is 0.127; the jackknife of the same table gives 0.130, 4,000 resamples 0.126.
    near(low, 0.151);
    near(high, 0.649);
    const [closer, farther] = kappaInterval(grants(4)) ?? [NaN, NaN];
    assert.ok(Math.abs((farther - closer) / (high - low) - 0.5) < 1e-9);
    assert.equal(
      kappaInterval([
        ['a', 'a'],
        ['b', 'b'],
      ]),
      null,
    );
  });

  it("is 0.743 for the nominal data of Krippendorff's example with four observers", () => {
    const rows = ['1 2 3 3 2 1 4 1 2 * * *', '1 2 3 3 2 2 4 1 2 5 * 3', '* 3 3 3 2 3 4 2 2 5 1 *', '1 2 3 3 2 4 4 1 2 5 1 *'].map((row) =>
      row.split(' '),
    );
    const units = Array.from({ length: 12 }, (_, at) => rows.flatMap((row) => (row[at] === undefined || row[at] === '*' ? [] : [row[at]])));
    near(krippendorffAlpha(units), 0.743);
  });

  it('is not defined where all say the same of all, or nobody shares a claim', () => {
    assert.equal(cohenKappa([['a', 'a']]), null);
    assert.equal(krippendorffAlpha([['a', 'a', 'a'], ['b']]), null);
    assert.equal(agreementOf([new Map([['ann', 'a']]), new Map([['bob', 'a']])]), null);
  });

  it('is 1 for those who always agree, and the measure goes by how many they are', () => {
    const item = (verdict: string, ...names: string[]) => new Map(names.map((name) => [name, verdict]));
    const two = [item('a', 'ann', 'bob'), item('b', 'ann', 'bob'), item('b', 'ann')];
    assert.deepEqual(agreementOf(two), { claims: 2, measure: 'cohen-kappa', value: 1, interval: null });
    assert.deepEqual(agreementOf([...two, item('a', 'bob', 'cat')]), {
      claims: 3,
      measure: 'krippendorff-alpha',
      value: 1,
      interval: null,
    });
  });

  it('does not depend on what the verdicts are called, nor on who is named first', () => {
    const ratings = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(ratings, (units) => {
        const value = krippendorffAlpha(units);
        const turned = krippendorffAlpha(units.map((unit) => unit.map((verdict) => ({ a: 'b', b: 'c', c: 'a' })[verdict]).reverse()));
        assert.ok((value === null && turned === null) || Math.abs((value ?? 0) - (turned ?? 0)) < 1e-9);
        assert.ok(value === null || value <= 1);
      }),
    );
  });
});
