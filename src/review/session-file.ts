import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { claimAtomSchema } from '../contract/atoms.ts';
import { citationSchema, documentPathSchema } from '../contract/citation.ts';
import { errorSchema } from '../contract/error.ts';
import { answerStatusSchema } from '../contract/report.ts';
import { citedEvidenceSchema, claimFixSchema } from '../contract/session.ts';
import type { Damaged } from '../contract/review.ts';
import { isMissing } from './log.ts';

/** What the check of a claim found. */
export const claimResultSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('done'),
    auditId: z.string(),
    status: answerStatusSchema,
    reason: z.string(),
    chance: z.number().nullable(),
    /** How many sources have to fall before the verdict does; null where there is no certificate. */
    robustness: z.int().nullable(),
    atoms: z.array(claimAtomSchema),
    evidence: z.array(citedEvidenceSchema),
    counterEvidence: z.array(citedEvidenceSchema),
    fix: claimFixSchema.nullable(),
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
  /** SHA-256 of the document's text in which the claims were found. */
  contentHash: z.string(),
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
    const target = this.#path(`${session.id}.json`);
    const draft = `${target}.${process.pid}.tmp`;
    try {
      await mkdir(this.#path(), { recursive: true });
      await writeFile(draft, `${JSON.stringify(session, null, 1)}\n`, { flush: true });
      await rename(draft, target);
      const stamp = await stampOf(target);
      if (stamp !== null) this.#known.set(session.id, { stamp, session: Promise.resolve(session) });
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw new LinchpinError(
        'review-invalid',
        `The session could not be saved to ${target}.`,
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
    const names = await readdir(this.#path()).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw new LinchpinError('review-invalid', 'The sessions cannot be read.', 'Check the permissions of the .linchpin folder.', error);
    });
    const sessions: StoredSession[] = [];
    const damaged: Damaged[] = [];
    for (const name of names.filter((entry) => entry.endsWith('.json')).sort()) {
      const session = await this.#load(name.slice(0, -'.json'.length));
      if (session === null) damaged.push({ file: `.linchpin/sessions/${name}`, line: null });
      else if (session !== undefined) sessions.push(session);
    }
    sessions.sort((a, b) => (a.createdAt > b.createdAt ? -1 : a.createdAt < b.createdAt ? 1 : a.id < b.id ? -1 : 1));
    return { sessions, damaged };
  }

  /** Undefined where there is no such file; null where it cannot be read. */
  async #load(id: string): Promise<StoredSession | null | undefined> {
    const file = this.#path(`${id}.json`);
    const stamp = await stampOf(file);
    if (stamp === null) return undefined;
    const known = this.#known.get(id);
    if (known?.stamp === stamp) return await known.session;
    const session = readFile(file, 'utf8').then(
      (text) => parse(text, id),
      () => null,
    );
    this.#known.set(id, { stamp, session });
    return await session;
  }

  #path(name = ''): string {
    return join(this.#folder, '.linchpin', 'sessions', name);
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

async function stampOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found === null ? null : `${found.mtimeMs} ${found.size}`;
}
