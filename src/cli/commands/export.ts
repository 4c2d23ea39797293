import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import type { AuditReport } from '../../contract/report.ts';
import type { SpanReview } from '../../contract/review.ts';
import type { Session } from '../../contract/session.ts';
import type { FolderRecords } from '../../engine/folder-records.ts';
import { exportedReport, exportedSession } from '../../export/formats.ts';
import { parseReport } from '../../review/stored-report.ts';
import type { ExportFlags } from './flags.ts';
import { existingFolder, tellDamaged, withEngine } from './host.ts';

/** @throws LinchpinError `folder-missing`, `report-invalid`, `review-invalid`, `usage`. */
export async function exportCommand(what: string, dir: string | undefined, flags: ExportFlags): Promise<void> {
  const file = resolve(what);
  const isFile = (await stat(file).catch(() => null))?.isFile() === true;
  const folder = dir === undefined ? (isFile ? ownFolder(file) : resolve('.')) : await existingFolder(dir);
  const text = await withEngine(async (engine) => {
    const records = folder === null ? null : engine.records({ folder });
    if (!isFile && records !== null && (await records.audits.entry(what)) === null)
      return exportedSession(await sessionOf(records, what), flags.format);
    const report = isFile || records === null ? await readReport(file) : await records.audits.load(what);
    const { reviews, damaged } = (await records?.reviews(report.id)) ?? { reviews: [], damaged: [] };
    tellDamaged(damaged);
    return exportedReport(report, flags.format, bySpan(reviews));
  });
  if (flags.out === undefined) process.stdout.write(text);
  else
    await writeFile(resolve(flags.out), text).catch((error: unknown) => {
      throw new LinchpinError('usage', `The file ${flags.out ?? ''} cannot be written.`, 'Name a file in a folder that is there.', error);
    });
}

/** The folder whose audits hold the file; null for a report that was put elsewhere. */
function ownFolder(file: string): string | null {
  const audits = dirname(file);
  const records = dirname(audits);
  return basename(audits) === 'audits' && basename(records) === '.linchpin' ? dirname(records) : null;
}

async function sessionOf({ sessions }: FolderRecords, id: string): Promise<Session> {
  if (!(await sessions.list()).sessions.some((session) => session.id === id))
    throw new LinchpinError(
      'usage',
      `There is no file, audit or review session "${id}" here.`,
      'Give the path of a report, or the id of an audit or a session and the folder that holds it.',
    );
  return await sessions.view(id);
}

async function readReport(file: string): Promise<AuditReport> {
  return parseReport(
    await readFile(file, 'utf8').catch((error: unknown) => {
      throw new LinchpinError('usage', `The report ${file} cannot be read.`, 'Give the path of a report, or the id of an audit.', error);
    }),
  );
}

function bySpan(reviews: readonly SpanReview[]): Record<string, SpanReview> {
  return Object.fromEntries(reviews.map((review) => [review.spanId, review]));
}
