import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

import type * as Arrow from 'apache-arrow';
import type * as LanceDb from '@lancedb/lancedb';

import { longWork } from '../base/long-work.ts';

import { switchTelemetryOff } from '../base/no-telemetry.ts';

const load = createRequire(import.meta.url);

/** LanceDB and Arrow, loaded when they are first needed: the native module is large, and where it is missing another store stands in. */
export async function lancedb(): Promise<typeof LanceDb> {
  switchTelemetryOff();
  // Read once, when the native module loads: it would log every request otherwise.
  process.env['LANCEDB_LOG'] ??= 'error';
  // Where every thread of its pool writes a part of the full-text index, none is left for what they wait for, and indexing hangs for good
  // on machines with few processors (lancedb issue 3568).
  const parts = Math.max(1, Math.min(4, availableParallelism() - 1));
  process.env['LANCE_FTS_NUM_SHARDS'] ??= String(parts);
  process.env['LANCE_CPU_THREADS'] ??= String(parts + Math.max(3, availableParallelism()));
  return await longWork(() => import('@lancedb/lancedb'));
}

/**
 * Makes small parts of a table one, and takes out its versions that are older. LanceDB Cloud and Enterprise do that themselves, and refuse
 * to be told to.
 * @returns whether its indices hold all of its rows now, as far as that is known
 */
export async function optimized(table: LanceDb.Table, keptMs: number): Promise<boolean> {
  try {
    await table.optimize({ cleanupOlderThan: new Date(Date.now() - keptMs), deleteUnverified: false });
    return true;
  } catch (error) {
    if (/optimize is not supported/i.test(String(error))) return false;
    throw error;
  }
}

/** The copy that LanceDB itself has: tables made with the other, of ES modules, are strange to it. */
export function arrow(): typeof Arrow {
  return load('apache-arrow') as typeof Arrow;
}

/** A string literal of a predicate. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
