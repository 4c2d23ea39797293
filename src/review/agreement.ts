import type { Agreement } from '../contract/session.ts';

/** Verdicts of one item by reviewer. */
export type Ratings = ReadonlyMap<string, string>;

/** Agreement beyond chance on items that at least two have judged; null where there is none. Two reviewers: Cohen's kappa; more: Krippendorff's alpha. */
export function agreementOf(items: readonly Ratings[]): Agreement | null {
  const shared = items.filter((item) => item.size >= 2);
  const reviewers = [...new Set(shared.flatMap((item) => [...item.keys()]))];
  const [first, second] = reviewers;
  if (first === undefined || second === undefined) return null;
  if (reviewers.length > 2)
    return {
      claims: shared.length,
      measure: 'krippendorff-alpha',
      value: krippendorffAlpha(shared.map((item) => [...item.values()])),
      interval: null,
    };
  const pairs = shared.map((item): [string, string] => [item.get(first) ?? '', item.get(second) ?? '']);
  return { claims: shared.length, measure: 'cohen-kappa', value: cohenKappa(pairs), interval: kappaInterval(pairs) };
}

/**
 * Cohen (1960), eq. 1: (po - pe) / (1 - pe), with pe from each reviewer's own shares of the verdicts.
 * @returns at most 1; null for no pairs, and where both say the same of all, so that agreement by chance is certain
 */
export function cohenKappa(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null;
  const observed = pairs.filter(([a, b]) => a === b).length / pairs.length;
  const labels = new Set(pairs.flat());
  let expected = 0;
  for (const label of labels)
    expected += (pairs.filter(([a]) => a === label).length / pairs.length) * (pairs.filter(([, b]) => b === label).length / pairs.length);
  return expected === 1 ? null : (observed - expected) / (1 - expected);
}

/**
 * 95 % interval of Cohen's kappa by its large-sample variance (Fleiss, Cohen & Everitt 1969, eq. 14), kept within [-1, 1].
 * @returns null where kappa is not defined, and where the variance comes out as 0, as where they never disagree: that is no certainty, however few the pairs
 */
export function kappaInterval(pairs: readonly (readonly [string, string])[]): [number, number] | null {
  const kappa = cohenKappa(pairs);
  const count = pairs.length;
  if (kappa === null || pairs.every(([a, b]) => a === b)) return null;
  const share = (which: (pair: readonly [string, string]) => boolean): number => pairs.filter(which).length / count;
  const labels = [...new Set(pairs.flat())];
  const observed = share(([a, b]) => a === b);
  const first = new Map(labels.map((label) => [label, share(([a]) => a === label)]));
  const second = new Map(labels.map((label) => [label, share(([, b]) => b === label)]));
  const expected = labels.reduce((sum, label) => sum + (first.get(label) ?? 0) * (second.get(label) ?? 0), 0);
  let same = 0;
  let other = 0;
  for (const a of labels)
    for (const b of labels) {
      const both = share((pair) => pair[0] === a && pair[1] === b);
      if (a === b) same += both * (1 - expected - ((first.get(a) ?? 0) + (second.get(a) ?? 0)) * (1 - observed)) ** 2;
      else other += both * ((second.get(a) ?? 0) + (first.get(b) ?? 0)) ** 2;
    }
  const variance =
    (same + (1 - observed) ** 2 * other - (observed * expected - 2 * expected + observed) ** 2) / (count * (1 - expected) ** 4);
  if (variance < 1e-12) return null;
  const half = 1.959964 * Math.sqrt(variance);
  return [Math.max(-1, kappa - half), Math.min(1, kappa + half)];
}

/**
 * Krippendorff's alpha for nominal data (2011, section C): 1 - Do / De over the coincidences of values within units. Units need not be judged
 * by the same reviewers; those with one value say nothing.
 * @returns at most 1; null where fewer than two values can be paired, or all are the same
 */
export function krippendorffAlpha(units: readonly (readonly string[])[]): number | null {
  const paired = units.filter((unit) => unit.length >= 2);
  const totals = new Map<string, number>();
  let disagreement = 0;
  let values = 0;
  for (const unit of paired) {
    const counts = new Map<string, number>();
    for (const value of unit) counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const [value, count] of counts) {
      totals.set(value, (totals.get(value) ?? 0) + count);
      // Ordered pairs of this value with another, each weighed by 1 / (m - 1).
      disagreement += (count * (unit.length - count)) / (unit.length - 1);
    }
    values += unit.length;
  }
  let expected = 0;
  for (const total of totals.values()) expected += total * (values - total);
  return expected === 0 ? null : 1 - ((values - 1) * disagreement) / expected;
}
