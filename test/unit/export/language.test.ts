import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { speak } from '../../../src/base/language.ts';
import { textFormats } from '../../../src/contract/export-formats.ts';
import { auditText } from '../../../src/export/agent-text.ts';
import { exportedReport } from '../../../src/export/formats.ts';
import { reportOf } from '../../support/reports.ts';

const file = join(import.meta.dirname, '..', '..', '..', 'l10n', 'bundle.l10n.de.json');
const german = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));

describe('An audit that is exported in German', () => {
  const report = reportOf('by-reading');

  afterEach(() => {
    speak('en', undefined);
  });

  for (const format of textFormats)
    it(`as ${format} ${format === 'html' || format === 'markdown' ? 'is German, with every quote as it stands' : 'is what it is in English'}`, () => {
      const english = exportedReport(report, format);
      speak('de', german);
      const exported = exportedReport(report, format);
      if (format !== 'html' && format !== 'markdown') {
        assert.equal(exported, english);
        return;
      }
      assert.match(exported, /Gestützt/);
      assert.match(exported, /Minimalbelege/);
      assert.doesNotMatch(exported, /Supported|Minimal evidence|Report hash/);
      for (const { citation } of report.evidence.minimal) assert.ok(exported.includes(citation.quote));
    });

  it('is told to agents in English', () => {
    const english = auditText(report);
    speak('de', german);
    assert.equal(auditText(report), english);
  });
});
