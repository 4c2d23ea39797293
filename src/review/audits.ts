import { LRUCache } from 'lru-cache';

import { LinchpinError } from '../base/error.ts';
import { OddEntry, pathOf, type Place, plainFile, readPlain, writePlain } from '../base/guarded.ts';
import type { Citation, SpanId } from '../contract/citation.ts';
import type { QualityFit, Role } from '../contract/evidence.ts';
import type { AuditReport } from '../contract/report.ts';
import type { AuditSummary, Damaged } from '../contract/review.ts';
import { damagedEntries, mostRecordBytes } from './record-files.ts';
import type { AuditDigest } from './signed-state.ts';
import { parseReport, readStoredReport } from './stored-report.ts';

/** What lists, hovers and the periodic audit need of a saved report: a small part of it. */
export interface AuditEntry {
  readonly summary: AuditSummary;
  /** Each set of sentences that suffices, as far as they are known. */
  readonly sets: readonly (readonly string[])[];
  readonly minimal: readonly { readonly spanId: SpanId; readonly citation: Citation; readonly role: Role; readonly necessity: number }[];
  /** The smallest removals after which no known sufficient set is left; none without a certificate. */
  readonly breakingSets: readonly (readonly SpanId[])[];
  /** Calibrated chance that the answer is right, [0, 1]; null where it was judged by the quality of its evidence. */
  readonly chance: number | null;
  /** Quality before calibration; null without a certificate. */
  readonly raw: number | null;
  readonly fit: Pick<QualityFit, 'weights' | 'kMax'>;
}

export interface AuditList {
  /** Newest first. */
  readonly audits: readonly AuditEntry[];
  readonly damaged: readonly Damaged[];
}

/** Loaded reports that are kept at hand: what-if and decisions ask for the same one again and again. */
const reportsKept = 50;

interface Known {
  /** Time and size of the file when it was read. */
  readonly stamp: string;
  /** null: it is no report. */
  readonly entry: Promise<AuditEntry | null>;
}

/**
 * The reports in `.linchpin/audits` of a folder. Each file is read and parsed once and again only when its time or size has changed, so
 * that lists and hovers cost no more than a look at the folder however many audits there are.
 */
export class SavedAudits {
  readonly #folder: string;
  readonly #read: (name: string) => Promise<string>;
  readonly #entries = new Map<string, Known>();
  /** Of reports that signatures name. */
  readonly #digests = new Map<string, { readonly stamp: string; readonly digest: Promise<AuditDigest | null> }>();
  readonly #reports = new LRUCache<string, { readonly stamp: string; readonly report: AuditReport }>({ max: reportsKept });
  /** Reports that could not be saved: there is no file to read them from. */
  readonly #unsaved = new LRUCache<string, AuditReport>({ max: reportsKept });

  /** @param read a parameter so that a test can count what is read */
  constructor(folder: string, read?: (file: string) => Promise<string>) {
    this.#folder = folder;
    this.#read = async (name) =>
      read === undefined ? await readPlain(this.#place(name), mostRecordBytes) : await read(pathOf(this.#place(name)));
  }

  /** Writes the report whole or not at all; either way `load` gives it from now on. @throws LinchpinError `review-invalid`. */
  async save(report: AuditReport): Promise<void> {
    const name = fileOf(report.id);
    const place = this.#place(name);
    try {
      await writePlain(place, `${JSON.stringify(report, null, 1)}\n`);
      const stamp = await this.#stamp(name);
      if (stamp === null) throw new Error('the file has gone');
      this.#unsaved.delete(report.id);
      this.#entries.set(name, { stamp, entry: Promise.resolve(entryOf(report)) });
      this.#reports.set(name, { stamp, report });
    } catch (error) {
      this.#unsaved.set(report.id, report);
      if (error instanceof OddEntry) throw error.told('review-invalid');
      throw new LinchpinError(
        'review-invalid',
        `The audit could not be saved to ${pathOf(place)}.`,
        'Check that the folder is writable and the disk is not full; export the report, or ask again.',
        error,
      );
    }
  }

  /** @throws LinchpinError `report-invalid` when the file is missing or is no report that this version can read. */
  async load(id: string): Promise<AuditReport> {
    if (!isName(id))
      throw new LinchpinError('report-invalid', `"${id}" is not the name of an audit.`, 'Choose an audit from the Audits view.');
    const unsaved = this.#unsaved.get(id);
    if (unsaved !== undefined) return unsaved;
    const name = fileOf(id);
    const stamp = await this.#stamp(name);
    if (stamp === null) throw absent(id);
    const known = this.#reports.get(name);
    if (known?.stamp === stamp) return known.report;
    const report = parseReport(
      await this.#read(name).catch((error: unknown) => {
        throw absent(id, error);
      }),
    );
    this.#reports.set(name, { stamp, report });
    return report;
  }

  /** What lists and the periodic audit need of one report; null when it is not there or cannot be read. */
  async entry(id: string): Promise<AuditEntry | null> {
    const name = fileOf(id);
    return (await this.#known(name, await this.#stamp(name))?.entry) ?? null;
  }

  /** What a signature names of a report, made anew from its contents; null when it is not there or cannot be read. */
  async digest(id: string): Promise<AuditDigest | null> {
    const name = fileOf(id);
    const stamp = isName(id) ? await this.#stamp(name) : null;
    if (stamp === null) return null;
    const known = this.#digests.get(name);
    if (known?.stamp === stamp) return await known.digest;
    const digest = this.#read(name).then(digestOf, () => null);
    this.#digests.set(name, { stamp, digest });
    return await digest;
  }

  /** @throws LinchpinError `report-invalid` when the folder of audits cannot be read. */
  async list(): Promise<AuditList> {
    const found = await damagedEntries(this.#place(), '.json').catch((error: unknown) => {
      throw new LinchpinError(
        'report-invalid',
        'The saved audits cannot be read.',
        'Check the permissions of the .linchpin folder.',
        error,
      );
    });
    const there = new Set(found.files.map(({ name }) => name));
    for (const name of this.#entries.keys()) if (!there.has(name)) this.#entries.delete(name);
    const audits: AuditEntry[] = [];
    const damaged: Damaged[] = [...found.damaged];
    for (const { name, stamp } of found.files) {
      const entry = await this.#known(name, stamp)?.entry;
      if (entry === null) damaged.push({ file: `.linchpin/audits/${name}`, line: null });
      else if (entry !== undefined) audits.push(entry);
    }
    audits.sort((a, b) => newestFirst(a.summary, b.summary));
    return { audits, damaged };
  }

  /** Undefined for a file that is not there. */
  #known(name: string, stamp: string | null): Known | undefined {
    if (stamp === null) return undefined;
    const known = this.#entries.get(name);
    if (known?.stamp === stamp) return known;
    const entry = this.#read(name).then(
      (text) => {
        try {
          return entryOf(parseReport(text));
        } catch {
          return null;
        }
      },
      () => null,
    );
    const read = { stamp, entry };
    this.#entries.set(name, read);
    return read;
  }

  /** Null for what is not there, and what is no plain file. */
  async #stamp(name: string): Promise<string | null> {
    return (await plainFile(this.#place(name)).catch(() => null))?.stamp ?? null;
  }

  #place(...name: readonly string[]): Place {
    return { root: this.#folder, names: ['.linchpin', 'audits', ...name] };
  }
}

function isName(id: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(id);
}

function digestOf(text: string): AuditDigest | null {
  try {
    const { report, computedHash } = readStoredReport(text);
    const models = Object.entries(report.models).map(([role, { id }]) => `${role}: ${id}`);
    return { hash: computedHash, program: report.programVersion ?? '', models };
  } catch {
    return null;
  }
}

function fileOf(id: string): string {
  return `${id}.json`;
}

function entryOf(report: AuditReport): AuditEntry {
  const { id, question, kind, answer, createdAt, evidence } = report;
  const { weights, kMax } = evidence.scores.fit;
  return {
    summary: {
      id,
      question,
      kind,
      status: answer.status,
      ...(answer.open === undefined ? {} : { open: answer.open }),
      answer: answer.text,
      createdAt,
      citations: evidence.minimal.length,
      sessionId: null,
    },
    minimal: evidence.minimal.map(({ spanId, citation, role, necessity }) => ({ spanId, citation, role, necessity })),
    breakingSets: evidence.certificate?.breakingSets ?? [],
    sets: (evidence.certificate?.minimalSets ?? []).map(({ spanIds }) => spanIds),
    chance: answer.chance ?? null,
    raw: evidence.certificate?.terms.raw ?? null,
    fit: { weights, kMax },
  };
}

function newestFirst(a: AuditSummary, b: AuditSummary): number {
  return a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1;
}

function absent(id: string, cause?: unknown): LinchpinError {
  return new LinchpinError(
    'report-invalid',
    `The audit ${id} is not in this folder.`,
    'Choose an audit from the Audits view, or ask again.',
    cause,
  );
}
