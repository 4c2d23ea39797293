import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import type { Connection, Table } from '@lancedb/lancedb';
import type { RecordBatch, Schema } from 'apache-arrow';
import { z } from 'zod';

import { unreadable } from './errors.ts';
import { arrow, lancedb, optimized, quoted } from './lance.ts';
import { textOf } from './lance-rows.ts';
import { connectTo } from './shared-place.ts';

/** A text's vector, rounded: value times scale is the vector. */
export interface RoundedVector {
  /** The first 32 hexadecimal digits of the text's key. */
  readonly key: string;
  readonly scale: number;
  readonly values: Int8Array;
}

export const keyDigits = 32;

/** Rounded vectors of one encoder on the disk. Whoever writes holds the lock; rows that are added together are there together or not. */
export interface VectorTable {
  /** Changes whenever the rows do; null where there is no table yet. */
  version(): Promise<string | null>;
  count(): Promise<number>;
  /** From the row of a number on, in the order in which they were added as long as none was taken out. @throws where it is damaged */
  read(from: number, onRow: (row: RoundedVector) => void): Promise<void>;
  add(rows: readonly RoundedVector[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Takes out old versions, and makes small parts one. */
  tidy(): Promise<void>;
  /** Takes all away, after which there is an empty one: what it held is made anew. */
  reset(): Promise<void>;
  close(): void;
}

/** Keys in one predicate. */
const predicateSize = 500;
/** Readers may be at versions of so long ago. */
const keptMs = 10 * 60 * 1000;

const bytesSchema = z.instanceof(Int8Array);
const floatsSchema = z.instanceof(Float32Array);

/** In a database of LanceDB. */
export class LanceVectors implements VectorTable {
  readonly #connection: Connection;
  readonly #name: string;
  readonly #width: number;
  #table: Table | null;

  private constructor(connection: Connection, name: string, width: number, table: Table | null) {
    this.#connection = connection;
    this.#name = name;
    this.#width = width;
    this.#table = table;
  }

  /** @param place absolute path of a folder, or an address */
  static async open(place: string, name: string, width: number): Promise<LanceVectors> {
    const connection = await connectTo(place);
    return new LanceVectors(connection, name, width, null);
  }

  async version(): Promise<string | null> {
    const table = await this.#existing();
    return table === null ? null : String(await table.version());
  }

  async count(): Promise<number> {
    return (await (await this.#existing())?.countRows()) ?? 0;
  }

  async read(from: number, onRow: (row: RoundedVector) => void): Promise<void> {
    const table = await this.#existing();
    if (table === null) return;
    const query = table.query().select(['key', 'scale', 'vector']);
    for await (const batch of from === 0 ? query : query.offset(from)) this.#rowsOf(batch, onRow);
  }

  async add(rows: readonly RoundedVector[]): Promise<void> {
    if (rows.length === 0) return;
    const { Field, FixedSizeList, Float32, Int8, makeData, RecordBatch: Batch, Struct, Table: ArrowTable, vectorFromArray, Utf8 } = arrow();
    const table = (await this.#existing()) ?? (await this.#create());
    const values = new Int8Array(rows.length * this.#width);
    for (const [at, row] of rows.entries()) values.set(row.values, at * this.#width);
    const length = rows.length;
    const keys = vectorFromArray(
      rows.map(({ key }) => key),
      new Utf8(),
    ).data[0];
    if (keys === undefined) return;
    const schema = this.#schema();
    const children = [
      keys,
      makeData({ type: new Float32(), length, data: Float32Array.from(rows, ({ scale }) => scale) }),
      makeData({
        type: new FixedSizeList(this.#width, new Field('item', new Int8(), true)),
        length,
        child: makeData({ type: new Int8(), length: values.length, data: values }),
      }),
    ];
    await table.add(new ArrowTable([new Batch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }))]));
  }

  async remove(keys: readonly string[]): Promise<void> {
    const table = await this.#existing();
    if (table === null) return;
    for (let from = 0; from < keys.length; from += predicateSize)
      await table.delete(
        `key IN (${keys
          .slice(from, from + predicateSize)
          .map(quoted)
          .join(', ')})`,
      );
  }

  async tidy(): Promise<void> {
    const table = await this.#existing();
    if (table !== null) await optimized(table, keptMs);
    // Those of an encoder that is no longer used.
    for (const name of await this.#connection.tableNames({ limit: 1000 }))
      if (name.startsWith('vectors__') && name !== this.#name) await this.#connection.dropTable(name).catch(() => undefined);
  }

  async reset(): Promise<void> {
    this.#table?.close();
    this.#table = null;
    await this.#connection.dropTable(this.#name).catch(() => undefined);
    await this.#create();
  }

  close(): void {
    this.#table?.close();
    this.#connection.close();
  }

  async #existing(): Promise<Table | null> {
    if (this.#table === null && (await this.#connection.tableNames({ limit: 1000 })).includes(this.#name))
      this.#table = await this.#connection.openTable(this.#name);
    return this.#table;
  }

  async #create(): Promise<Table> {
    return (this.#table = await this.#connection.createEmptyTable(this.#name, this.#schema(), { mode: 'create', existOk: true }));
  }

  #schema(): Schema {
    const { Field, FixedSizeList, Float32, Int8, Schema: ArrowSchema, Utf8 } = arrow();
    return new ArrowSchema([
      new Field('key', new Utf8(), false),
      new Field('scale', new Float32(), false),
      new Field('vector', new FixedSizeList(this.#width, new Field('item', new Int8(), true)), false),
    ]);
  }

  #rowsOf(batch: RecordBatch, onRow: (row: RoundedVector) => void): void {
    if (batch.numRows === 0) return;
    const key = textOf(batch, 'key');
    const scales = floatsSchema.parse(batch.getChild('scale')?.toArray());
    const list = batch.getChild('vector');
    for (let at = 0; at < batch.numRows; at += 1) {
      const row: unknown = list?.get(at);
      const values = bytesSchema.parse(
        typeof row === 'object' && row !== null && 'toArray' in row ? (row as { toArray(): unknown }).toArray() : row,
      );
      if (values.length !== this.#width) throw new Error(`a vector of ${values.length} numbers`);
      onRow({ key: key(at), scale: scales[at] ?? 0, values });
    }
  }
}

/** Where LanceDB cannot be loaded: one file, a record of one length for each vector. What a kill leaves of a record at its end is cut off. */
export class FileVectors implements VectorTable {
  readonly #folder: string;
  readonly #path: string;
  readonly #width: number;

  constructor(folder: string, name: string, width: number) {
    this.#folder = folder;
    this.#path = join(folder, `${name}.bin`);
    this.#width = width;
  }

  async version(): Promise<string | null> {
    const info = await stat(this.#path).catch(() => null);
    return info === null ? null : `${info.ino} ${info.size}`;
  }

  async count(): Promise<number> {
    return Math.floor(((await stat(this.#path).catch(() => null))?.size ?? 0) / this.#record);
  }

  async read(from: number, onRow: (row: RoundedVector) => void): Promise<void> {
    const bytes = await readFile(this.#path).catch(() => Buffer.alloc(0));
    for (let at = from * this.#record; at + this.#record <= bytes.length; at += this.#record) {
      const key = bytes.toString('hex', at, at + keyDigits / 2);
      const scale = bytes.readFloatLE(at + keyDigits / 2);
      onRow({ key, scale, values: new Int8Array(bytes.buffer, bytes.byteOffset + at + keyDigits / 2 + 4, this.#width) });
    }
  }

  async add(rows: readonly RoundedVector[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await mkdir(this.#folder, { recursive: true });
      const size = (await stat(this.#path).catch(() => null))?.size ?? 0;
      if (size % this.#record !== 0) await truncate(this.#path, size - (size % this.#record));
      await appendFile(this.#path, Buffer.concat(rows.map((row) => this.#bytesOf(row))));
    } catch (error) {
      throw unreadable(error);
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    const gone = new Set(keys);
    const kept: Buffer[] = [];
    await this.read(0, (row) => {
      if (!gone.has(row.key)) kept.push(this.#bytesOf(row));
    });
    await this.#replace(Buffer.concat(kept));
  }

  async tidy(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => []))
      if (name.startsWith('vectors__') && name.endsWith('.bin') && join(this.#folder, name) !== this.#path)
        await rm(join(this.#folder, name), { force: true });
  }

  async reset(): Promise<void> {
    await this.#replace(Buffer.alloc(0));
  }

  close(): void {
    return undefined;
  }

  get #record(): number {
    return keyDigits / 2 + 4 + this.#width;
  }

  #bytesOf({ key, scale, values }: RoundedVector): Buffer {
    const bytes = Buffer.alloc(this.#record);
    bytes.write(key, 0, 'hex');
    bytes.writeFloatLE(scale, keyDigits / 2);
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), keyDigits / 2 + 4);
    return bytes;
  }

  async #replace(bytes: Buffer): Promise<void> {
    const draft = `${this.#path}.${process.pid}.tmp`;
    try {
      await mkdir(this.#folder, { recursive: true });
      const file = await open(draft, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#path);
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** @param place as `vectorsPlace` gives it */
export async function openVectorTable(
  place: string,
  isAddress: boolean,
  name: string,
  width: number,
  loadNative: () => Promise<unknown> = lancedb,
): Promise<VectorTable> {
  try {
    await loadNative();
  } catch (error) {
    if (isAddress) throw unreadable(error);
    return new FileVectors(place, name, width);
  }
  if (!isAddress) await mkdir(place, { recursive: true });
  return await LanceVectors.open(place, name, width);
}
