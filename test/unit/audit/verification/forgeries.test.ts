import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RecordingJudge } from '../../../../src/audit/recorded-judge.ts';
import { replay } from '../../../../src/audit/replay.ts';
import { differences, isObject } from '../../../../src/audit/verification/differences.ts';
import { createRandom, type Random } from '../../../../src/base/random.ts';
import { hashReport } from '../../../../src/contract/hash.ts';
import { LinchpinError } from '../../../../src/base/error.ts';
import { faultOf } from '../../../../src/cli/commands/import.ts';
import type { ReadDocument } from '../../../../src/documents/document.ts';
import { createEngine } from '../../../../src/engine/engine.ts';
import type { PairScore } from '../../../../src/inference/types.ts';
import { SavedAudits } from '../../../../src/review/audits.ts';
import { importReviews } from '../../../../src/review/import.ts';
import { isAsStated } from '../../../support/as-stated.ts';
import { asked, type Found, type ReportName, sealed } from '../../../support/forgeries.ts';
import { forgeries } from '../../../support/forgery-table.ts';
import { parsed, sampleDocument, sampleFolder, sampleReports, verifySample } from '../../../support/verified-sample.ts';

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

  for (const { name, of, change, found } of forgeries)
    it(`${name} (${of}): ${found}, also when it is read again`, async () => {
      const report = parsed(reports[of]);
      change(report);
      assert.notDeepEqual(report, parsed(reports[of]), 'the forgery changes nothing');
      const text = JSON.stringify(sealed(report));
      assert.deepEqual(
        [await unnoticed(text, JSON.parse(reports[of]), false), await unnoticed(text, JSON.parse(reports[of]), true)],
        [
          { found, silent: [] },
          { found, silent: [] },
        ],
      );
    });

  it('by who has the program is consistent, with the numbers as stated; read again it does not hold', async () => {
    const forged = parsed(reports.sentence);
    const { reading } = forged;
    assert.ok(reading !== undefined);
    forged.question = reading.query = 'May passwords be empty?';
    const liar = new RecordingJudge({
      identity: forged.models.judge ?? forged.models.generator,
      scorePairs: async (pairs) => Promise.resolve(pairs.map(({ sentences }) => ({ ...surelyYes, evidence: sentences.map(() => 0.9) }))),
    });
    const documents = new Map<string, ReadDocument>();
    for (const { path } of reading.documents) {
      const document = await sampleDocument(path);
      if (document !== null) documents.set(path, document);
    }
    Object.assign(forged, await replay(forged, reading, documents, liar, { seed: 1 }));
    reading.pairs = liar.pairs();
    const text = JSON.stringify(sealed(forged));
    assert.equal(forged.answer.short, 'Yes');
    const plain = await verifySample(text, false);
    assert.deepEqual([plain.result, plain.problems, isAsStated('reading.pairs.0.answered', plain.asStated)], ['consistent', [], true]);
    const again = await verifySample(text, true);
    assert.equal(again.result, 'contradicted');
    assert.match(again.problems.join(), /Read again, “.*” is judged otherwise/);
  });

  it('is not imported, with a hash that fits; the one that it was made of is', async () => {
    const home = await mkdtemp(join(tmpdir(), 'linchpin-forged-'));
    const engine = createEngine();
    try {
      const [theirs, ours] = [join(home, 'theirs'), join(home, 'ours')];
      await cp(sampleFolder, ours, { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
      const forged = parsed(reports.refuted);
      forged.answer.status = 'supported';
      await new SavedAudits(theirs).save(sealed(forged));
      await new SavedAudits(theirs).save(parsed(reports.words));
      const files = await importReviews(theirs, ours, (report) => faultOf(engine, ours, report));
      assert.deepEqual(files.map(({ what }) => what).sort(), ['added', 'refused']);
      assert.match(files.map(({ reason }) => reason).join(''), /^It does not hold: .*/);
    } finally {
      await engine.close();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  /** What of these changes nobody notices. */
  async function silentIn(name: ReportName, changes: readonly Change[], reread = false): Promise<string[]> {
    const before: unknown = JSON.parse(reports[name]);
    const random = createRandom(20_251);
    const silent: string[] = [];
    for (const { at, to } of changes) silent.push(...(await unnoticed(changedAt(before, at, to, random), before, reread)).silent);
    return silent;
  }

  for (const name of ['words', 'refuted'] as const)
    it(`shows in any leaf of the report on "${asked[name].question}"`, async () => {
      const leaves = leavesOf(JSON.parse(reports[name]));
      // Of each kind the first and the last, as all of them take a minute.
      const some = process.env['LINCHPIN_FUZZ'] === 'all' ? leaves : [...ofEachKind(leaves), ...ofEachKind([...leaves].reverse())];
      const changes = some.map((at) => ({ at, to: otherThan }));
      assert.deepEqual(await silentIn(name, changes), []);
    });

  for (const name of ['sentence', 'conflicting'] as const)
    it(`shows in any kind of part of the report on "${asked[name].question}": changed, taken out, put in`, async () => {
      const report: unknown = JSON.parse(reports[name]);
      const leaves = ofEachKind(leavesOf(report)).map((at): Change => ({ at, to: otherThan }));
      const out = ofEachKind(partsOf(report, () => true)).map((at): Change => ({ at, to: () => undefined }));
      const more = ofEachKind(partsOf(report, Array.isArray)).map((at): Change => ({ at, to: doubled }));
      const unknown = ofEachKind(partsOf(report, isObject)).map((at): Change => ({
        at,
        to: (value) => (isObject(value) ? { ...value, endorsed: true } : value),
      }));
      assert.deepEqual(await silentIn(name, [...leaves, ...out, ...more, ...unknown]), []);
    });

  it('shows in what the judge is said to have read, when it reads again', async () => {
    const pairs = ofEachKind(leavesOf(JSON.parse(reports.words))).filter(([part, list]) => part === 'reading' && list === 'pairs');
    assert.ok(pairs.length > 8);
    const changes = pairs.map((at) => ({ at, to: otherThan }));
    assert.deepEqual(await silentIn('words', changes, true), []);
  });
});

const surelyYes: PairScore = {
  answered: 0.999,
  entails: { supports: 0.9, neutral: 0.1, refutes: 0 },
  form: { span: 0, yes: 1, no: 0 },
  spans: [],
  evidence: [],
};

interface Change {
  readonly at: readonly string[];
  readonly to: (value: unknown, random: Random) => unknown;
}

/** Of those that differ in nothing but their places in lists the last. */
function ofEachKind(places: readonly string[][]): string[][] {
  return [...new Map(places.map((at) => [at.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.'), at])).values()];
}

/** Places of what is no leaf, and of what is fit. */
function partsOf(value: unknown, fits: (value: unknown) => boolean, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(fits(value) ? [[...at]] : []), ...Object.entries(value).flatMap(([key, entry]) => partsOf(entry, fits, [...at, key]))];
}

function doubled(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 ? [...(value as unknown[]), value.at(-1)] : value;
}

function leavesOf(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...at]];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...at, key]));
}

function changedAt(report: unknown, at: readonly string[], to: Change['to'], random: Random): string {
  const change = (value: unknown, [key, ...rest]: readonly string[]): unknown => {
    if (key === undefined) return to(value, random);
    if (Array.isArray(value))
      return value.flatMap((entry: unknown, place) => {
        const changed = String(place) === key ? change(entry, rest) : entry;
        return changed === undefined ? [] : [changed];
      });
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([own, entry]) => [own, own === key ? change(entry, rest) : entry]))
      : value;
  };
  const text = JSON.stringify(change(report, at) ?? null);
  if (at[0] === 'hash' || at[0] === 'id') return text;
  try {
    // What no schema knows is kept.
    const { id, hash } = sealed(parsed(text));
    const named: object = { ...(JSON.parse(text) as object), id, hash };
    return JSON.stringify({ ...named, hash: hashReport(named) });
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
