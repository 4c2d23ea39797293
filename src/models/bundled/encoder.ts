import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { unreadableModel } from './assets.ts';

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
  readonly #words = new Map<string, readonly number[]>();
  readonly #vectors = new LRUCache<string, Float32Array>({ max: keptVectors });
  /** Scratch: how often each token occurs in the text at hand. */
  readonly #counts: Uint32Array;

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
      if (this.#scales.length !== tokens.length || !Number.isInteger(this.dimensions)) throw new RangeError('tables of different lengths');
      this.#counts = new Uint32Array(tokens.length);
    } catch (error) {
      throw unreadableModel('embedder', error);
    }
  }

  /** Token ids in text order, with repetitions. */
  tokens(text: string): number[] {
    const ids: number[] = [];
    for (const word of wordsOf(text)) {
      let pieces = this.#words.get(word);
      if (pieces === undefined) {
        pieces = this.#pieces(word);
        if (this.#words.size >= wordCacheLimit) this.#words.clear();
        this.#words.set(word, pieces);
      }
      for (const piece of pieces) ids.push(piece);
    }
    return ids;
  }

  /** Token ids of one word as it is given, neither split nor normalised. */
  pieces(word: string): number[] {
    const bytes = Buffer.from(word, 'utf8').toString('latin1');
    return this.#pieces(bytes.length <= longestWord ? bytes : cut(bytes));
  }

  /** The unit vector: sum over distinct tokens of sqrt(count) * vector, normalised; the zero vector for a text without tokens. */
  encode(text: string): Float32Array {
    const sum = new Float32Array(this.dimensions);
    const distinct: number[] = [];
    // Looked up once: these loops are most of what indexing costs.
    const { dimensions } = this;
    const [counts, scales, table] = [this.#counts, this.#scales, this.#table];
    for (const id of this.tokens(text)) {
      if (counts[id] === 0) distinct.push(id);
      counts[id] = (counts[id] ?? 0) + 1;
    }
    for (const id of distinct) {
      const weight = Math.sqrt(counts[id] ?? 0) * (scales[id] ?? 0);
      const row = id * dimensions;
      for (let d = 0; d < dimensions; d += 1) sum[d] = (sum[d] ?? 0) + weight * (table[row + d] ?? 0);
      counts[id] = 0;
    }
    let squared = 0;
    for (const value of sum) squared += value * value;
    if (squared === 0) return sum;
    const norm = Math.sqrt(squared);
    for (let d = 0; d < this.dimensions; d += 1) sum[d] = (sum[d] ?? 0) / norm;
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

/** Words as UTF-8 bytes in Latin-1 strings, at most 40 bytes each, cut back to a whole code point. */
function wordsOf(text: string): string[] {
  const ascii = isAscii(text);
  const words = ascii
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : normalise(text)
        .match(/[A-Za-z0-9\u0080-\u{10ffff}]+/gu)
        ?.map((word) =>
          Buffer.from(word, 'utf8')
            .toString('latin1')
            .replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()),
        );
  return (words ?? []).map((bytes) => (bytes.length <= longestWord ? bytes : cut(bytes)));
}

function cut(bytes: string): string {
  let end = longestWord;
  while (end > 0 && (bytes.charCodeAt(end) & 0xc0) === 0x80) end -= 1;
  return bytes.slice(0, end);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** Encoder step 1: NFKD without combining marks, lower case, everything that is no word but a newline turned into a space. */
function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\n]/gu, ' ');
}
