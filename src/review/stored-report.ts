import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { hashReport } from '../contract/hash.ts';
import { type AuditReport, auditReportSchema } from '../contract/report.ts';

/** A report as it was stored, by this version or an older one. */
export interface StoredReport {
  readonly report: AuditReport;
  /** As it is stored, with what this version does not know. */
  readonly stored: unknown;
  /** The hash of what is stored, made anew; it covers what this version does not know too. */
  readonly computedHash: string;
}

/** @throws LinchpinError `report-invalid`. */
export function readStoredReport(text: string): StoredReport {
  const report = parseReport(text);
  const stored = z.looseObject({}).parse(JSON.parse(text));
  return { report, stored, computedHash: hashReport(stored) };
}

/** @throws LinchpinError `report-invalid`. */
export function parseReport(text: string): AuditReport {
  try {
    return auditReportSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new LinchpinError(
      'report-invalid',
      'The file is not an audit report that this version can read.',
      'Ask the question again to make a new report.',
      error,
    );
  }
}
