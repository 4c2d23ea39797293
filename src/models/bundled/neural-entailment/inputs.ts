import type { GraphInput } from '../graph-thread.ts';
import type { EncodedPair } from './pair.ts';
import { relationBits, relations, saidBits } from './relations.ts';
import { vectorSize } from './weights.ts';
import { boundCount, listCount, modalityCount, type NetworkWord, wordClasses, wordFlags } from './words.ts';

const flagCount = Object.keys(wordFlags).length;
/** Where each group of a word's 0 and 1 begins. */
const kindAt = flagCount;
const listAt = kindAt + wordClasses.length;
const modalityAt = listAt + listCount;
const boundAt = modalityAt + modalityCount;
const wordSize = boundAt + boundCount;

/** What is added to a pair of words where the claim's word is said; behind the `relations`. */
const added = {
  negationDiffers: relationBits,
  sameModality: relationBits + 1,
  otherModality: relationBits + 2,
  boundsOpposite: relationBits + 3,
  oneBound: relationBits + 4,
  saidBefore: relationBits + 5,
  saidAfter: relationBits + 6,
} as const;
const relationSize = relationBits + Object.keys(added).length;

/** What the network is given of words beyond their marks. */
export interface WordNumbers {
  vector(text: string): Float32Array;
  own(text: string): number;
}

/**
 * The graph's inputs for one pair, its features scaled already. The graph takes more than one, but no faster, and the last digits of a pair's scores would
 * then depend on its neighbours.
 */
export function pairInputs(pair: EncodedPair, numbers: WordNumbers): Record<string, GraphInput> {
  const { premise, claim, features } = pair;
  return {
    ...sideInputs('p', premise, numbers),
    ...sideInputs('h', claim, numbers),
    rel: { values: relationInputs(pair), shape: [1, premise.length, claim.length, relationSize] },
    feats: { values: features, shape: [1, features.length] },
  };
}

function sideInputs(name: string, words: readonly NetworkWord[], numbers: WordNumbers): Record<string, GraphInput> {
  const vectors = new Float32Array(words.length * vectorSize);
  const marks = new Float32Array(words.length * wordSize);
  for (const [place, word] of words.entries()) {
    vectors.set(numbers.vector(word.text), place * vectorSize);
    const at = place * wordSize;
    for (let bit = 0; bit < flagCount; bit += 1) marks[at + bit] = (word.flags >> bit) & 1;
    for (const set of [kindAt + word.kind, listAt + word.list, modalityAt + word.modality, boundAt + word.bound]) marks[at + set] = 1;
  }
  const shape = [1, words.length];
  return {
    [`${name}_vec`]: { values: vectors, shape: [...shape, vectorSize] },
    [`${name}_own`]: { values: Int32Array.from(words, ({ text }) => numbers.own(text)), shape },
    [`${name}_tok`]: { values: marks, shape: [...shape, wordSize] },
    [`${name}_mask`]: { values: new Float32Array(words.length).fill(1), shape },
  };
}

function relationInputs({ premise, claim, relations: bits }: EncodedPair): Float32Array {
  const out = new Float32Array(premise.length * claim.length * relationSize);
  const said = (row: number, column: number): boolean =>
    row >= 0 && column >= 0 && row < premise.length && column < claim.length && ((bits[row * claim.length + column] ?? 0) & saidBits) !== 0;
  for (const [row, a] of premise.entries()) {
    for (const [column, b] of claim.entries()) {
      const known = bits[row * claim.length + column] ?? 0;
      const at = (row * claim.length + column) * relationSize;
      for (let bit = 0; bit < relationBits; bit += 1) out[at + bit] = (known >> bit) & 1;
      if (!said(row, column)) continue;
      const equal = (known & relations.equal) !== 0;
      const set = (place: number, holds: boolean): void => {
        out[at + place] = Number(holds);
      };
      set(added.negationDiffers, (a.flags & wordFlags.negated) !== (b.flags & wordFlags.negated));
      set(added.sameModality, a.modality === b.modality && b.modality > 0);
      set(added.otherModality, a.modality !== b.modality);
      set(added.boundsOpposite, equal && a.bound > 0 && b.bound > 0 && a.bound !== b.bound);
      set(added.oneBound, equal && a.bound > 0 !== b.bound > 0);
      set(added.saidBefore, said(row - 1, column - 1));
      set(added.saidAfter, said(row + 1, column + 1));
    }
  }
  return out;
}
