import { link, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

import { LinchpinError } from '../base/error.ts';
import { isMissing, makeFolders, OddEntry, type Place, readPlain } from '../base/guarded.ts';
import { canonicalJson, sha256 } from '../base/hash.ts';
import type { SamplePlan, SampleState } from '../contract/sample.ts';
import type { Session } from '../contract/session.ts';
import { mostRecordBytes } from '../review/record-files.ts';
import { type Candidate, drawSample } from '../sampling/plan.ts';
import { sampleState } from '../sampling/state.ts';
import { parseSample, type StoredSample } from '../sampling/stored-sample.ts';

/** The samples that were drawn of a folder's review sessions, at most one of each. */
export class FolderSamples {
  readonly #root: string;
  readonly #folder: string;
  readonly #known = new Map<string, StoredSample>();

  constructor(folder: string) {
    this.#root = folder;
    this.#folder = join(folder, '.linchpin', 'samples');
  }

  /**
   * Draws a sample of the claims that are checked and that nobody has decided, and keeps it.
   * @throws LinchpinError `review-invalid` where one was drawn already, the session is signed, nothing can be drawn, or it cannot be kept
   */
  async draw(session: Session, plan: SamplePlan, reviewer: string): Promise<SampleState> {
    if (session.signed)
      throw new LinchpinError('review-invalid', 'This session is signed, and stays as it was signed.', 'Draw the sample before signing.');
    const sample: StoredSample = {
      schemaVersion: 1,
      ...plan,
      sessionId: session.id,
      reviewer,
      createdAt: new Date().toISOString(),
      strata: drawSample(session.claims.flatMap(candidateOf), plan).map(({ name, planned, claims }) => ({
        name,
        planned,
        claims: [...claims],
      })),
    };
    await this.#write(sample);
    return sampleState(sample, session);
  }

  /** What the sample of a session tells now; null where none was drawn. @throws LinchpinError `review-invalid` where it cannot be read */
  async state(session: Session): Promise<SampleState | null> {
    const sample = await this.#read(session.id);
    return sample === null ? null : sampleState(sample, session);
  }

  /** What a signature names of the sample of a session; null where none was drawn. @throws as `state` */
  async digest(sessionId: string): Promise<string | null> {
    const sample = await this.#read(sessionId);
    return sample === null ? null : sha256(canonicalJson(sample));
  }

  async #read(sessionId: string): Promise<StoredSample | null> {
    const known = this.#known.get(sessionId);
    if (known !== undefined) return known;
    const file = this.#file(sessionId);
    const text = await readPlain(this.#place(sessionId), mostRecordBytes).catch((error: unknown) => {
      if (isMissing(error)) return null;
      if (error instanceof OddEntry) throw error.told('review-invalid');
      throw unreadable(file, error);
    });
    if (text === null) return null;
    const sample = parseSample(text, sessionId);
    if (sample === null) throw unreadable(file);
    this.#known.set(sessionId, sample);
    return sample;
  }

  /** Whole or not at all, and never over another: who may draw again chooses among draws. */
  async #write(sample: StoredSample): Promise<void> {
    const file = this.#file(sample.sessionId);
    const draft = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await makeFolders(this.#place(sample.sessionId));
      await writeFile(draft, `${JSON.stringify(sample, null, 1)}\n`, { flag: 'wx', flush: true });
      await link(draft, file);
    } catch (error) {
      if (error instanceof OddEntry) throw error.told('review-invalid');
      throw isThere(error)
        ? new LinchpinError(
            'review-invalid',
            'A sample of this session was drawn already.',
            'Go on with it: a second draw would be a choice among draws. A new session gets a new one.',
          )
        : new LinchpinError(
            'review-invalid',
            `The sample could not be saved to ${file}.`,
            'Check that the folder is writable and the disk is not full, then draw it again.',
            error,
          );
    } finally {
      await rm(draft, { force: true }).catch(() => undefined);
    }
    this.#known.set(sample.sessionId, sample);
  }

  #place(sessionId: string): Place {
    return { root: this.#root, names: ['.linchpin', 'samples', `${sessionId}.json`] };
  }

  #file(sessionId: string): string {
    return join(this.#folder, `${sessionId}.json`);
  }
}

function candidateOf({ id, state, status, chance, stale, review }: Session['claims'][number]): Candidate[] {
  return state === 'done' && !stale && status !== null && review.verdict === 'undecided' ? [{ id, status, chance }] : [];
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function unreadable(file: string, cause?: unknown): LinchpinError {
  return new LinchpinError('review-invalid', `The sample ${file} cannot be read.`, 'Restore the file from version control.', cause);
}
