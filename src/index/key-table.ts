/**
 * Rows by keys of 64 bits, in two arrays of whole numbers: a Map of as many bigints takes five times the memory. Several rows may have one
 * key; rows are numbered in the order in which they come.
 */
export class KeyTable {
  /** The low and the high half of each row's key. */
  #keys = new Uint32Array(2 * leastRows);
  /** The row before it that fell on the same place, or -1. */
  #before = new Int32Array(leastRows);
  /** The newest row of each place, or -1. */
  #places = new Int32Array(2 * leastRows).fill(-1);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @returns the row's number */
  add(key: bigint): number {
    const row = this.#length;
    if (row === this.#before.length) this.#grow();
    const [low, high] = halves(key);
    this.#keys[2 * row] = low;
    this.#keys[2 * row + 1] = high;
    this.#link(row, low);
    this.#length += 1;
    return row;
  }

  /** The newest row of a key, or -1. */
  last(key: bigint): number {
    const [low, high] = halves(key);
    return this.#find(this.#places[low & (this.#places.length - 1)] ?? -1, low, high);
  }

  /** The row of the same key that came before a row, or -1. */
  before(row: number): number {
    return this.#find(this.#before[row] ?? -1, this.#keys[2 * row] ?? 0, this.#keys[2 * row + 1] ?? 0);
  }

  keyOf(row: number): bigint {
    return (BigInt(this.#keys[2 * row + 1] ?? 0) << 32n) | BigInt(this.#keys[2 * row] ?? 0);
  }

  #find(from: number, low: number, high: number): number {
    let row = from;
    while (row >= 0 && (this.#keys[2 * row] !== low || this.#keys[2 * row + 1] !== high)) row = this.#before[row] ?? -1;
    return row;
  }

  #link(row: number, low: number): void {
    const place = low & (this.#places.length - 1);
    this.#before[row] = this.#places[place] ?? -1;
    this.#places[place] = row;
  }

  #grow(): void {
    const rows = 2 * this.#before.length;
    const keys = new Uint32Array(2 * rows);
    keys.set(this.#keys);
    this.#keys = keys;
    this.#before = new Int32Array(rows);
    this.#places = new Int32Array(2 * rows).fill(-1);
    for (let row = 0; row < this.#length; row += 1) this.#link(row, keys[2 * row] ?? 0);
  }
}

/** A power of two. */
const leastRows = 1024;

function halves(key: bigint): readonly [low: number, high: number] {
  return [Number(key & 0xffffffffn), Number(key >> 32n)];
}
