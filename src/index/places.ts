import type { Table } from '@lancedb/lancedb';
import type { RecordBatch, Table as Rows } from 'apache-arrow';
import { LRUCache } from 'lru-cache';

import { numberOf, rowIdsOf, textOf } from './lance-rows.ts';

/** Where a row stands in its document, and what it is a copy of. */
export interface Place {
  readonly rowId: bigint;
  /** `keyOf` the revision that it is of. */
  readonly revision: bigint;
  /** `keyOf` its text's key: equal for passages that read the same. */
  readonly textKey: bigint;
  readonly start: number;
  readonly end: number;
}

/** Places of all rows are kept up to so many: 32 bytes each. */
const mostKept = 2_000_000;
/** So many that were not known make all known, as a share of the index. */
const missedShare = 0.02;
/** Of rows that came since. */
const mostFresh = 10_000;
const columns = ['revision', 'textKey', 'start', 'end'];

/** The first 64 bits of a SHA-256 in hexadecimal. @throws SyntaxError where it is none */
export function keyOf(hash: string): bigint {
  return BigInt(`0x${hash.slice(0, 16)}`);
}

/**
 * Places of the rows of one table. A row has one number for the table's life; what is changed or moved gets another, so what was read once
 * stays good. Where a process searches often, those of all rows are read at once: some by some they take a third of a search's time.
 */
export class Places {
  #all = new PlaceColumns(0);
  readonly #fresh = new LRUCache<bigint, Place>({ max: mostFresh });
  #missed = 0;

  /** Of the rows that there are: one that was taken out or moved has none. */
  async of(table: Table, rowIds: Iterable<bigint>): Promise<Place[]> {
    const found: Place[] = [];
    const missing = this.#known(rowIds, found);
    if (missing.length === 0) return found;
    this.#missed += missing.length;
    const left = (await this.#learn(table)) ? this.#known(missing, found) : missing;
    if (left.length === 0) return found;
    const taken = [...placesIn(await table.takeRowIds(left).select(columns).withRowId().toArrow())];
    for (const place of taken) this.#fresh.set(place.rowId, place);
    return [...found, ...taken];
  }

  /** @returns those that are not known */
  #known(rowIds: Iterable<bigint>, found: Place[]): bigint[] {
    const missing: bigint[] = [];
    for (const rowId of rowIds) {
      const place = this.#all.get(rowId) ?? this.#fresh.get(rowId);
      if (place === undefined) missing.push(rowId);
      else found.push(place);
    }
    return missing;
  }

  /** @returns whether all were read */
  async #learn(table: Table): Promise<boolean> {
    const rows = await table.countRows();
    if (rows > mostKept || this.#missed < missedShare * rows) return false;
    this.#missed = 0;
    const all = new PlaceColumns(rows);
    for await (const batch of table.query().select(columns).withRowId()) for (const place of placesIn(batch)) all.add(place);
    this.#all = all;
    this.#fresh.clear();
    return true;
  }
}

/** Places by the numbers of their rows, which a table gives in order. */
class PlaceColumns {
  readonly #rowIds: BigUint64Array;
  readonly #revisions: BigUint64Array;
  readonly #textKeys: BigUint64Array;
  readonly #ranges: Int32Array;
  #length = 0;

  constructor(rows: number) {
    this.#rowIds = new BigUint64Array(rows);
    this.#revisions = new BigUint64Array(rows);
    this.#textKeys = new BigUint64Array(rows);
    this.#ranges = new Int32Array(2 * rows);
  }

  /** One that is out of order, or more than there was room for, is left out: it is asked for when it is needed. */
  add({ rowId, revision, textKey, start, end }: Place): void {
    const at = this.#length;
    if (at === this.#rowIds.length || (at > 0 && rowId <= (this.#rowIds[at - 1] ?? 0n))) return;
    this.#rowIds[at] = rowId;
    this.#revisions[at] = revision;
    this.#textKeys[at] = textKey;
    this.#ranges[2 * at] = start;
    this.#ranges[2 * at + 1] = end;
    this.#length += 1;
  }

  get(rowId: bigint): Place | undefined {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rowIds[middle] ?? 0n) < rowId) low = middle + 1;
      else high = middle;
    }
    const [revision, textKey] = [this.#revisions[low], this.#textKeys[low]];
    if (low >= this.#length || this.#rowIds[low] !== rowId || revision === undefined || textKey === undefined) return undefined;
    return { rowId, revision, textKey, start: this.#ranges[2 * low] ?? 0, end: this.#ranges[2 * low + 1] ?? 0 };
  }
}

/** Column by column: rows as objects cost many times the time. @throws ZodError, SyntaxError when the table is not one of ours. */
function* placesIn(rows: Rows | RecordBatch): Generator<Place> {
  if (rows.numRows === 0) return;
  const [revisions, textKeys] = [textOf(rows, 'revision'), textOf(rows, 'textKey')];
  const [start, end] = [numberOf(rows, 'start'), numberOf(rows, 'end')];
  // Passages of one document stand beside each other.
  let last = { text: '', key: 0n };
  for (const [at, rowId] of rowIdsOf(rows).entries()) {
    const text = revisions(at);
    if (text !== last.text) last = { text, key: keyOf(text) };
    yield { rowId, revision: last.key, textKey: keyOf(textKeys(at)), start: start(at), end: end(at) };
  }
}
