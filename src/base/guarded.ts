import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { type ErrorCode, LinchpinError } from './error.ts';
import { say } from './language.ts';

/**
 * Files below a folder that somebody else may have filled, such as a cloned repository's `.linchpin`: no link is followed on the way or at the
 * end, nothing is opened that is no plain file, and what is written is there whole or not at all.
 */
export interface Place {
  /** Trusted as it is: the folder that the user has opened. It may be reached by a link. */
  readonly root: string;
  /** Names below it, of folders and at last of the file. */
  readonly names: readonly string[];
}

/** What stands at a path is not what may stand there. The message is a sentence for a user, without the path. */
export class OddEntry extends Error {
  readonly path: string;

  constructor(message: string, path: string) {
    super(message);
    this.name = 'OddEntry';
    this.path = path;
  }

  /** The same as an error for a user. */
  told(code: ErrorCode): LinchpinError {
    return new LinchpinError(
      code,
      `${this.path} cannot be used. ${this.message}`,
      'Remove it, or put a plain file or folder in its place.',
      this,
    );
  }
}

/** Not there on Windows, where a link is told by `lstat` alone. */
const unfollowed = (constants.O_NOFOLLOW as number | undefined) ?? 0;
const unblocked = (constants.O_NONBLOCK as number | undefined) ?? 0;

export interface PlainFile {
  readonly size: number;
  /** Time and size: another one says that the file has changed. */
  readonly stamp: string;
}

export function pathOf({ root, names }: Place): string {
  return join(root, ...names);
}

/** The plain file that stands there; null where there is none, or no folder that it could be in. @throws OddEntry, and what the system says. */
export async function plainFile(place: Place): Promise<PlainFile | null> {
  const found = (await foldersStand(place)) ? await lstatOf(pathOf(place)) : null;
  if (found === null) return null;
  if (!found.isFile()) throw new OddEntry(oddness(found), pathOf(place));
  return { size: found.size, stamp: stampOf(found) };
}

export interface Entries {
  /** Plain files, in the order of their names. */
  readonly files: readonly (PlainFile & { readonly name: string })[];
  /** What has the ending and is no plain file, or one that is too large. */
  readonly odd: readonly { readonly name: string; readonly reason: string }[];
}

/** Looked at by many at once, but not by so many that the process runs out of handles. */
const looksAtOnce = 64;

/** The files of a folder whose names have an ending; none where there is no such folder. @throws OddEntry where it is no folder, and what the system says. */
export async function entriesOf(folder: Place, ending: string, mostBytes: number): Promise<Entries> {
  const inside = { root: folder.root, names: [...folder.names, '.'] };
  const all = (await foldersStand(inside)) ? await readdir(pathOf(folder)) : [];
  const names = all.filter((name) => name.endsWith(ending)).sort();
  const files: Entries['files'][number][] = [];
  const odd: Entries['odd'][number][] = [];
  for (let from = 0; from < names.length; from += looksAtOnce) {
    const some = names.slice(from, from + looksAtOnce);
    const found = await Promise.all(some.map((name) => lstatOf(join(pathOf(folder), name))));
    for (const [at, name] of some.entries()) {
      const info = found[at] ?? null;
      if (info === null) continue;
      if (!info.isFile()) odd.push({ name, reason: oddness(info) });
      else if (info.size > mostBytes) odd.push({ name, reason: tooLarge(mostBytes) });
      else files.push({ name, size: info.size, stamp: stampOf(info) });
    }
  }
  return { files, odd };
}

/** The text of a plain file. @throws OddEntry, also where it is larger than `mostBytes`; and what the system says. */
export async function readPlain(place: Place, mostBytes: number): Promise<string> {
  if (!(await foldersStand(place))) throw missing(place);
  // Looked at before it is opened: opening a device or a pipe may do something.
  const path = pathOf(place);
  const found = await lstat(path);
  if (!found.isFile()) throw new OddEntry(oddness(found), path);
  const file = await open(path, constants.O_RDONLY | unfollowed | unblocked);
  try {
    const { size } = await plainHandle(file, path);
    if (size > mostBytes) throw new OddEntry(tooLarge(mostBytes), path);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** Writes a file whole or not at all, flushed to disk; its folders are made. @throws OddEntry, and what the system says. */
export async function writePlain(place: Place, text: string): Promise<void> {
  await makeFolders(place);
  await plainFile(place);
  const target = pathOf(place);
  // A name of its own, so that two that write the same file do not take each other's away.
  const draft = join(target, '..', `.${place.names.at(-1) ?? ''}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | unfollowed, 0o666);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(join(target, '..'));
}

/**
 * Adds bytes to the end of a file, flushed to disk; the file and its folders are made. Where that fails the file is cut back to what it was.
 * Whoever calls it has to be the only one that writes.
 * @returns the file's length before, and how it stands afterwards
 * @throws OddEntry, also where it would be larger than `mostBytes`; and what the system says
 */
export async function appendPlain(place: Place, bytes: Uint8Array, mostBytes: number): Promise<{ readonly before: number } & PlainFile> {
  await makeFolders(place);
  const was = await plainFile(place);
  const path = pathOf(place);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | unfollowed | unblocked, 0o666);
  try {
    const { size: before } = await plainHandle(file, path);
    if (before + bytes.length > mostBytes) throw new OddEntry(tooLarge(mostBytes), path);
    try {
      // In one write, so that a process that is killed leaves the whole line or nothing.
      const { bytesWritten } = await file.write(bytes, 0, bytes.length);
      if (bytesWritten < bytes.length) await file.writeFile(bytes.subarray(bytesWritten));
      await file.sync();
    } catch (error) {
      await file.truncate(before).catch(() => undefined);
      throw error;
    }
    if (was === null) await syncFolder(join(path, '..'));
    const { size, stamp } = await plainHandle(file, path);
    return { before, size, stamp };
  } finally {
    await file.close();
  }
}

/** Whether a folder stands there. @throws OddEntry where something else does */
export async function isFolderAt({ root, names }: Place): Promise<boolean> {
  return (await foldersStand({ root, names })) && (await isFolder(join(root, ...names)));
}

/** Makes the root and the folders on the way to a place, each of these only where no link stands in for it. @throws OddEntry, and what the system says. */
export async function makeFolders({ root, names }: Place): Promise<void> {
  await mkdir(root, { recursive: true });
  for (let count = 1; count < names.length; count += 1) {
    const folder = join(root, ...names.slice(0, count));
    const made = await mkdir(folder).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      },
    );
    if (!made) await isFolder(folder);
  }
}

/** Whether the folders on the way are there. @throws OddEntry where one of them is none. */
async function foldersStand({ root, names }: Place): Promise<boolean> {
  for (let count = 1; count < names.length; count += 1) if (!(await isFolder(join(root, ...names.slice(0, count))))) return false;
  return true;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await lstatOf(path);
  if (found === null) return false;
  if (!found.isDirectory()) throw new OddEntry(found.isSymbolicLink() ? oddness(found) : say`It stands where a folder should be.`, path);
  return true;
}

async function plainHandle(file: FileHandle, path: string): Promise<PlainFile> {
  const found = await file.stat();
  if (!found.isFile()) throw new OddEntry(oddness(found), path);
  return { size: found.size, stamp: stampOf(found) };
}

/** A name that has just come or gone is on the disk only when its folder is; not every system can flush one. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function lstatOf(path: string): Promise<Stats | null> {
  return await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}

function stampOf({ mtimeMs, size }: Stats): string {
  return `${mtimeMs} ${size}`;
}

function oddness(found: Stats): string {
  if (found.isSymbolicLink()) return say`It is a link, which is not followed.`;
  if (found.isDirectory()) return say`It is a folder.`;
  return say`It is no plain file.`;
}

function tooLarge(mostBytes: number): string {
  return say`It is larger than ${Math.round(mostBytes / 1024 / 1024)} MB.`;
}

function missing(place: Place): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, '${pathOf(place)}'`), { code: 'ENOENT' });
}

/** Of an error of the system, such as ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}
