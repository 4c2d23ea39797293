import { isAddress } from '../base/address.ts';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { lock } from 'proper-lockfile';
import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { unreadable } from './errors.ts';
import { leaseState, type LeaseTiming, takeLease } from './shared-lease.ts';

/** The holder says that it lives every `update` ms; a lock that was not renewed for `stale` ms is taken over. */
const timing = { stale: 15_000, update: 5000, realpath: false } as const;
/** Held for a moment by whoever takes the lock, so that no two take over from the same dead holder. */
const gateTiming = {
  stale: 4000,
  update: 1000,
  realpath: false,
  retries: { retries: 60, factor: 1, minTimeout: 100, maxTimeout: 100 },
} as const;

const holderSchema = z.object({ pid: z.int().positive(), host: z.string() });

export interface IndexLock {
  /** Aborted when another process took the lock over, because this one did not renew it in time. */
  readonly lost: AbortSignal;
  /** Whether it is held still: to be asked before each write. */
  readonly confirm: () => Promise<boolean>;
  release(): Promise<void>;
}

/**
 * One writer for each index. A lock whose holder died is taken over: at once where the holder's process is known to be gone from this
 * machine, when it has not been renewed for 15 seconds otherwise.
 * Of an index on object storage: see `takeLease`.
 * @param location absolute path, made where it is not there; or an address
 * @throws LinchpinError `index-locked` while another process writes; `index-unreadable`, `disk-full`, `index-unreachable`,
 * `index-forbidden`, `cancelled`
 */
export async function lockIndex(location: string, signal?: AbortSignal, timing?: LeaseTiming): Promise<IndexLock> {
  if (isAddress(location))
    return await takeLease(location, () => isLocked(), signal, timing).catch((error: unknown) => {
      throw unreadable(error);
    });
  const lost = new AbortController();
  const writer = lockOptions(location);
  const take = (): Promise<() => Promise<void>> =>
    lock(location, {
      ...writer,
      onCompromised: () => {
        lost.abort();
      },
    });
  try {
    await mkdir(location, { recursive: true });
    const leave = await lock(join(location, 'gate'), {
      ...gateTiming,
      lockfilePath: join(location, 'gate.lock'),
      onCompromised: () => undefined,
    });
    try {
      const release = await take().catch(async (error: unknown) => {
        if (codeOf(error) !== 'ELOCKED' || !(await holderIsDead(location))) throw error;
        await rm(holderFile(location), { force: true });
        await rm(writer.lockfilePath, { recursive: true, force: true });
        return await take();
      });
      await writeFile(holderFile(location), JSON.stringify({ pid: process.pid, host: hostname() }));
      return {
        lost: lost.signal,
        confirm: () => Promise.resolve(!lost.signal.aborted),
        release: async () => {
          // A lock that was lost is no longer ours to release.
          if (lost.signal.aborted) return;
          await rm(holderFile(location), { force: true }).catch(() => undefined);
          await release().catch(() => undefined);
        },
      };
    } finally {
      await leave().catch(() => undefined);
    }
  } catch (error) {
    if (codeOf(error) !== 'ELOCKED') throw unreadable(error);
    throw isLocked(error);
  }
}

function isLocked(cause?: unknown): LinchpinError {
  return new LinchpinError(
    'index-locked',
    'Another window or command is indexing this folder.',
    'Wait until it is done; asking works in the meantime.',
    cause,
  );
}

/** Who holds the lock: nobody, a process that is gone, one that lives, or one of which it cannot be told. */
export async function lockState(location: string, leaseTiming?: LeaseTiming): Promise<'free' | 'dead' | 'held' | 'unknown'> {
  if (isAddress(location))
    return await leaseState(location, leaseTiming).catch((error: unknown) => {
      throw unreadable(error);
    });
  const info = await stat(join(location, 'writer.lock')).catch(() => null);
  if (info === null) return 'free';
  if (await holderIsDead(location)) return 'dead';
  return Date.now() - info.mtimeMs > timing.stale ? 'dead' : (await holderOf(location)) === null ? 'unknown' : 'held';
}

function lockOptions(location: string): typeof timing & { readonly lockfilePath: string } {
  return { ...timing, lockfilePath: join(location, 'writer.lock') };
}

function holderFile(location: string): string {
  return join(location, 'writer.json');
}

/** False where it cannot be told: a holder on another machine, or one that has not said who it is. */
async function holderIsDead(location: string): Promise<boolean> {
  const holder = await holderOf(location);
  if (holder?.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

async function holderOf(location: string): Promise<z.infer<typeof holderSchema> | null> {
  return await readFile(holderFile(location), 'utf8')
    .then((text) => holderSchema.parse(JSON.parse(text)))
    .catch(() => null);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
