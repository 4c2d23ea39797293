import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { chunkEnd, partOf, utf8Of } from '../../text/utf8.ts';
import { WordTable } from '../../text/word-table.ts';
import { unreadableModel } from '../../inference/weights.ts';

/** Longest token, and most of a word that counts, in bytes (models/static-embedder/README.md, encoder steps 2 and 3). */
const longestToken = 24;
const longestWord = 40;
const wordCacheLimit = 300_000;
/** Vectors of texts that are met again: the sentences of a folder, and their words. A kilobyte each. */
const keptVectors = 20_000;
const unknownWeight = 5;
const heaviest = 8;

/** What an encoder is read from. */
export function encoderFiles(folder: string): string[] {
  return ['vocab.txt', 'embeddings.int8.bin', 'scales.f32.bin'].map((name) => join(folder, name));
}

/** Token vectors of the static embedder, and the words of any text as tokens. */
export class StaticEncoder {
  readonly dimensions: number;
  readonly #initial = new Map<string, number>();
  readonly #continuing = new Map<string, number>();
  readonly #table: Int8Array;
  readonly #scales: Float32Array;
  readonly #weights = new Map<string, number>();
  readonly #words = new WordTable<readonly number[]>(wordCacheLimit, true);
  /** The same of what stands between white space and is not all ASCII. */
  readonly #others = new WordTable<readonly number[]>(wordCacheLimit);
  readonly #vectors = new LRUCache<string, Float32Array>({ max: keptVectors });
  /** Scratch for the text at hand: how often each token occurs, where the distinct ones stand in the table, and what each weighs. */
  readonly #counts: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #rowWeights: Float64Array;

  /** @throws LinchpinError `model-unavailable`. */
  constructor(folder: string) {
    try {
      const [vocabulary = '', table = '', rows = ''] = encoderFiles(folder);
      // Keys are bytes as Latin-1, so that "longest in bytes" is a matter of string length.
      const tokens = readFileSync(vocabulary, 'latin1').replace(/\n$/, '').split('\n');
      tokens.forEach((token, id) => {
        const continuing = token.startsWith('##') && token.length > 2;
        (continuing ? this.#continuing : this.#initial).set(continuing ? token.slice(2) : token, id);
      });
      const bytes = readFileSync(table);
      const scales = readFileSync(rows);
      this.#table = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      this.#scales = new Float32Array(scales.buffer.slice(scales.byteOffset, scales.byteOffset + scales.byteLength));
      this.dimensions = this.#table.length / tokens.length;
      if (this.#scales.length !== tokens.length || !Number.isInteger(this.dimensions / lanes))
        throw new RangeError('tables of different lengths');
      this.#counts = new Uint32Array(tokens.length);
      this.#rows = new Uint32Array(tokens.length);
      this.#rowWeights = new Float64Array(tokens.length);
    } catch (error) {
      throw unreadableModel('embedder', error);
    }
  }

  /** Token ids in text order, with repetitions. */
  tokens(text: string): number[] {
    const ids: number[] = [];
    this.#eachWord(text, (pieces) => {
      for (const piece of pieces) ids.push(piece);
    });
    return ids;
  }

  /** Token ids of one word as it is given, neither split nor normalised. */
  pieces(word: string): number[] {
    const bytes = Buffer.from(word, 'utf8').toString('latin1');
    return this.#pieces(bytes.length <= longestWord ? bytes : cut(bytes));
  }

  /**
   * The unit vector: sum over distinct tokens of sqrt(count) * vector, normalised; the zero vector for a text without tokens.
   * @param sum where it is written: as many dimensions, all of them zero
   */
  encode(text: string, sum = new Float32Array(this.dimensions)): Float32Array {
    const { dimensions } = this;
    const [counts, scales, table, rows, weights] = [this.#counts, this.#scales, this.#table, this.#rows, this.#rowWeights];
    let distinct = 0;
    this.#eachWord(text, (pieces) => {
      for (let at = 0; at < pieces.length; at += 1) {
        const id = pieces[at] ?? 0;
        if (counts[id] === 0) rows[distinct++] = id;
        counts[id] = (counts[id] ?? 0) + 1;
      }
    });
    for (let at = 0; at < distinct; at += 1) {
      const id = rows[at] ?? 0;
      weights[at] = Math.sqrt(counts[id] ?? 0) * (scales[id] ?? 0);
      counts[id] = 0;
      rows[at] = id * dimensions;
    }
    for (let d = 0; d < dimensions; d += lanes) addLanes(sum, d, table, rows, weights, distinct);
    let squared = 0;
    for (let d = 0; d < dimensions; d += 1) squared += (sum[d] ?? 0) * (sum[d] ?? 0);
    if (squared === 0) return sum;
    const norm = Math.sqrt(squared);
    for (let d = 0; d < dimensions; d += 1) sum[d] = (sum[d] ?? 0) / norm;
    return sum;
  }

  /** What `encode` gives, kept for the next time: it is shared, and not to be written into. */
  vector(text: string): Float32Array {
    let vector = this.#vectors.get(text);
    if (vector === undefined) this.#vectors.set(text, (vector = this.encode(text)));
    return vector;
  }

  /** Sum of the word's token vectors, token weights folded in; null where no token matches. */
  wordVector(word: string): Float32Array | null {
    const ids = this.tokens(word);
    if (ids.length === 0) return null;
    const sum = new Float32Array(this.dimensions);
    for (const id of ids)
      for (let d = 0; d < this.dimensions; d += 1)
        sum[d] = (sum[d] ?? 0) + (this.#scales[id] ?? 0) * (this.#table[id * this.dimensions + d] ?? 0);
    return sum;
  }

  /** How much a word says: the norm of its vector, from about 0.4 ("the") to 8; rare words weigh most. Unknown words weigh like rare ones. */
  weight(word: string): number {
    const known = this.#weights.get(word);
    if (known !== undefined) return known;
    const ids = this.tokens(word);
    let squared = 0;
    for (let d = 0; d < this.dimensions; d += 1) {
      let sum = 0;
      for (const id of ids) sum += (this.#scales[id] ?? 0) * (this.#table[id * this.dimensions + d] ?? 0);
      squared += sum * sum;
    }
    const weight = ids.length === 0 ? unknownWeight : Math.min(heaviest, Math.sqrt(squared));
    if (this.#weights.size >= wordCacheLimit) this.#weights.clear();
    this.#weights.set(word, weight);
    return weight;
  }

  /** Token ids of each word of a text: words of ASCII where they stand, all others as the encoder's first step gives them. */
  #eachWord(text: string, visit: (pieces: readonly number[]) => void): void {
    const source = utf8Of(text);
    const { bytes, length } = source;
    for (let at = 0; at < length; at += 1) {
      const end = chunkEnd(source, at);
      if (end < 0) {
        let pieces = this.#others.at(bytes, at, -end);
        if (pieces === undefined) {
          pieces = wordsOf(partOf(source, at, -end)).flatMap((word) => this.#pieces(word));
          this.#others.add(bytes, at, -end, pieces);
        }
        visit(pieces);
        at = -end;
        continue;
      }
      for (let start = at; at <= end; at += 1) {
        if (at < end && isWordByte[bytes[at] ?? 0] === 1) continue;
        if (at > start) {
          let pieces = this.#words.at(bytes, start, at);
          if (pieces === undefined) {
            pieces = this.#pieces(partOf(source, start, Math.min(at, start + longestWord)).toLowerCase());
            this.#words.add(bytes, start, at, pieces);
          }
          visit(pieces);
        }
        start = at + 1;
      }
      at = end;
    }
  }

  /** Greedy longest match, continuation pieces after the first; where nothing matches one code point is skipped. */
  #pieces(word: string): number[] {
    const ids: number[] = [];
    let at = 0;
    while (at < word.length) {
      const table = ids.length === 0 && at === 0 ? this.#initial : this.#continuing;
      let found: number | undefined;
      let length = Math.min(longestToken, word.length - at);
      for (; length > 0; length -= 1) {
        found = table.get(word.slice(at, at + length));
        if (found !== undefined) break;
      }
      if (found !== undefined) {
        ids.push(found);
        at += length;
      } else {
        at += 1;
        while (at < word.length && (word.charCodeAt(at) & 0xc0) === 0x80) at += 1;
      }
    }
    return ids;
  }
}

/** Dimensions that are added up together: sums that stay in registers, rounded as a Float32Array rounds them. */
const lanes = 8;

/** Adds eight dimensions from `d` on of rows of the table, each by its weight: most of what a vector costs. */
function addLanes(sum: Float32Array, d: number, table: Int8Array, rows: Uint32Array, weights: Float64Array, count: number): void {
  let a0 = 0;
  let a1 = 0;
  let a2 = 0;
  let a3 = 0;
  let a4 = 0;
  let a5 = 0;
  let a6 = 0;
  let a7 = 0;
  for (let at = 0; at < count; at += 1) {
    const row = (rows[at] ?? 0) + d;
    const weight = weights[at] ?? 0;
    a0 = Math.fround(a0 + weight * (table[row] ?? 0));
    a1 = Math.fround(a1 + weight * (table[row + 1] ?? 0));
    a2 = Math.fround(a2 + weight * (table[row + 2] ?? 0));
    a3 = Math.fround(a3 + weight * (table[row + 3] ?? 0));
    a4 = Math.fround(a4 + weight * (table[row + 4] ?? 0));
    a5 = Math.fround(a5 + weight * (table[row + 5] ?? 0));
    a6 = Math.fround(a6 + weight * (table[row + 6] ?? 0));
    a7 = Math.fround(a7 + weight * (table[row + 7] ?? 0));
  }
  sum[d] = a0;
  sum[d + 1] = a1;
  sum[d + 2] = a2;
  sum[d + 3] = a3;
  sum[d + 4] = a4;
  sum[d + 5] = a5;
  sum[d + 6] = a6;
  sum[d + 7] = a7;
}

const isWordByte = Uint8Array.from({ length: 256 }, (_, code) => (/[A-Za-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0));

/** Words as UTF-8 bytes in Latin-1 strings, at most 40 bytes each, cut back to a whole code point. */
function wordsOf(text: string): string[] {
  const words = normalise(text).match(/[A-Za-z0-9\u0080-\u{10ffff}]+/gu) ?? [];
  return words.map((word) => {
    const bytes = Buffer.from(word, 'utf8')
      .toString('latin1')
      .replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
    return bytes.length <= longestWord ? bytes : cut(bytes);
  });
}

function cut(bytes: string): string {
  let end = longestWord;
  while (end > 0 && (bytes.charCodeAt(end) & 0xc0) === 0x80) end -= 1;
  return bytes.slice(0, end);
}

/** Encoder step 1: NFKD without combining marks, lower case, everything that is no word but a newline turned into a space. */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\n]/gu, ' ');
}
