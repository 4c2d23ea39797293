import { type ExportFormat, isTextFormat } from '../contract/export-formats.ts';
import type { AuditReport } from '../contract/report.ts';
import type { Session } from '../contract/session.ts';
import { withColumns } from './columns.ts';
import { findingsOfSession } from './finding.ts';
import { exportedReport, exportedSession } from './formats.ts';
import type { ExportedReviews } from './outline.ts';
import type { Printed } from './print/blocks.ts';

/** The contents of a file. */
export type Written = string | Uint8Array;

/** An audit as a file's contents. @throws LinchpinError `usage` where the form cannot hold it */
export async function writtenReport(report: AuditReport, format: ExportFormat, reviews: ExportedReviews): Promise<Written> {
  if (isTextFormat(format)) return exportedReport(report, format, reviews);
  const { printedReport } = await import('./print/report-blocks.ts');
  return await printed(printedReport(report, reviews), format);
}

/**
 * A review session as a file's contents.
 * @param textOf a document of the folder as it is now: to count columns in, and to show the claims where they stand; null where it is gone
 * @throws LinchpinError `usage` where the form cannot hold it
 */
export async function writtenSession(
  session: Session,
  format: ExportFormat,
  textOf: (path: string) => Promise<string | null>,
): Promise<Written> {
  if (format === 'sarif') return exportedSession(session, format, await withColumns(findingsOfSession(session), textOf));
  if (isTextFormat(format)) return exportedSession(session, format);
  const { printedSession } = await import('./print/session-blocks.ts');
  return await printed(printedSession(session, await textOf(session.path)), format);
}

/** The libraries are large: what prints nothing does not load them. */
async function printed(what: Printed, format: 'docx' | 'pdf'): Promise<Uint8Array> {
  return format === 'docx' ? await (await import('./print/docx.ts')).docxOf(what) : await (await import('./print/pdf.ts')).pdfOf(what);
}
