import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { LinchpinError } from './error.ts';
import { codeOf } from './guarded.ts';

/**
 * Writes a file that the user has named, whole or not at all: where it fails, what was there stays, and nothing half-written or empty is left.
 * Links are followed, as the place is the user's choice.
 * @throws LinchpinError `disk-full`, `usage`
 */
export async function writeWhole(file: string, text: string | Uint8Array): Promise<void> {
  try {
    const target = await realpath(file).catch(() => file);
    const found = await stat(target).catch(() => null);
    // A pipe or a terminal takes what comes.
    if (found !== null && !found.isFile()) {
      await writeFile(target, text);
      return;
    }
    await replace(target, text, found?.mode);
  } catch (error) {
    throw told(file, error);
  }
}

async function replace(target: string, text: string | Uint8Array, mode: number | undefined): Promise<void> {
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(draft, 'wx', 0o666);
    try {
      if (mode !== undefined) await handle.chmod(mode).catch(() => undefined);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

function told(file: string, error: unknown): LinchpinError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return new LinchpinError(
      'disk-full',
      `There is no room on the disk for ${file}.`,
      'Free some space, or name a file in another place.',
      error,
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new LinchpinError(
      'usage',
      `The file ${file} may not be written.`,
      'Mend the permissions of its folder, or name a file in another place.',
      error,
    );
  if (code === 'EISDIR') return new LinchpinError('usage', `${file} is a folder.`, 'Name a file.', error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new LinchpinError('usage', `The file ${file} cannot be written.`, 'Name a file in a folder that is there.', error);
  return new LinchpinError('usage', `The file ${file} was not written: ${String(code ?? error)}.`, 'Name a file in another place.', error);
}
