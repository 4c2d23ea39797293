import { isAddress } from '../base/address.ts';
import { constants } from 'node:fs';
import { access, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { unreadable } from './errors.ts';
import { lockIndex } from './lock.ts';
import { connectTo } from './shared-place.ts';
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

/** Tables of indexes that an older version of the program made: this one reads none of them. @throws LinchpinError of a shared index `index-unreachable`, `index-forbidden` */
export async function oldTables(location: string): Promise<string[]> {
  const names = isAddress(location) ? await sharedTables(location) : await folderTables(location);
  return names.filter((name) => {
    if (!/^(?:passages|documents)__/.test(name)) return false;
    const version = /__r(\d+)(?:__g[\da-f]+)?$/.exec(name)?.[1];
    return version === undefined || Number(version) < recordVersion;
  });
}

async function folderTables(location: string): Promise<string[]> {
  const names = await readdir(join(location, 'lance')).catch(() => []);
  return names.filter((name) => name.endsWith('.lance')).map((name) => name.replace(/\.lance$/, ''));
}

async function sharedTables(location: string): Promise<string[]> {
  try {
    const connection = await connectTo(location);
    const names = await connection.tableNames({ limit: 1000 });
    connection.close();
    return names;
  } catch (error) {
    throw unreadable(error);
  }
}

/** @throws LinchpinError `index-locked`, `index-unreadable`, of a shared index `index-unreachable`, `index-forbidden` */
export async function removeOldTables(location: string): Promise<void> {
  const lock = await lockIndex(location);
  try {
    const connection = await connectTo(isAddress(location) ? location : join(location, 'lance'));
    for (const name of await oldTables(location)) {
      await connection.dropTable(name).catch(() => undefined);
      const statistics = name.replace(/^\w+?__/, 'statistics__');
      if (isAddress(location)) await connection.dropTable(statistics).catch(() => undefined);
      else {
        await rm(join(location, 'lance', `${name}.lance`), { recursive: true, force: true });
        await rm(join(location, 'lance', `${statistics}.json`), { force: true });
      }
    }
    connection.close();
  } finally {
    await lock.release();
  }
}
