import { z } from 'zod';

import type { Side } from './alignment.ts';
import { unpackBytes } from './trees.ts';
import { relationSize, type WordBook } from './words.ts';

/** Bits: stop word, name, number, negated, context. */
export const flagCount = 5;

export function tokenFlags(side: Side, at: number): number {
  const token = side.tokens[at];
  if (token === undefined) return 0;
  return (
    (token.stop ? 1 : 0) | (token.name ? 2 : 0) | (token.value !== null ? 4 : 0) | (token.negated ? 8 : 0) | (token.sentence < 0 ? 16 : 0)
  );
}

const matrixSchema = z.object({ rows: z.int().positive(), columns: z.int().positive(), data: z.string(), bias: z.string().optional() });
const tableSchema = z.object({ rows: z.int().positive(), columns: z.int().positive(), data: z.string(), scales: z.string() });

/** As `training/entailment/export.py` writes it: little-endian float32 matrices (output by input) and int8 tables in base64. */
export const networkSchema = z.object({
  size: z.int().positive(),
  hidden: z.int().positive(),
  none: z.number(),
  /** Words with a row of their own in `own`, by row. */
  words: z.array(z.string()),
  own: tableSchema,
  /** Synsets with a row in `category`, by row. */
  synsets: z.array(z.int().nonnegative()),
  category: tableSchema,
  project: matrixSchema,
  left: matrixSchema,
  right: matrixSchema,
  attend: matrixSchema,
  relate: matrixSchema,
  compareHypothesis: matrixSchema,
  comparePremise: matrixSchema,
  join: matrixSchema,
  out: matrixSchema,
  mean: z.string(),
  scale: z.string(),
});
export type PackedNetwork = z.infer<typeof networkSchema>;

/** Most synsets of a word that are looked at, as in training. */
const categoryLimit = 40;
/** The embedder's unit vectors and norms are brought to a like range before the projection, as in training. */
const vectorGain = 4;
const weightGain = 0.25;
const scoreScale = 8;
const featureLimit = 4;
/** Words kept ready, a kind of flags. */
const wordLimit = 20_000;

interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
  readonly bias: Float32Array | null;
}

function unpackMatrix(packed: z.infer<typeof matrixSchema>): Matrix {
  const data = new Float32Array(unpackBytes(packed.data));
  if (data.length !== packed.rows * packed.columns) throw new RangeError('a matrix of another size');
  return {
    rows: packed.rows,
    columns: packed.columns,
    data,
    bias: packed.bias === undefined ? null : new Float32Array(unpackBytes(packed.bias)),
  };
}

function unpackTable(packed: z.infer<typeof tableSchema>): Matrix {
  const data = new Int8Array(unpackBytes(packed.data));
  const scales = new Float32Array(unpackBytes(packed.scales));
  if (data.length !== packed.rows * packed.columns || scales.length !== packed.rows) throw new RangeError('a table of another size');
  const values = new Float32Array(data.length);
  for (let row = 0; row < packed.rows; row += 1) {
    const scale = scales[row] ?? 0;
    for (let at = row * packed.columns; at < (row + 1) * packed.columns; at += 1) values[at] = (data[at] ?? 0) * scale;
  }
  return { rows: packed.rows, columns: packed.columns, data: values, bias: null };
}

/** out[row] += matrix[row, from + k] * input[at + k]; eight rows at a time, so that the sums do not wait for each other. */
function multiplyAdd(
  matrix: Matrix,
  from: number,
  input: Float32Array,
  at: number,
  length: number,
  out: Float32Array,
  outAt: number,
): void {
  const { data, columns, rows } = matrix;
  let row = 0;
  for (; row + 8 <= rows; row += 8) {
    const r0 = row * columns + from;
    const r1 = r0 + columns;
    const r2 = r1 + columns;
    const r3 = r2 + columns;
    const r4 = r3 + columns;
    const r5 = r4 + columns;
    const r6 = r5 + columns;
    const r7 = r6 + columns;
    let a = 0,
      b = 0,
      c = 0,
      d = 0,
      e = 0,
      f = 0,
      g = 0,
      h = 0;
    for (let k = 0; k < length; k += 1) {
      const x = input[at + k] ?? 0;
      a += (data[r0 + k] ?? 0) * x;
      b += (data[r1 + k] ?? 0) * x;
      c += (data[r2 + k] ?? 0) * x;
      d += (data[r3 + k] ?? 0) * x;
      e += (data[r4 + k] ?? 0) * x;
      f += (data[r5 + k] ?? 0) * x;
      g += (data[r6 + k] ?? 0) * x;
      h += (data[r7 + k] ?? 0) * x;
    }
    const to = outAt + row;
    out[to] = (out[to] ?? 0) + a;
    out[to + 1] = (out[to + 1] ?? 0) + b;
    out[to + 2] = (out[to + 2] ?? 0) + c;
    out[to + 3] = (out[to + 3] ?? 0) + d;
    out[to + 4] = (out[to + 4] ?? 0) + e;
    out[to + 5] = (out[to + 5] ?? 0) + f;
    out[to + 6] = (out[to + 6] ?? 0) + g;
    out[to + 7] = (out[to + 7] ?? 0) + h;
  }
  for (; row < rows; row += 1) {
    let sum = 0;
    const base = row * columns + from;
    for (let k = 0; k < length; k += 1) sum += (data[base + k] ?? 0) * (input[at + k] ?? 0);
    out[outAt + row] = (out[outAt + row] ?? 0) + sum;
  }
}

/** Dot products of the row at `at` with each row of a table, four at a time for the same reason. @param out as many numbers as the table has rows */
function dotsWith(row: Float32Array, at: number, table: Float32Array, size: number, out: Float64Array): void {
  const rows = out.length;
  let j = 0;
  for (; j + 4 <= rows; j += 4) {
    const r0 = j * size;
    const r1 = r0 + size;
    const r2 = r1 + size;
    const r3 = r2 + size;
    let a = 0,
      b = 0,
      c = 0,
      d = 0;
    for (let k = 0; k < size; k += 1) {
      const x = row[at + k] ?? 0;
      a += (table[r0 + k] ?? 0) * x;
      b += (table[r1 + k] ?? 0) * x;
      c += (table[r2 + k] ?? 0) * x;
      d += (table[r3 + k] ?? 0) * x;
    }
    out[j] = a;
    out[j + 1] = b;
    out[j + 2] = c;
    out[j + 3] = d;
  }
  for (; j < rows; j += 1) {
    let sum = 0;
    for (let k = 0; k < size; k += 1) sum += (table[j * size + k] ?? 0) * (row[at + k] ?? 0);
    out[j] = sum;
  }
}

/** A word with its flags, before its neighbours are read, and what it says to the word after and before it. */
interface ReadWord {
  readonly own: Float32Array;
  readonly toNext: Float32Array;
  readonly toPrevious: Float32Array;
}

/** Tokens of one side as the network sees them; depends on nothing of the other side. */
export interface EncodedSide {
  readonly ids: readonly number[];
  readonly flags: Float32Array;
  readonly tokens: Float32Array;
  readonly keys: Float32Array;
  /** The comparison layer's share that comes from this side's own tokens and flags. */
  readonly partial: Float32Array;
}

/** Decomposable attention over static word vectors, told how WordNet relates each pair of words. */
export class Network {
  readonly #size: number;
  readonly #hidden: number;
  readonly #none: number;
  readonly #ownRow: ReadonlyMap<string, number>;
  readonly #own: Matrix;
  readonly #synsetRow: ReadonlyMap<number, number>;
  readonly #category: Matrix;
  readonly #project: Matrix;
  readonly #left: Matrix;
  readonly #right: Matrix;
  readonly #attend: Matrix;
  readonly #relate: Matrix;
  readonly #compare: { readonly hypothesis: Matrix; readonly premise: Matrix };
  readonly #join: Matrix;
  readonly #out: Matrix;
  readonly #mean: Float32Array;
  readonly #scale: Float32Array;
  readonly #words = new Map<string, Float32Array>();
  readonly #read: Map<string, ReadWord>[] = Array.from({ length: 1 << flagCount }, () => new Map<string, ReadWord>());

  /** @throws RangeError when the parts do not fit together. */
  constructor(packed: PackedNetwork) {
    this.#size = packed.size;
    this.#hidden = packed.hidden;
    this.#none = packed.none;
    this.#ownRow = new Map(packed.words.map((word, row) => [word, row]));
    this.#own = unpackTable(packed.own);
    this.#synsetRow = new Map(packed.synsets.map((synset, row) => [synset, row]));
    this.#category = unpackTable(packed.category);
    this.#project = unpackMatrix(packed.project);
    this.#left = unpackMatrix(packed.left);
    this.#right = unpackMatrix(packed.right);
    this.#attend = unpackMatrix(packed.attend);
    this.#relate = unpackMatrix(packed.relate);
    this.#compare = { hypothesis: unpackMatrix(packed.compareHypothesis), premise: unpackMatrix(packed.comparePremise) };
    this.#join = unpackMatrix(packed.join);
    this.#out = unpackMatrix(packed.out);
    this.#mean = new Float32Array(unpackBytes(packed.mean));
    this.#scale = new Float32Array(unpackBytes(packed.scale));
    if (
      this.#join.columns !== 4 * this.#hidden + this.#mean.length ||
      this.#compare.hypothesis.columns !== 4 * this.#size + 2 * relationSize + 2 * flagCount
    )
      throw new RangeError('layers of other sizes');
  }

  /** @param positions tokens to read, ascending. */
  encode(book: WordBook, side: Side, positions: readonly number[], role: 'hypothesis' | 'premise'): EncodedSide {
    const size = this.#size;
    const count = positions.length;
    const ids = positions.map((at) => side.ids[at] ?? 0);
    const flags = new Float32Array(count * flagCount);
    const words = positions.map((at, k) => {
      const bits = tokenFlags(side, at);
      for (let flag = 0; flag < flagCount; flag += 1) flags[k * flagCount + flag] = (bits >> flag) & 1;
      return this.#readWord(book, ids[k] ?? 0, bits);
    });
    const tokens = new Float32Array(count * size);
    const keys = new Float32Array(count * size);
    const partial = new Float32Array(count * this.#hidden);
    const compare = this.#compare[role];
    words.forEach(({ own }, k) => {
      const before = words[k - 1]?.toNext;
      const after = words[k + 1]?.toPrevious;
      for (let d = 0; d < size; d += 1) tokens[k * size + d] = (own[d] ?? 0) + Math.tanh((before?.[d] ?? 0) + (after?.[d] ?? 0));
      if (this.#attend.bias !== null) keys.set(this.#attend.bias, k * size);
      multiplyAdd(this.#attend, 0, tokens, k * size, size, keys, k * size);
      if (compare.bias !== null) partial.set(compare.bias, k * this.#hidden);
      multiplyAdd(compare, 0, tokens, k * size, size, partial, k * this.#hidden);
      multiplyAdd(compare, 4 * size + 2 * relationSize, flags, k * flagCount, flagCount, partial, k * this.#hidden);
    });
    return { ids, flags, tokens, keys, partial };
  }

  /** Logits of entail, neutral, contradict. @param features the linguistic features, as they come. */
  logits(book: WordBook, premise: EncodedSide, hypothesis: EncodedSide, features: Float32Array): number[] {
    const n = premise.ids.length;
    const m = hypothesis.ids.length;
    const size = this.#size;
    const relations = new Float32Array(n * m * relationSize);
    const scores = new Float32Array(n * m);
    const dots = new Float64Array(m);
    const bias = this.#relate.bias?.[0] ?? 0;
    const [mine, theirs, weights] = [premise.keys, hypothesis.keys, this.#relate.data];
    for (let i = 0; i < n; i += 1) {
      const first = premise.ids[i] ?? 0;
      dotsWith(mine, i * size, theirs, size, dots);
      for (let j = 0; j < m; j += 1) {
        const relation = book.relation(first, hypothesis.ids[j] ?? 0);
        let score = (dots[j] ?? 0) / scoreScale + bias;
        const cell = i * m + j;
        for (let r = 0, to = cell * relationSize; r < relationSize; r += 1) {
          const value = relation[r] ?? 0;
          // Most words are hardly related: what adds nothing is passed over.
          if (value === 0) continue;
          relations[to + r] = value;
          score += value * (weights[r] ?? 0);
        }
        scores[cell] = score;
      }
    }
    const joined = new Float32Array(4 * this.#hidden + features.length);
    this.#pool(hypothesis, premise, [1, m], scores, relations, this.#compare.hypothesis, joined, 0);
    this.#pool(premise, hypothesis, [m, 1], scores, relations, this.#compare.premise, joined, 2 * this.#hidden);
    for (let at = 0; at < features.length; at += 1) {
      const value = ((features[at] ?? 0) - (this.#mean[at] ?? 0)) / (this.#scale[at] ?? 1);
      joined[4 * this.#hidden + at] = Math.max(-featureLimit, Math.min(featureLimit, value));
    }
    const inner = Float32Array.from(this.#join.bias ?? []);
    multiplyAdd(this.#join, 0, joined, 0, joined.length, inner, 0);
    for (let at = 0; at < inner.length; at += 1) inner[at] = Math.max(0, inner[at] ?? 0);
    const out = Float32Array.from(this.#out.bias ?? []);
    multiplyAdd(this.#out, 0, inner, 0, inner.length, out, 0);
    return [...out];
  }

  /**
   * Compares every token of `mine` with what it attends to in `other`; writes mean and maximum at `at` and `at + hidden`.
   * @param steps from a cell of `scores` to that of the next token of `mine`, and of `other`
   */
  #pool(
    mine: EncodedSide,
    other: EncodedSide,
    [step, otherStep]: readonly [number, number],
    scores: Float32Array,
    relations: Float32Array,
    layer: Matrix,
    joined: Float32Array,
    at: number,
  ): void {
    const size = this.#size;
    const hidden = this.#hidden;
    const count = mine.ids.length;
    const others = other.ids.length;
    const alpha = new Float32Array(others);
    const seen = new Float32Array(3 * size + 2 * relationSize);
    const seenFlags = new Float32Array(flagCount);
    const value = new Float32Array(hidden);
    for (let k = 0; k < count; k += 1) {
      const row = k * step;
      let top = this.#none;
      for (let o = 0; o < others; o += 1) top = Math.max(top, scores[row + o * otherStep] ?? 0);
      let sum = Math.exp(this.#none - top);
      for (let o = 0; o < others; o += 1) {
        const weight = Math.exp((scores[row + o * otherStep] ?? 0) - top);
        alpha[o] = weight;
        sum += weight;
      }
      seen.fill(0);
      seenFlags.fill(0);
      for (let o = 0; o < others; o += 1) {
        const weight = (alpha[o] ?? 0) / sum;
        const from = (row + o * otherStep) * relationSize;
        for (let r = 0; r < relationSize; r += 1) {
          const relation = relations[from + r] ?? 0;
          if (relation === 0) continue;
          seen[3 * size + r] = (seen[3 * size + r] ?? 0) + weight * relation;
          if (relation > (seen[3 * size + relationSize + r] ?? 0)) seen[3 * size + relationSize + r] = relation;
        }
        if (weight < 1e-5) continue;
        for (let d = 0; d < size; d += 1) seen[d] = (seen[d] ?? 0) + weight * (other.tokens[o * size + d] ?? 0);
        for (let f = 0; f < flagCount; f += 1) seenFlags[f] = (seenFlags[f] ?? 0) + weight * (other.flags[o * flagCount + f] ?? 0);
      }
      for (let d = 0; d < size; d += 1) {
        const own = mine.tokens[k * size + d] ?? 0;
        const found = seen[d] ?? 0;
        seen[size + d] = Math.abs(own - found);
        seen[2 * size + d] = own * found;
      }
      value.set(mine.partial.subarray(k * hidden, (k + 1) * hidden));
      multiplyAdd(layer, size, seen, 0, seen.length, value, 0);
      multiplyAdd(layer, layer.columns - flagCount, seenFlags, 0, flagCount, value, 0);
      for (let d = 0; d < hidden; d += 1) {
        const active = Math.max(0, value[d] ?? 0);
        joined[at + d] = (joined[at + d] ?? 0) + active / count;
        if (active > (joined[at + hidden + d] ?? 0)) joined[at + hidden + d] = active;
      }
    }
  }

  #readWord(book: WordBook, id: number, bits: number): ReadWord {
    const known = this.#read[bits] ?? new Map<string, ReadWord>();
    const text = book.word(id).text;
    let read = known.get(text);
    if (read !== undefined) return read;
    const own = Float32Array.from(this.#word(book, id));
    const flags = Float32Array.from({ length: flagCount }, (_, flag) => (bits >> flag) & 1);
    multiplyAdd(this.#project, this.#project.columns - flagCount, flags, 0, flagCount, own, 0);
    for (let d = 0; d < own.length; d += 1) own[d] = Math.tanh(own[d] ?? 0);
    read = { own, toNext: new Float32Array(this.#size), toPrevious: new Float32Array(this.#size) };
    multiplyAdd(this.#left, 0, own, 0, this.#size, read.toNext, 0);
    multiplyAdd(this.#right, 0, own, 0, this.#size, read.toPrevious, 0);
    if (known.size > wordLimit) known.clear();
    known.set(text, read);
    return read;
  }

  /** Projection of a word without its flags, plus its own and its categories' rows. */
  #word(book: WordBook, id: number): Float32Array {
    const word = book.word(id);
    let found = this.#words.get(word.text);
    if (found !== undefined) return found;
    found = Float32Array.from(this.#project.bias ?? new Float32Array(this.#size));
    const input = new Float32Array(this.#project.columns - flagCount);
    word.vector?.forEach((value, at) => {
      input[at] = value * vectorGain;
    });
    input[input.length - 1] = word.weight * weightGain;
    multiplyAdd(this.#project, 0, input, 0, input.length, found, 0);
    const add = (table: Matrix, row: number, into: Float32Array): void => {
      for (let d = 0; d < this.#size; d += 1) into[d] = (into[d] ?? 0) + (table.data[row * this.#size + d] ?? 0);
    };
    const own = this.#ownRow.get(word.text);
    if (own !== undefined) add(this.#own, own, found);
    const rows = book.lexicon.categories(word.text).flatMap((synset) => this.#synsetRow.get(synset) ?? []);
    for (const row of rows.slice(0, categoryLimit)) add(this.#category, row, found);
    if (this.#words.size > wordLimit) this.#words.clear();
    this.#words.set(word.text, found);
    return found;
  }
}
