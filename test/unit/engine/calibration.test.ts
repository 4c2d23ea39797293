import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { calibrationOf, calibrationReport } from '../../../src/engine/calibration.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { printCalibration } from '../../../src/cli/print-calibration.ts';
import { shippedFit } from '../../../src/minimise/shipped-fit.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { type AuditEntry, SavedAudits } from '../../../src/review/audits.ts';
import type { DecisionAction } from '../../../src/contract/review.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { copySample } from '../cli/cli.ts';

const question = 'How long must passwords chosen by users be?';

describe('periodic audit of a folder', function () {
  this.timeout(120_000);
  let home = '';
  let folder = '';
  let report: AuditReport;
  const service = createEngine();
  const options = () => ({ folder, indexLocation: join(home, 'index') });
  const ask = async (): Promise<AuditReport> =>
    await service.ask(
      { options: options(), question, kind: 'question', settings: { sufficiency: 'statement' }, exclude: [] },
      () => undefined,
      new AbortController().signal,
    );
  const shown = (): Pick<AuditEntry, 'minimal' | 'raw' | 'fit'> => ({
    minimal: report.evidence.minimal,
    raw: report.evidence.certificate?.terms.raw ?? null,
    fit: report.evidence.scores.fit,
  });
  const audited = async (load: () => Pick<AuditEntry, 'minimal' | 'raw' | 'fit'> | null = shown) =>
    await calibrationOf((await new ReviewLogs(folder).read()).decisions, () => Promise.resolve(load()), 2);

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-'));
    folder = await copySample(home, 'sample');
    await service.index(options(), false, () => undefined, new AbortController().signal);
    report = await ask();
  });
  after(async () => {
    await service.close();
    await rm(home, { recursive: true, force: true });
  });

  let minute = 0;
  const decide = async (auditId: string, action: DecisionAction, reviewer = 'ada', undoes?: string): Promise<string> => {
    const [item] = report.evidence.minimal;
    const id = `${auditId}-${reviewer}-${action}-${minute}`;
    assert.ok(item !== undefined);
    minute += 1;
    await new ReviewLogs(folder).append({
      schemaVersion: 1,
      id,
      at: new Date(minute * 60_000).toISOString(),
      reviewer,
      auditId,
      question,
      spanId: item.spanId,
      citation: item.citation,
      action,
      ...(undoes === undefined ? {} : { undoes }),
    });
    return id;
  };

  it('looks at audits that are decided whole, the newest of them, and at none that reviewers undid or disagree on', async () => {
    assert.equal(report.evidence.minimal.length, 1);
    assert.equal((await audited()).size, 0);
    await decide('first', 'accept');
    const second = await decide('second', 'reject');
    const both = await audited();
    assert.equal(both.size, 2);
    assert.equal(both.recalibrated, Math.abs(both.meanAbsoluteError) > 0.15);
    await decide('second', 'undo', 'ada', second);
    assert.equal((await audited()).size, 1);
    await decide('first', 'reject', 'grace');
    assert.equal((await audited()).size, 0);
  });

  it('leaves out reports that cannot be read, and those of other weights', async () => {
    await decide('third', 'accept');
    assert.equal((await audited()).size, 1);
    assert.equal((await audited(() => null)).size, 0);
    const other = { ...shown(), fit: { ...shippedFit, weights: { ...shippedFit.weights, entail: 0.9 } } };
    assert.equal((await audited(() => other)).size, 0);
  });

  it('a hundred audits that reviewers rejected: the next one no longer calls such evidence sufficient, and its report says by which curve', async () => {
    assert.equal(report.answer.status === 'not-enough-evidence', false);
    assert.equal(report.evidence.scores.fit.id, shippedFit.id);
    for (let count = 0; count < 100; count += 1) {
      await new SavedAudits(folder).save({ ...report, id: `rejected-${count}` });
      await decide(`rejected-${count}`, 'reject');
    }
    const known = await service.calibration({ folder });
    assert.deepEqual([known.size, known.recalibrated], [100, true]);
    assert.ok(known.meanAbsoluteError > 0.5);
    const next = await ask();
    assert.equal(next.evidence.scores.fit.id, known.fit);
    assert.notEqual(next.evidence.scores.fit.id, shippedFit.id);
    assert.equal(next.answer.status, 'not-enough-evidence');
    assert.notEqual(next.id, report.id);
    const text = printCalibration(known);
    assert.match(text, /100 reviewed audits/);
    assert.match(text, /drawn anew/);
  });

  it('says that nothing was reviewed where nothing was', async () => {
    assert.match(printCalibration(calibrationReport(await calibrationOf([], () => Promise.resolve(null)))), /^No audit/);
  });
});
