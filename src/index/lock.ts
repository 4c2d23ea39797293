import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { check, lock } from 'proper-lockfile';

import { LinchpinError } from '../base/error.ts';

/** The holder says that it lives every `update` ms; a lock that was not renewed for `stale` ms is taken over. */
const timing = { stale: 15_000, update: 5000 } as const;

export interface IndexLock {
  /** Aborted when another process took the lock over, because this one did not renew it in time. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** One writer for each index. @throws LinchpinError `index-locked` while another process writes. */
export async function lockIndex(location: string): Promise<IndexLock> {
  await mkdir(location, { recursive: true });
  const lost = new AbortController();
  try {
    const release = await lock(location, { ...timing, realpath: false, lockfilePath: join(location, 'writer.lock'), onCompromised: () => { lost.abort(); } });
    return {
      lost: lost.signal,
      release: async () => {
        // A lock that was lost is no longer ours to release.
        await release().catch(() => undefined);
      },
    };
  } catch (error) {
    throw new LinchpinError('index-locked', 'Another window or command is indexing this folder.', 'Wait until it is done; asking works in the meantime.', error);
  }
}

export async function isLocked(location: string): Promise<boolean> {
  return await check(location, { stale: timing.stale, realpath: false, lockfilePath: join(location, 'writer.lock') }).catch(() => false);
}
