import type { Connection, Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { unreadable } from './errors.ts';
import { optimized, quoted } from './lance.ts';
import { plain } from './lance-rows.ts';
import { connectTo } from './shared-place.ts';

const noteSchema = z.object({ name: z.string(), value: z.string() });
const tableName = 'notes__r1';

/**
 * Facts about a shared index, by name: in a table beside the others, where an index in a folder has small files. Whoever holds the lock
 * writes them.
 */
export class SharedNotes {
  readonly #connection: Connection;
  #table: Table | null = null;
  #known: { readonly version: number; readonly notes: ReadonlyMap<string, string> } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Empty where nothing was noted. @throws what LanceDB throws */
  async read(): Promise<ReadonlyMap<string, string>> {
    const table = await this.#open(false);
    if (table === null) return new Map();
    const version = await table.version();
    if (this.#known?.version === version) return this.#known.notes;
    const rows: unknown[] = await table.query().toArray();
    const notes = new Map(rows.map((row) => noteSchema.parse(plain(row))).map(({ name, value }) => [name, value]));
    this.#known = { version, notes };
    return notes;
  }

  /** @param notes null takes a note away */
  async write(notes: Readonly<Record<string, string | null>>): Promise<void> {
    const table = await this.#open(true);
    if (table === null) return;
    const there = Object.entries(notes).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
    const gone = Object.entries(notes).flatMap(([name, value]) => (value === null ? [quoted(name)] : []));
    if (there.length > 0) await table.mergeInsert('name').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(there);
    if (gone.length > 0) await table.delete(`name IN (${gone.join(', ')})`);
    this.#known = null;
  }

  /** Takes out old versions of the notes. @param keptMs age of those that stay, for readers */
  async tidy(keptMs: number): Promise<void> {
    const table = await this.#open(false);
    if (table !== null) await optimized(table, keptMs);
  }

  async #open(create: boolean): Promise<Table | null> {
    if (this.#table !== null) return this.#table;
    if ((await this.#connection.tableNames({ limit: 1000 })).includes(tableName)) this.#table = await this.#connection.openTable(tableName);
    else if (create)
      this.#table = await this.#connection.createTable(tableName, [{ name: 'format', value: '1' }], { mode: 'create', existOk: true });
    return this.#table;
  }
}

/** Reads or writes the notes of a shared index that is not open. @throws LinchpinError `index-unreachable`, `index-forbidden`, `index-unreadable` */
export async function withNotes<T>(location: string, work: (notes: SharedNotes) => Promise<T>): Promise<T> {
  try {
    const connection = await connectTo(location);
    try {
      return await work(new SharedNotes(connection));
    } finally {
      connection.close();
    }
  } catch (error) {
    throw unreadable(error);
  }
}
