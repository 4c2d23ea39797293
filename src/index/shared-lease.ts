import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import type { Connection, Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { throwIfCancelled } from '../base/error.ts';
import { optimized, quoted } from './lance.ts';
import { plain } from './lance-rows.ts';
import { connectTo } from './shared-place.ts';
import type { IndexLock } from './lock.ts';

const tableName = 'lease__r1';
const leaseSchema = z.object({ holder: z.string(), pid: z.int(), host: z.string(), beat: z.int() });
type Lease = z.infer<typeof leaseSchema>;

export interface LeaseTiming {
  /** The holder raises its beat so often, ms. */
  readonly beatMs: number;
  /** A holder whose beat did not rise while another watched for so long is taken for dead, ms. */
  readonly staleMs: number;
  /** Waited where the table had to be made, ms: of two who make it at once LanceDB lets the later one put its own in its place. */
  readonly settleMs: number;
}

const usualTiming: LeaseTiming = { beatMs: 10_000, staleMs: 35_000, settleMs: 3000 };
/** Beats that a holder has missed before it is taken for dead, at the least: somebody else's may be longer than one's own. */
const missedBeats = 3.5;
/** No holder's beat is longer, whatever its name says. */
const longestBeatMs = 60_000;
/** Versions of the table that only grow. */
const keptMs = 60_000;

export type LeaseState = 'free' | 'dead' | 'held';

/**
 * The lock of an index on object storage: one row of a table, changed only by an update that names the row as it was read. LanceDB commits
 * each version with a conditional put, so of several such updates one changes the row. No clocks are compared, and no process is looked for,
 * as two machines may have one name and the numbers of processes are each machine's own: whoever wants the lock of another watches whether
 * its beat rises, for as long as that holder's beat asks.
 * @throws `held` what is to be told where another process lives; what LanceDB throws
 */
export async function takeLease(
  location: string,
  held: () => Error,
  signal?: AbortSignal,
  timing: LeaseTiming = usualTiming,
): Promise<IndexLock> {
  const connection = await connectTo(location);
  // The name says how often the beat rises, as a row of an older version has no place for it.
  const me = `${randomUUID()} ${timing.beatMs}`;
  try {
    const known = await leaseTable(connection);
    const table = known ?? (await makeTable(connection));
    const free = await freed(table, timing, signal);
    if (free === null || !(await change(table, free, { holder: me, pid: process.pid, host: hostname(), beat: free.beat + 1 })))
      throw held();
    if (known === null) {
      await pause(timing.settleMs);
      if ((await read(table)).holder !== me) throw held();
    }
    return keep(connection, table, me, timing);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** @throws what LanceDB throws */
export async function leaseState(location: string, timing: LeaseTiming = usualTiming): Promise<LeaseState> {
  const connection = await connectTo(location);
  try {
    const table = await leaseTable(connection);
    if (table === null || (await read(table)).holder === '') return 'free';
    return (await freed(table, timing)) === null ? 'held' : 'dead';
  } finally {
    connection.close();
  }
}

/** The row as it may be taken over: of nobody, or of a holder that is gone. null where its holder lives. */
async function freed(table: Table, { staleMs }: LeaseTiming, signal?: AbortSignal): Promise<Lease | null> {
  const first = await read(table);
  if (first.holder === '') return first;
  const beatMs = beatOf(first);
  const watched = Math.max(staleMs, missedBeats * beatMs);
  const began = performance.now();
  while (performance.now() - began < watched) {
    await pause(beatMs / 4, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    throwIfCancelled(signal);
    const now = await read(table);
    if (now.holder === '') return now;
    if (now.holder !== first.holder || now.beat !== first.beat) return null;
  }
  return first;
}

function keep(connection: Connection, table: Table, me: string, { beatMs, staleMs }: LeaseTiming): IndexLock {
  const lost = new AbortController();
  let renewedAt = Date.now();
  let renewing: Promise<void> = Promise.resolve();
  const isOld = (): boolean => Date.now() - renewedAt > staleMs / 2;
  const renew = async (): Promise<void> => {
    const began = Date.now();
    try {
      const { rowsUpdated } = await table.update({ where: `holder = ${quoted(me)}`, valuesSql: { beat: 'beat + 1' } });
      if (rowsUpdated === 1) renewedAt = began;
      else lost.abort();
    } catch {
      // The store may be out of reach for a moment: the lease is held until another may have taken it.
      if (isOld()) lost.abort();
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, beatMs);
  timer.unref();
  return {
    lost: lost.signal,
    // The row itself is asked, before each commit: after a sleep, or a step that took too long, it may be another's, and timers come late.
    confirm: async () => {
      if (lost.signal.aborted) return false;
      // A store that is out of reach: the commit will say so, unless the lease is too old to commit at all.
      const row = await read(table).catch(() => null);
      if (row === null ? isOld() : row.holder !== me) lost.abort();
      return !lost.signal.aborted;
    },
    release: async () => {
      clearInterval(timer);
      await renewing;
      // What cannot be given back is taken over.
      if (!lost.signal.aborted)
        await table
          .update({ where: `holder = ${quoted(me)}`, values: { holder: '', pid: 0, host: '' } })
          .then(() => optimized(table, keptMs))
          .catch(() => undefined);
      connection.close();
    },
  };
}

async function leaseTable(connection: Connection): Promise<Table | null> {
  return (await connection.tableNames({ limit: 1000 })).includes(tableName) ? await connection.openTable(tableName) : null;
}

async function makeTable(connection: Connection): Promise<Table> {
  const nobody: Lease = { holder: '', pid: 0, host: '', beat: 0 };
  try {
    return await connection.createTable(tableName, [{ ...nobody }], { mode: 'create' });
  } catch (error) {
    // Another made it at the same time.
    if (!/already exists|commit conflict/i.test(String(error))) throw error;
    return await connection.openTable(tableName);
  }
}

async function read(table: Table): Promise<Lease> {
  const rows: unknown[] = await table.query().limit(1).toArray();
  return leaseSchema.parse(plain(rows[0]));
}

/** @returns false where the row is no longer as it was read */
async function change(table: Table, from: Lease, to: Lease): Promise<boolean> {
  try {
    const { rowsUpdated } = await table.update({
      where: `holder = ${quoted(from.holder)} AND beat = ${from.beat}`,
      values: { ...to },
    });
    return rowsUpdated === 1;
  } catch (error) {
    // Others were first, again and again.
    if (/commit conflict/i.test(String(error))) return false;
    throw error;
  }
}

/** How often the holder of a row raises its beat, ms; as usual where its name does not say. */
function beatOf({ holder }: Lease): number {
  const said = Number(/ (\d+)$/.exec(holder)?.[1] ?? usualTiming.beatMs);
  return said > 0 ? Math.min(said, longestBeatMs) : usualTiming.beatMs;
}
