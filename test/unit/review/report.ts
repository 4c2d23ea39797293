import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AuditReport } from '../../../src/contract/report.ts';
import { parseReport } from '../../../src/review/stored-report.ts';

/** A whole report, to be changed where a test needs it otherwise. */
export function fixture(): AuditReport {
  return parseReport(readFileSync(join(import.meta.dirname, '..', '..', 'fixtures', 'reports', 'before-program-version.json'), 'utf8'));
}
