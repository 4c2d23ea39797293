/**
 * Maximal marginal relevance: each next span is relevant and unlike those taken, lambda * relevance - (1 - lambda) * largest
 * similarity to them. Needs no quality evaluation. Ties to the earlier.
 *
 * @param similarity of two spans by index, [-1, 1]
 * @param lambda [0, 1]; 1 is plain relevance
 */
export function mmr(relevance: readonly number[], similarity: (a: number, b: number) => number, k: number, lambda = 0.7): number[] {
  const taken: number[] = [];
  while (taken.length < Math.min(k, relevance.length)) {
    let winner = -1;
    let highest = Number.NEGATIVE_INFINITY;
    for (const [index, value] of relevance.entries()) {
      if (taken.includes(index)) continue;
      const near = taken.length === 0 ? 0 : Math.max(...taken.map((other) => similarity(index, other)));
      const score = lambda * value - (1 - lambda) * near;
      if (score > highest) {
        winner = index;
        highest = score;
      }
    }
    taken.push(winner);
  }
  return taken;
}
