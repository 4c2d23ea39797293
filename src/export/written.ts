import type { ExportFormat } from '../contract/export-formats.ts';
import type { AuditReport } from '../contract/report.ts';
import type { Session } from '../contract/session.ts';
import { withColumns } from './columns.ts';
import { findingsOfSession } from './finding.ts';
import { exportedReport, exportedSession } from './formats.ts';
import type { ExportedReviews } from './outline.ts';

/** The contents of a file. */
export type Written = string;

/** An audit as a file's contents. @throws LinchpinError `usage` where the form cannot hold it */
export function writtenReport(report: AuditReport, format: ExportFormat, reviews: ExportedReviews): Promise<Written> {
  return Promise.resolve(exportedReport(report, format, reviews));
}

/**
 * A review session as a file's contents.
 * @param textOf a document of the folder as it is now, to count columns in; null where it is gone
 * @throws LinchpinError `usage` where the form cannot hold it
 */
export async function writtenSession(
  session: Session,
  format: ExportFormat,
  textOf: (path: string) => Promise<string | null>,
): Promise<Written> {
  if (format === 'sarif') return exportedSession(session, format, await withColumns(findingsOfSession(session), textOf));
  return exportedSession(session, format);
}
