import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { LinchpinError } from '../base/error.ts';
import { type AuditReport, auditReportSchema } from '../contract/report.ts';
import { isMissing } from './log.ts';

/** One line of the list of audits. */
export interface AuditSummary {
  readonly id: string;
  readonly question: string;
  readonly kind: AuditReport['kind'];
  readonly status: AuditReport['answer']['status'];
  readonly answer: string;
  readonly createdAt: string;
  readonly citations: number;
}

export interface AuditList {
  /** Newest first. */
  readonly audits: readonly AuditSummary[];
  /** Files that are not readable reports. */
  readonly damaged: readonly string[];
}

function auditsFolder(folder: string): string {
  return join(folder, '.linchpin', 'audits');
}

/** Writes the report whole or not at all. @throws LinchpinError `review-invalid`. */
export async function saveAudit(folder: string, report: AuditReport): Promise<void> {
  const target = join(auditsFolder(folder), `${report.id}.json`);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await mkdir(auditsFolder(folder), { recursive: true });
    await writeFile(draft, `${JSON.stringify(report, null, 1)}\n`, { flush: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new LinchpinError(
      'review-invalid',
      `The audit could not be saved to ${target}.`,
      'Check that the folder is writable and the disk is not full, then ask again.',
      error,
    );
  }
}

/** @throws LinchpinError `report-invalid` when the file is missing or is no report of a version that is known here. */
export async function loadAudit(folder: string, id: string): Promise<AuditReport> {
  if (!/^[A-Za-z0-9_-]+$/.test(id))
    throw new LinchpinError('report-invalid', `"${id}" is not the name of an audit.`, 'Choose an audit from the Audits view.');
  return parseReport(
    await readFile(join(auditsFolder(folder), `${id}.json`), 'utf8').catch((error: unknown) => {
      throw new LinchpinError(
        'report-invalid',
        `The audit ${id} is not in this folder.`,
        'Choose an audit from the Audits view, or ask again.',
        error,
      );
    }),
  );
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

export async function listAudits(folder: string): Promise<AuditList> {
  const names = await readdir(auditsFolder(folder)).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw new LinchpinError('report-invalid', 'The saved audits cannot be read.', 'Check the permissions of the .linchpin folder.', error);
  });
  const audits: AuditSummary[] = [];
  const damaged: string[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.json')).sort()) {
    try {
      const report = parseReport(await readFile(join(auditsFolder(folder), name), 'utf8'));
      audits.push({
        id: report.id,
        question: report.question,
        kind: report.kind,
        status: report.answer.status,
        answer: report.answer.text,
        createdAt: report.createdAt,
        citations: report.evidence.minimal.length,
      });
    } catch {
      damaged.push(name);
    }
  }
  audits.sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1));
  return { audits, damaged };
}
