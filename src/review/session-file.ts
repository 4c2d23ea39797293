import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { OddEntry, pathOf, type Place, plainFile, readPlain, writePlain } from '../base/guarded.ts';
import { evidenceBasisSchema } from '../contract/basis.ts';
import { claimAtomSchema } from '../contract/atoms.ts';
import { citationSchema, documentPathSchema } from '../contract/citation.ts';
import { errorSchema } from '../contract/error.ts';
import { answerStatusSchema, openKindSchema } from '../contract/report.ts';
import { citedEvidenceSchema, claimFixSchema } from '../contract/session.ts';
import type { Damaged } from '../contract/review.ts';
import { damagedEntries, mostRecordBytes } from './record-files.ts';

/** What the check of a claim found. */
export const claimResultSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('done'),
    auditId: z.string(),
    status: answerStatusSchema,
    /** Absent for what is decided, and in sessions of older versions. */
    open: openKindSchema.exactOptional(),
    reason: z.string(),
    chance: z.number().nullable(),
    /** How many sources have to fall before the verdict does; null where there is no certificate. */
    robustness: z.int().nullable(),
    atoms: z.array(claimAtomSchema),
    evidence: z.array(citedEvidenceSchema),
    counterEvidence: z.array(citedEvidenceSchema),
    fix: claimFixSchema.nullable(),
    /** Sets of sentences that suffice, by span id; absent in sessions of older versions. */
    sets: z.array(z.array(z.string())).exactOptional(),
  }),
  z.object({ state: z.literal('failed'), error: errorSchema }),
]);
export type ClaimResult = z.infer<typeof claimResultSchema>;
export type DoneResult = Extract<ClaimResult, { state: 'done' }>;

const storedClaimSchema = z.object({
  id: z.string().min(1),
  text: z.string(),
  statement: z.string(),
  headingPath: z.array(z.string()),
  place: citationSchema,
  /** How its words stood in the document: see `anchor.ts`. */
  copies: z.object({ of: z.int(), alike: z.boolean() }),
  /** null: not checked yet. */
  result: claimResultSchema.nullable(),
});
export type StoredClaim = z.infer<typeof storedClaimSchema>;

/** `.linchpin/sessions/<id>.json`: what was claimed and what the check found. Decisions stand in the reviewers' logs, so that deciding never changes this file. */
export const storedSessionSchema = z.object({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  path: documentPathSchema,
  createdAt: z.string(),
  blind: z.boolean(),
  /** The signed session that this one reviews a second time. */
  follows: z.string().min(1).exactOptional(),
  /** SHA-256 of the document's text in which the claims were found. */
  contentHash: z.string(),
  /** What the last check took as evidence; absent before it, and in sessions of older versions. */
  basis: evidenceBasisSchema.exactOptional(),
  claims: z.array(storedClaimSchema),
});
export type StoredSession = z.infer<typeof storedSessionSchema>;

interface Known {
  readonly stamp: string;
  readonly session: Promise<StoredSession | null>;
}

/** The sessions of a folder; each file is parsed again only when its time or size has changed. */
export class SavedSessions {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Written whole or not at all. @throws LinchpinError `review-invalid`. */
  async save(session: StoredSession): Promise<void> {
    const place = this.#place(`${session.id}.json`);
    try {
      await writePlain(place, `${JSON.stringify(session, null, 1)}\n`);
      const stamp = await this.#stamp(session.id);
      if (stamp !== null) this.#known.set(session.id, { stamp, session: Promise.resolve(session) });
    } catch (error) {
      if (error instanceof OddEntry) throw error.told('review-invalid');
      throw new LinchpinError(
        'review-invalid',
        `The session could not be saved to ${pathOf(place)}.`,
        'Check that the folder is writable and the disk is not full, then check the document again.',
        error,
      );
    }
  }

  /** @throws LinchpinError `review-invalid` when there is none, or none that this version can read. */
  async load(id: string): Promise<StoredSession> {
    const session = /^[A-Za-z0-9_-]+$/.test(id) ? await this.#load(id) : undefined;
    if (session === undefined)
      throw new LinchpinError('review-invalid', `There is no session ${id} in this folder.`, 'Run "Fact-Check This Document" again.');
    if (session === null)
      throw new LinchpinError(
        'review-invalid',
        `The session .linchpin/sessions/${id}.json cannot be read.`,
        'Restore the file from version control, or fact-check the document again.',
      );
    return session;
  }

  /** Newest first. @throws LinchpinError `review-invalid` when the folder of sessions cannot be read. */
  async list(): Promise<{ readonly sessions: readonly StoredSession[]; readonly damaged: readonly Damaged[] }> {
    const found = await damagedEntries(this.#place(), '.json').catch((error: unknown) => {
      throw new LinchpinError('review-invalid', 'The sessions cannot be read.', 'Check the permissions of the .linchpin folder.', error);
    });
    const sessions: StoredSession[] = [];
    const damaged: Damaged[] = [...found.damaged];
    for (const { name } of found.files) {
      const session = await this.#load(name.slice(0, -'.json'.length));
      if (session === null) damaged.push({ file: `.linchpin/sessions/${name}`, line: null });
      else if (session !== undefined) sessions.push(session);
    }
    sessions.sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1));
    return { sessions, damaged };
  }

  /** Undefined where there is no such file; null where it cannot be read. */
  async #load(id: string): Promise<StoredSession | null | undefined> {
    const stamp = await this.#stamp(id);
    if (stamp === null) return undefined;
    const known = this.#known.get(id);
    if (known?.stamp === stamp) return await known.session;
    const session = readPlain(this.#place(`${id}.json`), mostRecordBytes).then(
      (text) => parse(text, id),
      () => null,
    );
    this.#known.set(id, { stamp, session });
    return await session;
  }

  /** Null for what is not there, and what is no plain file. */
  async #stamp(id: string): Promise<string | null> {
    return (await plainFile(this.#place(`${id}.json`)).catch(() => null))?.stamp ?? null;
  }

  #place(...name: readonly string[]): Place {
    return { root: this.#folder, names: ['.linchpin', 'sessions', ...name] };
  }
}

function parse(text: string, id: string): StoredSession | null {
  try {
    const parsed = storedSessionSchema.safeParse(JSON.parse(text));
    // A copy under another name would take the other's decisions for its own.
    return parsed.success && parsed.data.id === id ? parsed.data : null;
  } catch {
    return null;
  }
}

/** From the document's name, so that a person knows the file. */
export function newSessionId(path: string): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 40);
  return `${name === '' ? 'session' : name}-${randomUUID().slice(0, 8)}`;
}
