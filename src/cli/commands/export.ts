import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { isTextFormat } from '../../contract/export-formats.ts';
import type { SpanReview } from '../../contract/review.ts';
import { sessionSchema } from '../../contract/session.ts';
import { readText } from '../../documents/read.ts';
import { exportFile } from '../../engine/export-file.ts';
import type { FolderRecords } from '../../engine/folder-records.ts';
import { type Written, writtenReport, writtenSession } from '../../export/written.ts';
import { parseReport } from '../../review/stored-report.ts';
import type { ExportFlags } from './flags.ts';
import { existingFolder, tellDamaged, withEngine } from './host.ts';
import { tellWritten } from '../terminal.ts';

/** @throws LinchpinError `folder-missing`, `report-invalid`, `review-invalid`, `usage`. */
export async function exportCommand(what: string, dir: string | undefined, flags: ExportFlags): Promise<void> {
  if (flags.out === undefined && !isTextFormat(flags.format) && process.stdout.isTTY)
    throw new LinchpinError('usage', `A file of the form ${flags.format} is not for a terminal.`, 'Name the file with --out FILE.');
  const given = dir === undefined ? null : await existingFolder(dir);
  const written = await withEngine(async (engine) => {
    const exporting = new Exporting((folder) => engine.records({ folder }), flags);
    // What `review` printed is seen from the folder that was reviewed, or from here.
    for (const file of new Set([resolve(what), resolve(given ?? '.', what)]))
      if ((await stat(file).catch(() => null))?.isFile() === true) return await exporting.file(file, given);
    return await exporting.id(what, given ?? resolve('.'));
  });
  if (flags.out === undefined) tellWritten(written);
  else await writeWhole(resolve(flags.out), written);
}

class Exporting {
  readonly #recordsOf: (folder: string) => FolderRecords;
  readonly #format: ExportFlags['format'];

  constructor(recordsOf: (folder: string) => FolderRecords, { format }: ExportFlags) {
    this.#recordsOf = recordsOf;
    this.#format = format;
  }

  /** An audit or a session where a folder keeps it, or one that was put elsewhere. @param folder whose reviewers decided, where that is said */
  async file(file: string, folder: string | null): Promise<Written> {
    const kept = placeOf(file);
    if (kept?.kind === 'sessions') return await this.#session(basename(file, '.json'), folder ?? kept.folder);
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new LinchpinError('usage', `The report ${file} cannot be read.`, 'Give the path of a report, or the id of an audit.', error);
    });
    const session = sessionSchema.safeParse(jsonOf(text));
    const of = folder ?? kept?.folder ?? null;
    if (session.success) return await writtenSession(session.data, this.#format, textsOf(of));
    return await this.#report(parseReport(text), of);
  }

  /** @throws LinchpinError `usage` where the folder has neither an audit nor a session of that name. */
  async id(id: string, folder: string): Promise<Written> {
    const { audits, sessions } = this.#recordsOf(folder);
    if ((await audits.entry(id)) !== null) return await this.#report(await audits.load(id), folder);
    if ((await sessions.list()).sessions.some((session) => session.id === id)) return await this.#session(id, folder);
    throw new LinchpinError(
      'usage',
      `There is no file, audit or review session "${id}" here.`,
      'Give the path of a report, or the id of an audit or a session and the folder that holds it.',
    );
  }

  async #session(id: string, folder: string): Promise<Written> {
    return await exportFile(this.#recordsOf(folder), folder, { what: 'session', id, format: this.#format });
  }

  async #report(report: ReturnType<typeof parseReport>, folder: string | null): Promise<Written> {
    const { reviews, damaged } = folder === null ? { reviews: [], damaged: [] } : await this.#recordsOf(folder).reviews(report.id);
    tellDamaged(damaged);
    return await writtenReport(report, this.#format, bySpan(reviews));
  }
}

/** Where a folder keeps such files; null for one that was put elsewhere. */
function placeOf(file: string): { readonly folder: string; readonly kind: 'audits' | 'sessions' } | null {
  const kind = basename(dirname(file));
  const records = dirname(dirname(file));
  return (kind === 'audits' || kind === 'sessions') && basename(records) === '.linchpin' ? { folder: dirname(records), kind } : null;
}

function textsOf(folder: string | null): (path: string) => Promise<string | null> {
  return (path) => (folder === null ? Promise.resolve(null) : readText(folder, path));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function bySpan(reviews: readonly SpanReview[]): Record<string, SpanReview> {
  return Object.fromEntries(reviews.map((review) => [review.spanId, review]));
}
