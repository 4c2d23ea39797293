/** The k most relevant spans, by index; ties to the earlier. What most tools show. Needs no quality evaluation. */
export function topK(relevance: readonly number[], k: number): number[] {
  return relevance
    .map((value, index) => ({ value, index }))
    .sort((a, b) => b.value - a.value || a.index - b.index)
    .slice(0, k)
    .map(({ index }) => index);
}
