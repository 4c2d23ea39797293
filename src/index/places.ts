import type { Table } from '@lancedb/lancedb';
import type { RecordBatch, Table as Rows } from 'apache-arrow';
import { LRUCache } from 'lru-cache';

import { KeyTable } from './key-table.ts';
import { numberOf, rowIdsOf, textOf } from './lance-rows.ts';
import { keyOf } from './rank.ts';

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

/** Places of all rows are kept up to so many: some 50 bytes each. */
const mostKept = 2_000_000;
/** So many that were not known make all known, as a share of the index. */
const missedShare = 0.02;
/** Of rows that came since. */
const mostFresh = 10_000;
/** All are read anew where more than these are of rows that have gone. */
const mostStale = 1.5;
const leastStale = 1000;
const leastRows = 1024;
const columns = ['revision', 'textKey', 'start', 'end'];

/**
 * Places of the rows of one table. A row has one number and one content for the table's life; what is changed or moved gets another, so
 * what was read once stays good. Where a process searches often, those of all rows are read at once: some by some they take a third of a
 * search's time.
 */
export class Places {
  #all = new PlaceColumns();
  /** Of the table, when the last of them were read. */
  #version: number | null = null;
  readonly #fresh = new LRUCache<bigint, Place>({ max: mostFresh });
  #missed = 0;

  /** Of the rows that there are: one that was taken out or moved may have none. */
  async of(table: Table, rowIds: Iterable<bigint>): Promise<Place[]> {
    const found: Place[] = [];
    const missing = this.#known(rowIds, found);
    if (missing.length === 0) return found;
    this.#missed += missing.length;
    const rows = await table.countRows();
    const isOften = rows <= mostKept && this.#missed >= missedShare * rows;
    if (isOften) await this.#learn(table);
    const left = isOften ? this.#known(missing, found) : missing;
    if (left.length === 0) return found;
    const taken = [...placesIn(await table.takeRowIds(left).select(columns).withRowId().toArrow())];
    for (const place of taken) this.#fresh.set(place.rowId, place);
    return [...found, ...taken];
  }

  /**
   * Where texts stand, each copy: for that the places of all rows are read, once, and then those that come. Rows that were taken out since
   * may be among them, as whoever asks knows which revisions are in force. @param keys `keyOf` the texts' keys
   */
  async ofTexts(table: Table, keys: Iterable<bigint>): Promise<Place[]> {
    await this.#follow(table);
    return [...keys].flatMap((key) => this.#all.ofText(key));
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

  async #learn(table: Table): Promise<void> {
    this.#missed = 0;
    const version = await table.version();
    const all = new PlaceColumns();
    for await (const batch of table.query().select(columns).withRowId()) for (const place of placesIn(batch)) all.add(place);
    this.#all = all;
    this.#version = version;
    this.#fresh.clear();
  }

  /** Rows that came have greater numbers than all before them, those that were moved too. */
  async #follow(table: Table): Promise<void> {
    const version = await table.version();
    if (version === this.#version) return;
    const rows = await table.countRows();
    if (rows > mostKept) return;
    const known = this.#all.length;
    if (known === 0 || known > mostStale * rows + leastStale) {
      await this.#learn(table);
      return;
    }
    const came = await table
      .query()
      .where(`_rowid > ${this.#all.last}`)
      .select(columns)
      .withRowId()
      .toArrow()
      .catch(() => null);
    // A server of LanceDB may not know the numbers of rows in a predicate.
    if (came === null) await this.#learn(table);
    else {
      for (const place of placesIn(came)) this.#all.add(place);
      this.#version = version;
    }
  }
}

/** Places by the numbers of their rows, which a table gives in order, and by their texts. */
class PlaceColumns {
  readonly #texts = new KeyTable();
  #rowIds = new BigUint64Array(leastRows);
  #revisions = new BigUint64Array(leastRows);
  #ranges = new Int32Array(2 * leastRows);

  get length(): number {
    return this.#texts.length;
  }

  /** The greatest number of a row; 0 where there is none. */
  get last(): bigint {
    return this.#rowIds[this.length - 1] ?? 0n;
  }

  /** One that is out of order is left out: it is asked for when it is needed. */
  add({ rowId, revision, textKey, start, end }: Place): void {
    if (this.length > 0 && rowId <= this.last) return;
    if (this.length === this.#rowIds.length) this.#grow();
    const at = this.#texts.add(textKey);
    this.#rowIds[at] = rowId;
    this.#revisions[at] = revision;
    this.#ranges[2 * at] = start;
    this.#ranges[2 * at + 1] = end;
  }

  get(rowId: bigint): Place | undefined {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rowIds[middle] ?? 0n) < rowId) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.#rowIds[low] === rowId ? this.#at(low) : undefined;
  }

  /** Of a row that was moved its last number alone. */
  ofText(key: bigint): Place[] {
    const found: Place[] = [];
    for (let at = this.#texts.last(key); at >= 0; at = this.#texts.before(at)) {
      const place = this.#at(at);
      const isMoved = found.some(({ revision, start, end }) => revision === place.revision && start === place.start && end === place.end);
      if (!isMoved) found.push(place);
    }
    return found;
  }

  #at(at: number): Place {
    return {
      rowId: this.#rowIds[at] ?? 0n,
      revision: this.#revisions[at] ?? 0n,
      textKey: this.#texts.keyOf(at),
      start: this.#ranges[2 * at] ?? 0,
      end: this.#ranges[2 * at + 1] ?? 0,
    };
  }

  #grow(): void {
    const rows = 2 * this.#rowIds.length;
    const [rowIds, revisions, ranges] = [new BigUint64Array(rows), new BigUint64Array(rows), new Int32Array(2 * rows)];
    rowIds.set(this.#rowIds);
    revisions.set(this.#revisions);
    ranges.set(this.#ranges);
    [this.#rowIds, this.#revisions, this.#ranges] = [rowIds, revisions, ranges];
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
