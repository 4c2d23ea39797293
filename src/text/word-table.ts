/** Of a table before it grows. */
const leastSlots = 4096;

/**
 * Values by words of UTF-8, found where they stand in the bytes of a text: cutting each word out of a long text is most of what looking
 * it up costs.
 */
export class WordTable<Value> {
  readonly #most: number;
  readonly #fold: number;
  #values: Value[] = [];
  /** Bytes of all words, one after the other, and where each ends. */
  #bytes = new Uint8Array(8 * leastSlots);
  #ends = new Int32Array(leastSlots / 2);
  /** Number of the word plus one, by its hash; open addressing, at most half full. */
  #slots = new Int32Array(leastSlots);

  /**
   * @param most words; with more the table begins anew
   * @param foldsCase words are of ASCII letters and digits only, and found in capitals as well as in small letters
   */
  constructor(most: number, foldsCase = false) {
    this.#most = most;
    this.#fold = foldsCase ? 0x20 : 0;
  }

  /** The value of the word at `start` to `end` of a text's bytes; undefined where it is not known. */
  at(text: Uint8Array, start: number, end: number): Value | undefined {
    const [slots, bytes, ends, fold] = [this.#slots, this.#bytes, this.#ends, this.#fold];
    const mask = slots.length - 1;
    for (let slot = this.#hash(text, start, end) & mask; ; slot = (slot + 1) & mask) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0) return undefined;
      const from = number === 0 ? 0 : (ends[number - 1] ?? 0);
      const length = (ends[number] ?? 0) - from;
      if (length !== end - start) continue;
      let same = 0;
      while (same < length && bytes[from + same] === ((text[start + same] ?? 0) | fold)) same += 1;
      if (same === length) return this.#values[number];
    }
  }

  /** Keeps the value of a word that `at` did not find. */
  add(text: Uint8Array, start: number, end: number, value: Value): void {
    if (this.#values.length >= this.#most) {
      this.#values = [];
      this.#slots.fill(0);
    }
    const number = this.#values.push(value) - 1;
    const from = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    while (from + end - start > this.#bytes.length) this.#bytes = twice(this.#bytes);
    for (let at = 0; at < end - start; at += 1) this.#bytes[from + at] = (text[start + at] ?? 0) | this.#fold;
    this.#ends[number] = from + end - start;
    if (2 * (number + 1) < this.#slots.length) this.#place(number);
    else {
      this.#slots = new Int32Array(2 * this.#slots.length);
      const ends = new Int32Array(2 * this.#ends.length);
      ends.set(this.#ends);
      this.#ends = ends;
      for (let each = 0; each <= number; each += 1) this.#place(each);
    }
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(this.#bytes, number === 0 ? 0 : (this.#ends[number - 1] ?? 0), this.#ends[number] ?? 0) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }

  /** FNV-1a, with the high bits brought down. */
  #hash(text: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5 | 0;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ ((text[at] ?? 0) | this.#fold), 0x01000193);
    return hash ^ (hash >>> 15);
  }
}

function twice(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}
