import type * as Arrow from 'apache-arrow';
import type * as LanceDb from '@lancedb/lancedb';

/** LanceDB and Arrow, loaded when they are first needed: the native module is large, and where it is missing another store stands in. */
export async function lancedb(): Promise<typeof LanceDb> {
  // Read once, when the native module loads: it would log every request otherwise.
  process.env['LANCEDB_LOG'] ??= 'error';
  return await import('@lancedb/lancedb');
}

export async function arrow(): Promise<typeof Arrow> {
  return await import('apache-arrow');
}

/** A string literal of a predicate. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
