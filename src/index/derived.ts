import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Connection, Table } from '@lancedb/lancedb';
import { z } from 'zod';

import { unreadable } from './errors.ts';
import { arrow, quoted } from './lance.ts';
import { plain } from './lance-rows.ts';

const recordSchema = z.object({ path: z.string(), revision: z.string(), data: z.string() });

/** What was made from one document, to be made again when the document or its maker changes. */
export type DerivedRecord = z.infer<typeof recordSchema>;

/**
 * Records beside the passages that can be thrown away at any time: who reads them compares revisions and makes anew what is missing. So they are
 * written without the index's lock.
 */
export interface DerivedTable {
  /** One record for each path. @throws LinchpinError `index-unreadable`. */
  read(): Promise<DerivedRecord[]>;
  /** Takes out the records of some paths, and puts in others. */
  replace(gone: readonly string[], records: readonly DerivedRecord[]): Promise<void>;
}

/** Names in one predicate. */
const predicateSize = 200;

/** In the database of the passages. */
export class LanceDerived implements DerivedTable {
  readonly #connection: Connection;
  readonly #name: string;

  constructor(connection: Connection, name: string) {
    this.#connection = connection;
    this.#name = `derived__${name}`;
  }

  async read(): Promise<DerivedRecord[]> {
    try {
      const names = await this.#connection.tableNames({ limit: 1000 });
      if (!names.includes(this.#name)) return [];
      const table = await this.#connection.openTable(this.#name);
      const rows: unknown[] = await table.query().toArray();
      table.close();
      return [...new Map(rows.map((row) => recordSchema.parse(plain(row))).map((record) => [record.path, record])).values()];
    } catch (error) {
      throw unreadable(error);
    }
  }

  async replace(gone: readonly string[], records: readonly DerivedRecord[]): Promise<void> {
    try {
      const table = await this.#open();
      const paths = [...new Set([...gone, ...records.map(({ path }) => path)])];
      for (let from = 0; from < paths.length; from += predicateSize)
        await table.delete(
          `path IN (${paths
            .slice(from, from + predicateSize)
            .map(quoted)
            .join(', ')})`,
        );
      if (records.length > 0) await table.add(records.map((record) => ({ ...record })));
      table.close();
    } catch (error) {
      throw unreadable(error);
    }
  }

  async #open(): Promise<Table> {
    const { Field, Schema, Utf8 } = arrow();
    const schema = new Schema(['path', 'revision', 'data'].map((name) => new Field(name, new Utf8(), false)));
    return await this.#connection.createEmptyTable(this.#name, schema, { mode: 'create', existOk: true });
  }
}

/** In memory, and in a file beside the store's where there is one: a JSON line for each change. */
export class MemoryDerived implements DerivedTable {
  readonly #file: string | null;
  #records: Map<string, DerivedRecord> | null = null;

  constructor(file: string | null) {
    this.#file = file;
  }

  async read(): Promise<DerivedRecord[]> {
    return [...(await this.#load()).values()];
  }

  async replace(gone: readonly string[], records: readonly DerivedRecord[]): Promise<void> {
    const known = await this.#load();
    for (const path of gone) known.delete(path);
    for (const record of records) known.set(record.path, record);
    if (this.#file === null) return;
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      const draft = `${this.#file}.${process.pid}.tmp`;
      await writeFile(draft, '');
      for (const record of known.values()) await appendFile(draft, `${JSON.stringify(record)}\n`);
      await rename(draft, this.#file);
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** A file that cannot be read holds nothing: its records are made anew. */
  async #load(): Promise<Map<string, DerivedRecord>> {
    if (this.#records !== null) return this.#records;
    const text = this.#file === null ? '' : await readFile(this.#file, 'utf8').catch(() => '');
    const records = new Map<string, DerivedRecord>();
    for (const line of text.split('\n')) {
      if (line === '') continue;
      try {
        const record = recordSchema.parse(JSON.parse(line));
        records.set(record.path, record);
      } catch {
        continue;
      }
    }
    this.#records = records;
    return records;
  }
}
