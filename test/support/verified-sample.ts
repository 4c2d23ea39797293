import { join } from 'node:path';

import { verifyStored, type VerifiedReport } from '../../src/audit/verification/verification.ts';
import { type AuditReport, auditReportSchema } from '../../src/contract/report.ts';
import type { ReadDocument } from '../../src/documents/document.ts';
import { readParsed } from '../../src/documents/read.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { readStoredReport } from '../../src/review/stored-report.ts';
import { sandbox } from '../unit/engine/engine.ts';
import { asked, type ReportName } from './forgeries.ts';

export const sampleFolder = join(import.meta.dirname, '..', '..', 'sample');

/** What the real engine, with its own weights, reports of the sample workspace. As they are stored. */
export async function sampleReports(): Promise<Readonly<Record<ReportName, string>>> {
  const desk = await sandbox();
  const engine = createEngine();
  try {
    await engine.index(desk.options, false, () => undefined);
    const reports = new Map<string, string>();
    for (const [name, { kind, question }] of Object.entries(asked)) {
      // One with all that an audit shows beside its answer; probes and drafts change no answer.
      const settings = name === 'sentence' ? {} : { probes: 0, drafts: 0 };
      reports.set(name, JSON.stringify(await engine.ask({ options: desk.options, question, kind, settings, exclude: [], save: false })));
    }
    return Object.fromEntries(reports) as Record<ReportName, string>;
  } finally {
    await engine.close();
    await desk.dispose();
  }
}

export function parsed(text: string): AuditReport {
  return auditReportSchema.parse(JSON.parse(text));
}

const documents = new Map<string, Promise<ReadDocument | null>>();

/** Read once. */
export async function sampleDocument(path: string): Promise<ReadDocument | null> {
  const known = documents.get(path) ?? readParsed(sampleFolder, path);
  documents.set(path, known);
  return await known;
}

/** Against the sample workspace. */
export async function verifySample(text: string, reread: boolean): Promise<VerifiedReport> {
  return await verifyStored(readStoredReport(text), {
    readDocument: sampleDocument,
    readText: async () => Promise.resolve(null),
    ...(reread ? { models: bundledModels() } : {}),
  });
}
