import { constants } from 'node:fs';
import { access, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { lancedb } from './lance.ts';
import { lockIndex } from './lock.ts';
import { recordVersion } from './store.ts';

/** Bytes that are free where the index is, or would be made; null where the system does not tell. */
export async function freeBytes(location: string): Promise<number | null> {
  const info = await statfs(await standing(location)).catch(() => null);
  return info === null ? null : info.bavail * info.bsize;
}

/** Whether an index can be written there, or a folder made for one. */
export async function isWritable(location: string): Promise<boolean> {
  return await access(await standing(location), constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** The folder itself, or the nearest one above it that is there. */
async function standing(location: string): Promise<string> {
  for (let place = location; ; place = dirname(place)) {
    const info = await stat(place).catch(() => null);
    if (info?.isDirectory() === true || dirname(place) === place) return place;
  }
}

/** Tables of indexes that an older version of the program made: this one reads none of them. */
export async function oldTables(location: string): Promise<string[]> {
  const names = await readdir(join(location, 'lance')).catch(() => []);
  return names.flatMap((name) => {
    const version = /^(?:passages|documents)__.+__r(\d+)\.lance$/.exec(name)?.[1];
    const isUnversioned = /^(?:passages|documents)__.+(?<!__r\d+)\.lance$/.test(name);
    return isUnversioned || (version !== undefined && Number(version) < recordVersion) ? [name.replace(/\.lance$/, '')] : [];
  });
}

/** @throws LinchpinError `index-locked`, `index-unreadable`. */
export async function removeOldTables(location: string): Promise<void> {
  const lock = await lockIndex(location);
  try {
    const { connect } = await lancedb();
    const connection = await connect(join(location, 'lance'));
    for (const name of await oldTables(location)) {
      await connection.dropTable(name).catch(() => undefined);
      await rm(join(location, 'lance', `${name}.lance`), { recursive: true, force: true });
      await rm(join(location, 'lance', `${name.replace(/^\w+?__/, 'statistics__')}.json`), { force: true });
    }
    connection.close();
  } finally {
    await lock.release();
  }
}
