import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { StaticEncoder } from '../encoder.ts';
import type { RankingQuery } from './query.ts';

/** A text as the stems of its content words, in order, and its words with a digit. */
export interface TextWords {
  readonly stems: readonly string[];
  readonly distinct: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
}

/**
 * How well the words of texts meet those of one question: the same stem is 1, other words by the cosine of their vectors, so that
 * "logged out" meets "session terminated". Words are compared once for a question, whatever the number of texts.
 */
export class WordMatch {
  readonly #query: RankingQuery;
  readonly #encoder: StaticEncoder;
  /** For each stem met so far its closeness to each word of the question. */
  readonly #closeness = new Map<string, Float32Array>();

  constructor(query: RankingQuery, encoder: StaticEncoder) {
    this.#query = query;
    this.#encoder = encoder;
  }

  read(text: string): TextWords {
    const stems: string[] = [];
    const codes = new Set<string>();
    for (const { lower } of tokenize(text)) {
      if (/\d/.test(lower)) codes.add(lower);
      if (isStopword(lower)) continue;
      const root = stem(lower);
      stems.push(root);
      if (!this.#closeness.has(root)) this.#closeness.set(root, this.#compare(lower, root));
    }
    return { stems, distinct: new Set(stems), codes };
  }

  /** Share of the question's word weight that the words have, [0, 1]. */
  coverage(words: ReadonlySet<string>): number {
    const { words: asked, totalWeight } = this.#query;
    let sum = 0;
    for (const word of asked) if (words.has(word.stem)) sum += word.weight;
    return totalWeight === 0 ? 0 : sum / totalWeight;
  }

  /** The same with each word of the question met by the closest word, [0, 1]; and the closeness of the three best and of the worst met word. */
  closeness(...texts: readonly ReadonlySet<string>[]): { readonly soft: number; readonly best: number; readonly least: number } {
    const { words: asked, totalWeight } = this.#query;
    const met = new Float32Array(asked.length);
    for (const words of texts)
      for (const root of words) {
        const row = this.#closeness.get(root);
        if (row !== undefined)
          for (let place = 0; place < met.length; place += 1) if ((row[place] ?? 0) > (met[place] ?? 0)) met[place] = row[place] ?? 0;
      }
    let sum = 0;
    asked.forEach((word, place) => {
      sum += word.weight * (met[place] ?? 0);
    });
    const sorted = [...met].sort((a, b) => b - a);
    const top = sorted.slice(0, 3);
    return {
      soft: totalWeight === 0 ? 0 : sum / totalWeight,
      best: top.length === 0 ? 0 : top.reduce((all, value) => all + value, 0) / top.length,
      least: sorted.at(-1) ?? 0,
    };
  }

  /** BM25 with rarity for inverse document frequency, over a text of common length; divided to be near [0, 1]. */
  bm25(stems: readonly string[], commonLength: number): number {
    let sum = 0;
    for (const { stem: root, weight } of this.#query.words) {
      const count = stems.reduce((all, other) => all + Number(other === root), 0);
      if (count > 0) sum += (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * stems.length) / commonLength));
    }
    return sum / 40;
  }

  /** Share of the question's neighbouring word pairs that stand so in the text. */
  pairs(stems: readonly string[]): number {
    const { pairs } = this.#query;
    if (pairs.size === 0) return 0;
    const own = new Set(stems.slice(1).map((root, index) => `${stems[index] ?? ''} ${root}`));
    let shared = 0;
    for (const pair of pairs) if (own.has(pair)) shared += 1;
    return shared / pairs.size;
  }

  #compare(lower: string, root: string): Float32Array {
    const vector = this.#encoder.vector(lower);
    return Float32Array.from(this.#query.words, (word) => {
      if (word.stem === root) return 1;
      let dot = 0;
      for (let d = 0; d < vector.length; d += 1) dot += (vector[d] ?? 0) * (word.vector[d] ?? 0);
      return Math.max(0, dot);
    });
  }
}
