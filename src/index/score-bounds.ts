import { fuse } from './fusion.ts';

/** What the two ways of a search said of a candidate; null: it was not among those that they gave. */
export interface Said {
  /** By the index of vectors, or exact. */
  readonly distance: number | null;
  /** LanceDB's BM25. */
  readonly wordScore: number | null;
  /** Its cosine by the sentence encoder, which is exact; null or left out where there is none. */
  readonly dense?: number | null;
}

/** What both ways gave, and whether there was more to give. */
export interface Ways {
  /** The greatest distance that was given where more rows were left out; null where none was, or some that were left out may be nearer. */
  readonly farthest: number | null;
  /** The least BM25 that was given where more rows were left out; 0 where no other row holds a word of the query. */
  readonly fewest: number;
}

/** A candidate that was read: what was said of it, and what is so. */
export interface Read extends Said {
  readonly cosine: number;
  readonly bm25: number;
}

/** From so few nothing is learnt of how far what is said is from what is so. */
const leastRead = 10;
/** Above what was seen among those that were read. */
const margin = 2;

/**
 * How much a candidate's score may be at most, from what was said of it: the exact vector and words of most candidates need not be read to
 * know that they are no hits. How far what is said is from what is so is learnt from the candidates that were read: distances of an index of
 * vectors are rounded, and LanceDB's statistics count copies.
 */
export class ScoreBounds {
  readonly #ways: Ways;
  /** cosine = 1 - distance * scale, give or take `#error`. */
  readonly #scale: number;
  readonly #error: number;
  /** BM25 is at most so many times what LanceDB says. */
  readonly #ratio: number;

  private constructor(ways: Ways, scale: number, error: number, ratio: number) {
    this.#ways = ways;
    this.#scale = scale;
    this.#error = error;
    this.#ratio = ratio;
  }

  /**
   * @param isKnown the cosines of all that are left are known: nothing is to be learnt of distances
   * @returns null where too little was read to tell: then all are to be read
   */
  static learnt(ways: Ways, read: readonly Read[], isKnown = false): ScoreBounds | null {
    const near = read.flatMap(({ distance, cosine }) => (distance === null ? [] : [{ distance, cosine }]));
    const ratios = read.flatMap(({ wordScore, bm25 }) => (wordScore === null || wordScore <= 0 ? [] : [bm25 / wordScore]));
    if ((near.length < leastRead && !isKnown) || ratios.length < leastRead) return null;
    // The cosine distance itself, or half of the squared distance of vectors of length one, which an index of vectors tells.
    const errorOf = (scale: number): number => Math.max(...near.map(({ distance, cosine }) => Math.abs(cosine - (1 - distance * scale))));
    const [plain, squared] = near.length === 0 ? [1, 1] : [errorOf(1), errorOf(0.5)];
    const most = Math.max(...ratios);
    return new ScoreBounds(
      ways,
      plain <= squared ? 1 : 0.5,
      margin * Math.min(plain, squared) + 1e-4,
      (most + (margin - 1) * (most - Math.min(...ratios))) * (1 + 1e-4),
    );
  }

  bm25Of({ wordScore }: Said): number {
    return (wordScore ?? this.#ways.fewest) * this.#ratio;
  }

  /** By the index's own vectors. */
  cosineOf({ distance: said }: Said): number {
    const distance = said ?? this.#ways.farthest;
    return distance === null ? 1 : Math.min(1, 1 - distance * this.#scale + this.#error);
  }

  /**
   * @param bestBm25 that the query reaches
   * @param cosine that it has at most
   * @param weight of the cosine
   */
  scoreOf(said: Said, bestBm25: number, cosine = this.cosineOf(said), weight?: number): number {
    return fuse(cosine, Math.min(this.bm25Of(said), bestBm25), bestBm25, weight);
  }
}

/**
 * Those first that are likely hits; among the first `2 * leastRead` are as many of each way's best, so that what each says is learnt from.
 * @param weight of the cosine
 */
export function byPromise<T extends Said>(candidates: readonly T[], { farthest, fewest }: Ways, weight?: number): T[] {
  const most = candidates.reduce((best, { wordScore }) => Math.max(best, wordScore ?? 0), fewest);
  const sorted = (of: (said: Said) => number): T[] =>
    candidates
      .map((candidate) => ({ candidate, value: of(candidate) }))
      .sort((a, b) => b.value - a.value)
      .map(({ candidate }) => candidate);
  const near = sorted(({ distance }) => -(distance ?? Infinity)).slice(0, leastRead);
  const worded = sorted(({ wordScore }) => wordScore ?? -1).slice(0, leastRead);
  const likely = sorted(({ distance, wordScore, dense }) =>
    fuse(dense ?? 1 - (distance ?? farthest ?? 1) / 2, wordScore ?? fewest, most, weight),
  );
  return [...new Set([...near, ...worded, ...likely])];
}
