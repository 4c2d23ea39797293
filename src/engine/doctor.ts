import { isAddress, placeName } from '../base/address.ts';
import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { say } from '../base/language.ts';
import { throwIfCancelled, toLinchpinError } from '../base/error.ts';
import type { Damaged } from '../contract/review.ts';
import { freeBytes, isWritable, oldTables, removeOldTables } from '../index/health.ts';
import { lockIndex, lockState } from '../index/lock.ts';

export interface Finding {
  /** `note`: worth knowing, and no fault. */
  readonly what: 'wrong' | 'note';
  readonly code: string;
  /** Sentences for a user. */
  readonly message: string;
  readonly next: string;
  /** Of what `--repair` mends: whether it did. Of what only the user can mend it is left out. */
  readonly repaired?: boolean;
}

/** What the examination needs of an engine that has the folder open. */
export interface Patient {
  readonly folder: string;
  /** Of the index. */
  readonly location: string;
  /** `missing` where nothing was indexed; reads the whole index. @throws LinchpinError `index-unreadable` */
  index(): Promise<
    | 'missing'
    | { readonly documents: readonly string[]; readonly leftOver: number; readonly interrupted: boolean; readonly outdated: boolean }
  >;
  /** Whether the sentence encoder's vectors can be read; true where there are none. */
  vectors(): Promise<boolean>;
  encode(): Promise<unknown>;
  /** Records that cannot be read. */
  damaged(): Promise<readonly Damaged[]>;
  update(): Promise<unknown>;
  rebuild(): Promise<unknown>;
}

/** An index needs some times the size of its documents while it is made. */
const leastFree = 500 * 1024 * 1024;

/**
 * What is wrong with a folder's index and records, and what to do. With `repair` what can be made anew is mended: the lock of a process
 * that is gone, the index, tables that older versions left. Reports, sessions and decisions are read, and never changed.
 * @throws LinchpinError `cancelled`
 */
export async function examine(patient: Patient, repair: boolean, signal: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { folder, location } = patient;
  const mended = async (work: () => Promise<unknown>): Promise<{ repaired: boolean; next: string }> => {
    throwIfCancelled(signal);
    if (!repair) return { repaired: false, next: 'Run "linchpin doctor DIR --repair".' };
    try {
      await work();
      return { repaired: true, next: '' };
    } catch (error) {
      const { code, message, next } = toLinchpinError(error);
      if (code === 'cancelled') throw error;
      return { repaired: false, next: say`It could not be mended: ${[message, next].join(' ')}` };
    }
  };

  try {
    findings.push(...(isAddress(location) ? [sharedPlaceNote(location)] : await examinePlace(location)));
    findings.push(...(await examineLock(location, mended)));
    findings.push(...(await examineIndex(patient, mended)));
    findings.push(...(await examineOld(location, mended)));
  } catch (error) {
    // Of a shared index: where its server is not reached nothing more can be told of it.
    const { code, message, next } = toLinchpinError(error);
    if (code === 'cancelled') throw error;
    findings.push({ what: 'wrong', code, message, next });
  }

  const records = join(folder, '.linchpin');
  // Where there is none yet it would be made in the folder.
  const place = (await stat(records).catch(() => null)) === null ? folder : records;
  if (
    !(await access(place, constants.W_OK).then(
      () => true,
      () => false,
    ))
  )
    findings.push({
      what: 'wrong',
      code: 'records-unwritable',
      message: say`Nothing can be written to the .linchpin folder: audits and decisions would be lost.`,
      next: say`Mend its permissions.`,
    });
  try {
    for (const { file, line, reason } of await patient.damaged())
      findings.push({
        what: 'wrong',
        code: 'record-damaged',
        message: damageWords(file, line, reason),
        next: say`Restore it from a backup or from version control; it is left as it is.`,
      });
  } catch (error) {
    const { code, message, next } = toLinchpinError(error);
    findings.push({ what: 'wrong', code, message, next });
  }
  return findings;
}

function damageWords(file: string, line: number | null, reason: string | undefined): string {
  if (reason === undefined)
    return line === null ? say`${file} cannot be read and does not count.` : say`${file}, line ${line} cannot be read and does not count.`;
  return line === null ? say`${file} is damaged: ${reason}` : say`${file}, line ${line} is damaged: ${reason}`;
}

type Mended = (work: () => Promise<unknown>) => Promise<{ repaired: boolean; next: string }>;

function sharedPlaceNote(location: string): Finding {
  return {
    what: 'note',
    code: 'place-shared',
    message: say`The index is shared with others: ${placeName(location)}.`,
    next: say`What is repaired is repaired for everybody.`,
  };
}

async function examinePlace(location: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (!(await isWritable(location)))
    findings.push({
      what: 'wrong',
      code: 'place-unwritable',
      message: say`Nothing can be written to the place of the index, ${location}.`,
      next: say`Mend its permissions, or choose another place with --index-dir or LINCHPIN_INDEX_DIR.`,
    });
  const free = await freeBytes(location);
  if (free !== null && free < leastFree)
    findings.push({
      what: 'wrong',
      code: 'disk-low',
      message: say`Only ${Math.round(free / 1024 / 1024)} MB are free at the place of the index.`,
      next: say`Free some space, or choose another place with --index-dir or LINCHPIN_INDEX_DIR.`,
    });
  return findings;
}

async function examineLock(location: string, mended: Mended): Promise<Finding[]> {
  const findings: Finding[] = [];
  const lock = await lockState(location);
  if (lock === 'dead') {
    const take = async (): Promise<void> => {
      await (await lockIndex(location)).release();
    };
    findings.push({
      what: 'wrong',
      code: 'lock-stale',
      message: say`The index is locked by a process that is gone.`,
      ...(await mended(take)),
    });
  } else if (lock !== 'free')
    findings.push({
      what: 'note',
      code: 'lock-held',
      message: say`The index is being written by another process.`,
      next: say`What follows may change until it is done.`,
    });
  return findings;
}

async function examineOld(location: string, mended: Mended): Promise<Finding[]> {
  const findings: Finding[] = [];
  const old = await oldTables(location);
  if (old.length > 0)
    findings.push({
      what: 'wrong',
      code: 'index-old',
      message: say`${old.length} tables of an older version of the program take up space at the place of the index.`,
      ...(await mended(() => removeOldTables(location))),
    });
  return findings;
}

async function examineIndex(patient: Patient, mended: Mended): Promise<Finding[]> {
  const wrong = async (code: string, message: string, work: () => Promise<unknown>): Promise<Finding[]> => [
    { what: 'wrong', code, message, ...(await mended(work)) },
  ];
  const update = (): Promise<unknown> => patient.update();
  const rebuild = (): Promise<unknown> => patient.rebuild();
  try {
    const index = await patient.index();
    if (index === 'missing')
      return await wrong(
        'index-missing',
        say`There is no index of this folder for the chosen embedding model, in the form that this version reads.`,
        update,
      );
    if (index.documents.length > 0)
      return await wrong(
        'index-incomplete',
        say`Of ${index.documents.length} documents not all passages are in the index: ${index.documents.slice(0, 5).join(', ')}${index.documents.length > 5 ? ', …' : ''}.`,
        rebuild,
      );
    if (index.interrupted || index.leftOver > 0)
      return await wrong('index-interrupted', say`The last indexing was stopped before its end. What is indexed is whole.`, update);
    if (!(await patient.vectors()))
      return await wrong('vectors-damaged', say`The vectors of the sentence encoder cannot be read: search goes on without them.`, () =>
        patient.encode(),
      );
    return index.outdated ? await wrong('index-outdated', say`Documents have changed, come or gone since they were indexed.`, update) : [];
  } catch (error) {
    const { code, message, next } = toLinchpinError(error);
    if (code === 'cancelled') throw error;
    if (code === 'index-unreadable') return await wrong('index-damaged', message, rebuild);
    return [{ what: 'wrong', code, message, next }];
  }
}
