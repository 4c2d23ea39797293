/**
 * Of the static embedder half cosine, half BM25 over the query's best BM25: measured best on five sets (models/static-embedder/README.md). The
 * cosine of the sentence encoder says more, and counts more (`npm run evaluate:search`, docs/SEARCH.md).
 */
export const fusionDefaults = { cosineWeight: 0.5, denseWeight: 0.8 } as const;

/** Weighted sum of cosine, [-1, 1], and BM25 divided by the best BM25 that the query reaches (0 where nothing matches). */
export function fuse(cosine: number, bm25: number, bestBm25: number, cosineWeight: number = fusionDefaults.cosineWeight): number {
  return cosineWeight * cosine + (1 - cosineWeight) * (bestBm25 > 0 ? bm25 / bestBm25 : 0);
}
