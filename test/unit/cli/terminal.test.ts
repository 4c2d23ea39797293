import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { auditText, searchText } from '../../../src/export/agent-text.ts';
import { chatAnswer } from '../../../src/chat/answer.ts';
import { comparisonText } from '../../../src/export/compare-text.ts';
import { compareReports } from '../../../src/export/compare.ts';
import { exportedReport } from '../../../src/export/formats.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { printGithub } from '../../../src/cli/check/print-github.ts';
import { printText } from '../../../src/cli/check/print-text.ts';
import { printLeftOut } from '../../../src/cli/print-left-out.ts';
import { printReport } from '../../../src/cli/print.ts';
import { forTerminal, lined, painted } from '../../../src/cli/terminal.ts';
import { findingOfReport } from '../../../src/export/finding.ts';
import { states } from '../../../webview/dev/states.ts';
import { auditReportSchema } from '../../../src/contract/report.ts';
import { acting } from '../../support/acting.ts';
import { linchpin, newHome, put, removeHome } from './cli.ts';

const control = fc.oneof(
  fc.integer({ min: 1, max: 0x1f }),
  fc.integer({ min: 0x7f, max: 0x9f }),
  fc.constantFrom(0x202e, 0x2066, 0x200f, 0x2028),
);
const hostile = fc.string({ unit: control.map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 6 });

/** A whole report with something hostile at the end of every text in it that a document, a name or a model may have given. */
function spoilt(by: string): AuditReport {
  const report = auditReportSchema.parse(states.supported.audit?.report);
  const keys = ['question', 'path', 'quote', 'text', 'short', 'reason', 'query', 'answer', 'explanation', 'label', 'statement'];
  return auditReportSchema.parse(
    JSON.parse(JSON.stringify(report), (key, value: unknown) =>
      keys.includes(key) && typeof value === 'string' && value !== '' ? `${value}${by}` : value,
    ),
  );
}

describe('What a terminal gets', function () {
  this.timeout(180_000);

  it('has our own styles and nothing else that acts, however it is written', () => {
    const own = forTerminal(lined([painted('bold', 'yes'), painted('red', 'no\u001b[8m')]));
    assert.equal(own, '\u001b[1myes\u001b[22m\n\u001b[31mno␛[8m\u001b[39m');
    fc.assert(
      fc.property(hostile, hostile, (a, b) => {
        const written = forTerminal(lined([painted('bold', a), b]));
        assert.ok(written.startsWith('\u001b[1m'));
        assert.deepEqual(acting(written.replace('\u001b[1m', '').replace('\u001b[22m', '')), []);
        assert.equal(written.split('\n').length, 2, 'a line break in a name makes no line');
      }),
    );
  });

  it('is written in one place: nothing of the command line writes by itself', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'cli');
    const writing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        path.endsWith('.ts') &&
        path !== 'terminal.ts' &&
        /\bstd(?:out|err)\.write\b|\bstyleText\b|\bconsole\./.test(readFileSync(join(folder, path), 'utf8')),
    );
    assert.deepEqual(writing, []);
  });

  it('of a report, a finding, an export and a comparison holds nothing that acts, and as many lines as of a plain one', () => {
    const plain = printReport(spoilt(' x'), { explain: true }).split('\n').length;
    fc.assert(
      fc.property(hostile, (by) => {
        const report = spoilt(by);
        const printed = forTerminal(printReport(report, { explain: true }));
        assert.deepEqual(acting(printed), []);
        assert.equal(printed.split('\n').length, plain);
        const outcome = {
          files: ['a.md'],
          claims: 1,
          suppressed: [],
          unheeded: [],
          against: { folder: '/docs', shown: by, isGiven: false, bases: new Map() },
          findings: [findingOfReport(report)],
          known: new Set<never>(),
          failOn: new Set(['refuted'] as const),
          failed: [],
        };
        for (const text of [
          forTerminal(printText(outcome, { all: true, paint: (_, words) => words })),
          forTerminal(printGithub(outcome)),
          forTerminal(comparisonText(compareReports(report, report))),
          forTerminal(
            printLeftOut({
              failed: [],
              skipped: [],
              unseen: [`b${by}`],
              leftOut: [{ cause: 'kind-not-read', kind: '.x', files: 1, paths: [`a${by}`] }],
            }),
          ),
          auditText(report),
          searchText({
            found: report.evidence.minimal.map(({ citation }) => ({ citation, headingPath: [by], relevance: 1 })),
            outdated: 0,
          }),
          ...chatAnswer(report).map((part) => (part.kind === 'markdown' ? part.text : '')),
          ...(['markdown', 'html', 'json', 'sarif'] as const).map((format) => exportedReport(report, format)),
        ])
          assert.deepEqual(acting(text), []);
      }),
      { numRuns: 60 },
    );
  });

  it('from the command line: names and quotes with escapes, and a name with a line break, in answers, checks, errors and JSON', async () => {
    const home = await newHome();
    try {
      const folder = join(home, 'docs');
      await put(folder, {
        'pass\u001b]0;PWNED\u0007\n  Supported.md':
          '# Passwords\n\nPasswords chosen by users must have at least 14 \u202echaracters\u001b[8m.\n',
        'draft.md': 'Passwords chosen by users must have at least 8 characters.\n',
      });
      const runs = [
        await linchpin(home, 'index', folder, '--no-encode'),
        await linchpin(home, 'ask', folder, 'How long must passwords chosen by users be?'),
        await linchpin(home, 'check', join(folder, 'draft.md'), '--against', folder, '--no-index', '--format', 'json'),
        await linchpin(home, 'status', join(home, 'no\u001b[2Jfolder\n')),
      ];
      for (const { stdout, stderr } of runs) assert.deepEqual(acting(stdout + stderr), []);
      assert.match(runs[1]?.stdout ?? '', /pass␛\]0;PWNED␇␊ {2}Supported\.md:3/);
    } finally {
      await removeHome(home);
    }
  });
});
