import { join } from 'node:path';

import { isAddress } from '../base/address.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { Embedder } from '../models/ports.ts';
import { unreadable } from './errors.ts';
import { KeyTable } from './key-table.ts';
import { type IndexLock, lockIndex } from './lock.ts';
import { keyOf } from './rank.ts';
import { type RowProducts, rowProducts } from './row-products.ts';
import { profileName } from './store.ts';
import type { DenseScores } from './types.ts';
import { keyDigits, openVectorTable, type RoundedVector, type VectorTable } from './vector-table.ts';

export type VectorProfile = Pick<Embedder, 'profileId' | 'dimensions'>;

/** Raised when what is encoded of a passage changes: see `sentenceText`. */
const textVersion = 1;
/** A query's vector is rounded to so many steps to each side: its own rounding is not felt. */
const querySteps = 16_000;
const rowSteps = 127;
const leastCapacity = 1024;

/** Text keys with their vectors, as an encoder gives them. */
export interface EncodedText {
  /** `textKeyOf` a passage. */
  readonly textKey: string;
  readonly vector: Float32Array;
}

/**
 * Where the vectors of an index are: in a folder beside its tables, so that making the index anew does not throw away the work of an hour -
 * a vector is found by its text, whatever the index; of a shared index among its tables.
 */
function placeOf(location: string): string {
  return isAddress(location) ? location : join(location, 'vectors');
}

/**
 * The sentence encoder's vectors of an index's texts, by `textKeyOf` the passage: copies share one. On the disk as `VectorTable` keeps them,
 * in memory as one block of signed bytes, in which the nearest are found by comparing all: exact but for the rounding.
 */
export class SentenceVectors {
  readonly #location: string;
  readonly #table: VectorTable;
  readonly #width: number;
  #products: RowProducts;
  #scales = new Float32Array(leastCapacity);
  #keys = new KeyTable();
  /** The rest of each key, to name its row on the disk. */
  #names: string[] = [];
  #capacity = leastCapacity;
  #version: string | null = null;
  #rowsOnDisk = 0;
  #loading: Promise<void> | null = null;
  readonly #asked = new Map<string, number>();
  /** What was counted last, for one state of the index and of these. */
  #counted: { readonly version: string; readonly vectors: string | null; readonly encoded: Encoded } | null = null;

  private constructor(location: string, table: VectorTable, width: number) {
    this.#location = location;
    this.#table = table;
    this.#width = width;
    this.#products = rowProducts(leastCapacity, width);
  }

  /**
   * @param location of the index
   * @param loadNative LanceDB's native part; a parameter so that its absence can be tried
   * @throws LinchpinError `index-unreadable`, of a shared index also `index-unreachable`, `index-forbidden`
   */
  static async open(
    location: string,
    { profileId, dimensions }: VectorProfile,
    loadNative?: () => Promise<unknown>,
  ): Promise<SentenceVectors> {
    try {
      const name = `vectors__t${textVersion}__${profileName(profileId)}`;
      const table = await openVectorTable(placeOf(location), isAddress(location), name, dimensions, loadNative);
      return new SentenceVectors(location, table, dimensions);
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** The lock under which vectors are written: apart from the index's own, so that encoding never keeps anybody from indexing. @throws as `lockIndex` */
  async lock(signal?: AbortSignal): Promise<IndexLock> {
    return await lockIndex(placeOf(this.#location), signal);
  }

  /** Texts that have a vector. */
  get size(): number {
    return this.#keys.length;
  }

  has(key: bigint): boolean {
    return this.#keys.last(key) >= 0;
  }

  /** Takes over what was written since. @throws LinchpinError `index-unreadable` */
  async refresh(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    await this.#loading;
  }

  /** How near every text is to a query. @param query of length one */
  scores(query: Float32Array, how: Pick<DenseScores, 'toReference' | 'isWhole'>): DenseScores {
    const most = query.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
    const step = most / querySteps || 1;
    const rounded = Int16Array.from(query, (value) => Math.round(value / step));
    const count = this.size;
    const products = this.#products.products(rounded, count);
    const cosines = new Float32Array(count);
    for (let row = 0; row < count; row += 1) cosines[row] = (products[row] ?? 0) * (this.#scales[row] ?? 0) * step;
    const keys = this.#keys;
    return {
      ...how,
      cosineOf: (key) => {
        const row = keys.last(key);
        return row < 0 || row >= count ? null : (cosines[row] ?? null);
      },
      nearest: (wanted) => greatest(cosines, wanted).map((row) => keys.keyOf(row)),
    };
  }

  /** Adds vectors of texts that have none. Whoever calls this holds the lock. @throws LinchpinError `index-unreadable`, `disk-full` */
  async add(texts: readonly EncodedText[]): Promise<void> {
    const fresh = new Map<bigint, RoundedVector>();
    for (const { textKey, vector } of texts) {
      const key = keyOf(textKey);
      if (!this.has(key)) fresh.set(key, { key: textKey.slice(0, keyDigits), ...rounded(vector) });
    }
    if (fresh.size === 0) return;
    await this.#guard(async () => {
      await this.#table.add([...fresh.values()]);
      for (const row of fresh.values()) this.#append(row);
      this.#rowsOnDisk += fresh.size;
      this.#version = await this.#table.version();
    });
  }

  /** Takes out vectors of texts that no document holds. Whoever calls this holds the lock. @returns how many */
  async prune(isHeld: (key: bigint) => boolean): Promise<number> {
    const gone = this.#names.filter((_, row) => !isHeld(this.#keys.keyOf(row)));
    if (gone.length === 0) return 0;
    await this.#guard(async () => {
      await this.#table.remove(gone);
      await this.#loadAll();
    });
    return gone.length;
  }

  /** After a run of writes. Whoever calls this holds the lock. */
  async finish(): Promise<void> {
    await this.#guard(async () => {
      await this.#table.tidy();
      this.#version = await this.#table.version();
    });
  }

  /** How many of an index's texts have one, as it was counted for this state of both; null where it was not. */
  counted(version: string): Encoded | null {
    const known = this.#counted;
    return known?.version === version && known.vectors === this.#version ? known.encoded : null;
  }

  keepCount(version: string, encoded: Encoded): void {
    this.#counted = { version, vectors: this.#version, encoded };
  }

  /** Somebody was shown passages of these documents: their like is encoded first. */
  noteAsked(paths: Iterable<string>): void {
    for (const path of paths) this.#asked.set(path, (this.#asked.get(path) ?? 0) + 1);
  }

  askedFor(path: string): number {
    return this.#asked.get(path) ?? 0;
  }

  close(): void {
    this.#table.close();
  }

  async #load(): Promise<void> {
    try {
      const version = await this.#table.version();
      if (version === this.#version) return;
      const count = await this.#table.count();
      if (count <= this.#rowsOnDisk || this.#rowsOnDisk === 0) {
        await this.#loadAll();
        return;
      }
      // Another process added some. Where it took some out as well, a few may be missed until all are read again: they count as not encoded.
      await this.#table.read(this.#rowsOnDisk, (row) => {
        this.#append(row);
      });
      this.#rowsOnDisk = count;
      this.#version = version;
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Also what a writer begins with: it must know every key. @throws LinchpinError `index-unreadable` */
  async reload(): Promise<void> {
    await this.#guard(() => this.#loadAll());
  }

  /** Throws all away where the table is damaged: it is made anew. Whoever calls this holds the lock. */
  async reset(): Promise<void> {
    await this.#guard(async () => {
      await this.#table.reset();
      await this.#loadAll();
    });
  }

  async #loadAll(): Promise<void> {
    const version = await this.#table.version();
    const count = await this.#table.count();
    const next = { keys: new KeyTable(), names: new Array<string>() };
    const capacity = Math.max(leastCapacity, Math.ceil(count * 1.1));
    const products = rowProducts(capacity, this.#width);
    const scales = new Float32Array(capacity);
    await this.#table.read(0, ({ key: name, scale, values }) => {
      const key = keyOf(name);
      // Twice where two wrote, as a lock was lost: the first counts.
      if (next.keys.last(key) >= 0 || next.names.length === capacity) return;
      const row = next.keys.add(key);
      next.names.push(name);
      products.rows.set(values, row * this.#width);
      scales[row] = scale;
    });
    this.#keys = next.keys;
    this.#names = next.names;
    this.#products = products;
    this.#scales = scales;
    this.#capacity = capacity;
    this.#rowsOnDisk = count;
    this.#version = version;
  }

  #append({ key: name, scale, values }: RoundedVector): void {
    const key = keyOf(name);
    if (this.has(key)) return;
    if (this.size === this.#capacity) this.#grow();
    const row = this.#keys.add(key);
    this.#names.push(name);
    this.#products.rows.set(values, row * this.#width);
    this.#scales[row] = scale;
  }

  #grow(): void {
    this.#capacity = Math.ceil(this.#capacity * 1.5);
    const products = rowProducts(this.#capacity, this.#width);
    products.rows.set(this.#products.rows);
    const scales = new Float32Array(this.#capacity);
    scales.set(this.#scales);
    this.#products = products;
    this.#scales = scales;
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** Rounded to signed bytes, and as long as it was: of what rounding does to a vector, its length is the most. */
function rounded(vector: Float32Array): Pick<RoundedVector, 'scale' | 'values'> {
  const most = vector.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  if (most === 0) return { scale: 0, values: new Int8Array(vector.length) };
  const values = Int8Array.from(vector, (value) => Math.round((value / most) * rowSteps));
  return { scale: Math.fround(lengthOf(vector) / lengthOf(values)), values };
}

function lengthOf(vector: Float32Array | Int8Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

/** Places of the greatest values, greatest first; of equal ones the earlier. */
export function greatest(values: Float32Array, wanted: number): number[] {
  // A heap with the least of those that are kept on top.
  const heap: number[] = [];
  const value = (place: number): number => values[heap[place] ?? -1] ?? Infinity;
  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]];
    if (x === undefined || y === undefined) return;
    heap[a] = y;
    heap[b] = x;
  };
  const sink = (): void => {
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      if (value(left) < value(least)) least = left;
      if (value(right) < value(least)) least = right;
      if (least === place) return;
      swap(place, least);
      place = least;
    }
  };
  let floor = -Infinity;
  for (let row = 0; row < values.length; row += 1) {
    const one = values[row] ?? 0;
    if (heap.length < wanted) {
      heap.push(row);
      for (let place = heap.length - 1; place > 0;) {
        const parent = (place - 1) >> 1;
        if (value(parent) <= value(place)) break;
        swap(place, parent);
        place = parent;
      }
      if (heap.length === wanted) floor = value(0);
    } else if (one > floor) {
      heap[0] = row;
      sink();
      floor = value(0);
    }
  }
  return heap.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
}
