import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import type { AuditReport } from '../../contract/report.ts';
import { compareReports } from '../../export/compare.ts';
import { comparisonText } from '../../export/compare-text.ts';
import { SavedAudits } from '../../review/audits.ts';
import { parseReport } from '../../review/stored-report.ts';
import { exitCodes } from '../exit.ts';
import { tell, tellJson } from '../terminal.ts';
import type { DiffFlags } from './flags.ts';
import { existingFolder } from './host.ts';

/** Ends with 1 where they differ in answer, status, evidence or conflicts. @throws LinchpinError `folder-missing`, `report-invalid`, `usage`. */
export async function diffCommand(before: string, after: string, flags: DiffFlags): Promise<void> {
  const audits = new SavedAudits(await existingFolder(flags.dir));
  const comparison = compareReports(await reportOf(before, audits), await reportOf(after, audits));
  if (flags.json === true) tellJson(comparison);
  else tell(comparisonText(comparison));
  process.exitCode = comparison.same ? exitCodes.answered : exitCodes.failure;
}

/** @param what a file, or the id of an audit of the folder */
async function reportOf(what: string, audits: SavedAudits): Promise<AuditReport> {
  const file = resolve(what);
  if ((await stat(file).catch(() => null))?.isFile() === true)
    return parseReport(
      await readFile(file, 'utf8').catch((error: unknown) => {
        throw new LinchpinError('usage', `The report ${what} cannot be read.`, 'Give the path of a report, or the id of an audit.', error);
      }),
    );
  if (!/^[A-Za-z0-9_-]+$/.test(what) || (await audits.entry(what)) === null)
    throw new LinchpinError(
      'usage',
      `There is no file and no audit "${what}" here.`,
      'Give the path of a report, or the id of an audit and with --dir the folder that holds it.',
    );
  return await audits.load(what);
}
