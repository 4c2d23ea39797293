/** Robertson and Zaragoza's usual constants. */
const k1 = 1.2;
const b = 0.75;

interface Posting {
  readonly row: number;
  readonly count: number;
}

/** BM25 over rows of stems, kept exactly in memory. Rows are numbered in the order in which they are added. */
export class Bm25 {
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[] = [];
  #total = 0;

  add(stems: readonly string[]): void {
    const row = this.#lengths.length;
    const counts = new Map<string, number>();
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const [stem, count] of counts) {
      const postings = this.#postings.get(stem);
      if (postings === undefined) this.#postings.set(stem, [{ row, count }]);
      else postings.push({ row, count });
    }
    this.#lengths.push(stems.length);
    this.#total += stems.length;
  }

  /** Scores of the rows that hold any of the stems; repeated stems of the query count once. */
  search(stems: readonly string[]): Map<number, number> {
    const scores = new Map<number, number>();
    const rows = this.#lengths.length;
    const average = this.#total / Math.max(1, rows);
    for (const stem of new Set(stems)) {
      const postings = this.#postings.get(stem);
      if (postings === undefined) continue;
      const idf = Math.log(1 + (rows - postings.length + 0.5) / (postings.length + 0.5));
      for (const { row, count } of postings) {
        const length = (this.#lengths[row] ?? 0) / average;
        scores.set(row, (scores.get(row) ?? 0) + (idf * count * (k1 + 1)) / (count + k1 * (1 - b + b * length)));
      }
    }
    return scores;
  }
}
