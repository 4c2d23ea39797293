import { resolve } from 'node:path';

import { say, shown, t } from '../../base/language.ts';
import type { Engine } from '../../engine/engine.ts';
import { visibleLine } from '../../base/visible.ts';
import { type ImportedFile, importReviews } from '../../review/import.ts';
import { exitCodes } from '../exit.ts';
import { tell, tellJson } from '../terminal.ts';
import type { ImportFlags } from './flags.ts';
import { existingFolder, withEngine } from './host.ts';

/** A report that its own readings or the documents here contradict is refused. Ends with 1 where something was. @throws LinchpinError `folder-missing`, `review-invalid`. */
export async function importCommand(from: string, dir: string, flags: ImportFlags): Promise<void> {
  const folder = await existingFolder(resolve(dir));
  const source = await existingFolder(from);
  const files = await withEngine((engine) => importReviews(source, folder, (report) => faultOf(engine, folder, report)));
  if (flags.json === true) tellJson({ files });
  else tell(print(files));
  process.exitCode = files.some(({ what }) => what === 'refused') ? exitCodes.failure : exitCodes.answered;
}

/** What a folder's documents and the report's own readings say against it; null for nothing. What has changed since is no fault of a report. */
export async function faultOf(engine: Pick<Engine, 'verify'>, folder: string, report: string): Promise<string | null> {
  const [problem] = (await engine.verify(report, { folder }, false)).problems;
  return problem === undefined ? null : say`It does not hold: ${problem}`;
}

function print(files: readonly ImportedFile[]): string {
  const count = (what: ImportedFile['what']): number => files.filter((file) => file.what === what).length;
  const refused = files
    .filter(({ what }) => what === 'refused')
    .map(({ file, reason }) => `${visibleLine(t('refused: {0}: {1}', file, shown(reason)))}\n`);
  return `${t('{0} added, {1} continued, {2} were here already, {3} refused', count('added'), count('continued'), count('kept'), count('refused'))}\n${refused.join('')}`;
}
