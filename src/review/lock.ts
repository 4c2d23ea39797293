import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, readlink, rmdir, unlink } from 'node:fs/promises';
import { hostname, networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { codeOf, isMissing, makeFolders, OddEntry, pathOf, plainFile, readPlain } from '../base/guarded.ts';

/** The one lock of a folder's records: it is held for the moment in which something is looked at and then written. */
const names = ['.linchpin', '.lock'] as const;

const holderSchema = z.object({ pid: z.int().positive(), machine: z.string(), nonce: z.string() });
type Holder = z.infer<typeof holderSchema>;

/** Milliseconds. Nothing is held for a second; times are counted here, so that no clock of another machine matters. */
const patience = { goneAfter: 20_000, most: 40_000, leastPause: 3, mostPause: 25 };

/** Waiting in this process, by folder: the lock is asked for by one of them at a time. */
const queues = new Map<string, Promise<unknown>>();

/** Locks that this process holds: one that has its number and is none of these was left by another process of that number. */
const ours = new Set<string>();

/** What the work asks right before it writes. */
export interface Held {
  /** @throws LinchpinError `review-invalid` where the lock was taken over, because this process stood still for too long. */
  confirm(): Promise<void>;
}

/**
 * Does the work while no other process, and nothing else in this one, does work on the records of the folder. The lock of a process that is
 * known to be gone is taken over at once, another one after 20 seconds in which it has not changed hands.
 * @param root the workspace folder; its `.linchpin` is made
 * @throws LinchpinError `review-invalid` where the lock cannot be had, and what the work throws
 */
export async function whileLocked<T>(root: string, work: (held: Held) => Promise<T>): Promise<T> {
  const turn = (queues.get(root) ?? Promise.resolve()).then(() => locked(root, work));
  const settled = turn.catch(() => undefined);
  queues.set(root, settled);
  try {
    return await turn;
  } finally {
    if (queues.get(root) === settled) queues.delete(root);
  }
}

async function locked<T>(root: string, work: (held: Held) => Promise<T>): Promise<T> {
  const place = { root, names };
  const own = { pid: process.pid, machine: await thisMachine(), nonce: randomUUID() };
  ours.add(own.nonce);
  await take(root, own).catch((error: unknown) => {
    ours.delete(own.nonce);
    if (error instanceof OddEntry) throw error.told('review-invalid');
    throw error instanceof LinchpinError ? error : notHad(root, error);
  });
  const isOurs = async (): Promise<boolean> => (await holderOf(root).catch(() => null))?.nonce === own.nonce;
  try {
    return await work({
      confirm: async () => {
        if (!(await isOurs())) throw notHad(root);
      },
    });
  } finally {
    if (await isOurs()) await unlink(pathOf(place)).catch(() => undefined);
    ours.delete(own.nonce);
  }
}

async function take(root: string, own: Holder): Promise<void> {
  await makeFolders({ root, names });
  let seen: string | null = null;
  let since = performance.now();
  const begun = since;
  for (;;) {
    if (await create(root, own)) return;
    const holder = await holderOf(root);
    const now = performance.now();
    // A lock that says nothing yet, or nothing that can be read, is one of its own.
    const nonce = holder?.nonce ?? '';
    if (nonce !== seen) [seen, since] = [nonce, now];
    if ((holder !== null && isGone(holder, own.machine)) || now - since > patience.goneAfter) await takeAway(root, nonce);
    if (now - begun > patience.most) throw notHad(root);
    await pause(patience.leastPause + Math.random() * (patience.mostPause - patience.leastPause));
  }
}

/** False where it is held. */
async function create(root: string, own: Holder): Promise<boolean> {
  try {
    const nofollow = (constants.O_NOFOLLOW as number | undefined) ?? 0;
    const file = await open(pathOf({ root, names }), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | nofollow);
    try {
      await file.writeFile(JSON.stringify(own));
    } catch (error) {
      await unlink(pathOf({ root, names })).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    const isBusy = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(String(codeOf(error)));
    if (codeOf(error) !== 'EEXIST' && !isBusy) throw error;
    await plainFile({ root, names });
    return false;
  }
}

/** Null where nobody holds it, or it cannot be told who. @throws OddEntry */
async function holderOf(root: string): Promise<Holder | null> {
  try {
    const parsed = holderSchema.safeParse(JSON.parse(await readPlain({ root, names }, 10_000)));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

/** Takes the lock of one that is gone away; of those who find that out at the same time only one does, and it looks again first. */
async function takeAway(root: string, nonce: string): Promise<void> {
  const gate = `${pathOf({ root, names })}.gone`;
  try {
    await mkdir(gate);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // Somebody else is at it. If that one has died there, its folder is the next one's to remove.
    await pause(500);
    await rmdir(gate).catch(() => undefined);
    return;
  }
  try {
    if (((await holderOf(root))?.nonce ?? '') === nonce) await unlink(pathOf({ root, names })).catch(() => undefined);
  } finally {
    await rmdir(gate).catch(() => undefined);
  }
}

function isGone({ pid, machine, nonce }: Holder, here: string): boolean {
  if (machine !== here) return false;
  if (pid === process.pid) return !ours.has(nonce);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

let machine: Promise<string> | null = null;

/** Where a process number means the same as here: this start of this machine, and of it the container. Names of machines are not distinct. */
async function thisMachine(): Promise<string> {
  machine ??= (async () => {
    const parts =
      process.platform === 'linux'
        ? await Promise.all([readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readlink('/proc/self/ns/pid')]).catch(() => null)
        : null;
    const macs = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ mac }) => mac));
    return createHash('sha256')
      .update(JSON.stringify(parts ?? [hostname(), [...new Set(macs)].sort()]))
      .digest('hex');
  })();
  return await machine;
}

function notHad(root: string, cause?: unknown): LinchpinError {
  return new LinchpinError(
    'review-invalid',
    `Nothing can be written to the records in ${pathOf({ root, names: ['.linchpin'] })}.`,
    'Check that the folder is writable, that the disk is not full and that no other program holds on to it, then try again.',
    cause,
  );
}
