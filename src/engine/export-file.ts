import type { DocumentRoots } from '../base/roots.ts';
import type { ExportFormat } from '../contract/export-formats.ts';
import { readText } from '../documents/read.ts';
import { type Written, writtenReport, writtenSession } from '../export/written.ts';
import type { FolderRecords } from './folder-records.ts';

/**
 * An audit or a session of a folder as a file's contents, with what its reviewers decided.
 * @param roots of the documents
 * @throws LinchpinError `report-invalid`, `review-invalid`, `usage` where the form cannot hold it
 */
export async function exportFile(
  records: FolderRecords,
  roots: DocumentRoots,
  { what, id, format }: { readonly what: 'audit' | 'session'; readonly id: string; readonly format: ExportFormat },
): Promise<Written> {
  if (what === 'session') return await writtenSession(await records.sessions.view(id), format, (path) => readText(roots, path));
  const [report, { reviews }] = await Promise.all([records.audits.load(id), records.reviews(id)]);
  return await writtenReport(report, format, Object.fromEntries(reviews.map((review) => [review.spanId, review])));
}
