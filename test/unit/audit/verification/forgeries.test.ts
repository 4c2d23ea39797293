import assert from 'node:assert/strict';

import { isAsStated } from '../../../../src/audit/verification/as-stated.ts';
import { differences } from '../../../../src/audit/verification/differences.ts';
import { createRandom, type Random } from '../../../../src/base/random.ts';
import { LinchpinError } from '../../../../src/base/error.ts';
import { asked, forgeries, type Found, type ReportName, sealed } from '../../../support/forgeries.ts';
import { parsed, sampleReports, verifySample } from '../../../support/verified-sample.ts';

describe('a forged report', function () {
  this.timeout(300_000);
  let reports: Readonly<Record<ReportName, string>>;

  before(async () => {
    reports = await sampleReports();
  });

  /** What is changed and neither found nor named. */
  async function unnoticed(text: string, before: unknown, reread: boolean): Promise<{ found: Found; silent: string[] }> {
    const verified = await verifySample(text, reread).catch((error: unknown) => {
      if (error instanceof LinchpinError && error.code === 'report-invalid') return null;
      throw error;
    });
    if (verified === null || verified.result === 'contradicted') return { found: 'caught', silent: [] };
    const after: unknown = JSON.parse(text);
    const changed = differences(after, before)
      .map(({ at }) => at)
      // Made anew by the forger, of all the rest.
      .filter((at) => at !== 'hash' && at !== 'id');
    return { found: 'listed', silent: changed.filter((at) => !isAsStated(at, verified.asStated)) };
  }

  for (const name of Object.keys(asked) as ReportName[])
    it(`is none: "${asked[name].question}" is consistent, and proven when it is read again`, async () => {
      const plain = await verifySample(reports[name], false);
      assert.deepEqual([plain.result, plain.problems, plain.obstacles, plain.reread], ['consistent', [], [], null]);
      const again = await verifySample(reports[name], true);
      assert.deepEqual([again.result, again.problems, again.obstacles], ['proven', [], []]);
      assert.ok((again.reread ?? 0) > 0);
      assert.equal(isAsStated('reading.pairs.0.answered', plain.asStated), true);
      assert.equal(isAsStated('reading.pairs.0.answered', again.asStated), false);
    });

  for (const { name, of, change, plain, reread } of forgeries)
    it(`${name} (${of}): ${plain}, read again ${reread}`, async () => {
      const report = parsed(reports[of]);
      change(report);
      assert.notDeepEqual(report, parsed(reports[of]), 'the forgery changes nothing');
      const text = JSON.stringify(sealed(report));
      assert.deepEqual(
        [await unnoticed(text, JSON.parse(reports[of]), false), await unnoticed(text, JSON.parse(reports[of]), true)],
        [
          { found: plain, silent: [] },
          { found: reread, silent: [] },
        ],
      );
    });

  for (const name of ['sentence', 'refuted'] as const)
    it(`shows in any leaf of the report on "${asked[name].question}"`, async () => {
      const before: unknown = JSON.parse(reports[name]);
      const random = createRandom(20_251);
      const silent: string[] = [];
      for (const at of leavesOf(before)) {
        const after = changedAt(before, at, random);
        const { silent: found } = await unnoticed(after, before, false);
        silent.push(...found);
      }
      assert.deepEqual(silent, []);
    });
});

function leavesOf(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...at]];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...at, key]));
}

function changedAt(report: unknown, at: readonly string[], random: Random): string {
  const change = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return otherThan(value, random);
    if (Array.isArray(value)) return value.map((entry: unknown, place) => (String(place) === key ? change(entry, rest) : entry));
    return typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(Object.entries(value).map(([own, entry]) => [own, own === key ? change(entry, rest) : entry]));
  };
  const text = JSON.stringify(change(report, at));
  if (at[0] === 'hash' || at[0] === 'id') return text;
  try {
    return JSON.stringify(sealed(parsed(text)));
  } catch {
    // It is no report any more: that is noticed when it is opened.
    return text;
  }
}

function otherThan(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value + 1 + random.integer(3) : value > 0.5 ? value / 2 : value + 0.4;
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? `${value}x` : 0;
}
