import assert from 'node:assert/strict';

import { answerWithCitations, reportMarkdown } from '../../../extension/export-report.ts';
import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';
import { states } from '../../../webview/dev/states.ts';

const reportOf = (name: keyof typeof states): AuditReport => auditReportSchema.parse(states[name].audit?.report);

describe('An exported report', () => {
  it('names the answer and every piece of minimal evidence with its place', () => {
    const report = reportOf('supported');
    const text = reportMarkdown(report);
    assert.ok(text.includes(report.id));
    for (const { citation, necessity } of report.evidence.minimal) {
      assert.ok(text.includes(`line ${citation.line}`));
      assert.ok(text.includes(necessity.toFixed(2)));
    }
    assert.equal(text.match(/^ {3}> /gm)?.length, report.evidence.minimal.length);
  });

  it('says how often such answers are right in place of quality, and necessity only where the answer stands', () => {
    const uncertain = reportMarkdown(reportOf('uncertain'));
    assert.match(uncertain, /^Status: this may answer it\. About 4 of 10 answers like this are right\.$/mu);
    assert.match(reportMarkdown(reportOf('by-reading')), /^Status: supported\. About 9 of 10 .* Falls if 1 source falls\.$/mu);
    for (const text of [uncertain, reportMarkdown(reportOf('abstaining'))]) assert.doesNotMatch(text, /quality|necessity|needed/iu);
  });

  it('lets nothing of a document act as markup', () => {
    const text = reportMarkdown(reportOf('hostile'));
    assert.ok(text.includes('onerror'));
    assert.doesNotMatch(text, /(?<!\\)<(?:img|script|i|b)/);
  });

  it('puts the sources behind an inserted answer', () => {
    const report = reportOf('supported');
    const inserted = answerWithCitations(report);
    assert.ok(inserted.startsWith(report.answer.statement));
    for (const { citation } of report.evidence.minimal) assert.ok(inserted.includes(`${citation.path}:${citation.line}`));
    const bare = { ...report, evidence: { ...report.evidence, minimal: [] } };
    assert.equal(answerWithCitations(bare), report.answer.statement);
  });
});
