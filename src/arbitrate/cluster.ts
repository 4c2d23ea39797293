import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { kmeans } from 'ml-kmeans';

import type { Random } from '../base/random.ts';

const restarts = 10;

/**
 * Spectral clustering of unit vectors (CF-RAG sec. 4.2.1): Gaussian affinity with the median distance as sigma, normalised Laplacian,
 * its first `k` eigenvectors with rows normalised, k-means++ with the best of 10 seeded restarts.
 * @returns a cluster for each vector, 0 to k - 1, numbered by first appearance; fewer than `k` where there are fewer distinct vectors.
 */
export function spectralClusters(vectors: readonly Float32Array[], k: number, random: Random): number[] {
  const n = vectors.length;
  if (k <= 1 || n <= 1) return vectors.map(() => 0);
  const squared = squaredDistances(vectors);
  const sigma = medianDistance(squared);
  if (sigma === 0) return vectors.map(() => 0);
  if (n <= k) return vectors.map((_vector, index) => index);
  return renumber(bestKMeans(spectralRows(squared, sigma, k), k, random));
}

function squaredDistances(vectors: readonly Float32Array[]): Matrix {
  const matrix = Matrix.zeros(vectors.length, vectors.length);
  vectors.forEach((a, i) => {
    vectors.forEach((b, j) => {
      if (j <= i) return;
      let sum = 0;
      for (let d = 0; d < a.length; d += 1) sum += ((a[d] ?? 0) - (b[d] ?? 0)) ** 2;
      matrix.set(i, j, sum);
      matrix.set(j, i, sum);
    });
  });
  return matrix;
}

function medianDistance(squared: Matrix): number {
  const distances: number[] = [];
  for (let i = 0; i < squared.rows; i += 1) for (let j = i + 1; j < squared.rows; j += 1) distances.push(Math.sqrt(squared.get(i, j)));
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/** The largest eigenvectors of D^-1/2 W D^-1/2 are the first ones of the normalised Laplacian. */
function spectralRows(squared: Matrix, sigma: number, k: number): number[][] {
  const n = squared.rows;
  const affinity = Matrix.zeros(n, n);
  for (let i = 0; i < n; i += 1) for (let j = 0; j < n; j += 1) affinity.set(i, j, Math.exp(-squared.get(i, j) / (2 * sigma * sigma)));
  const scale = affinity.sum('row').map((degree) => 1 / Math.sqrt(degree));
  for (let i = 0; i < n; i += 1) for (let j = 0; j < n; j += 1) affinity.set(i, j, affinity.get(i, j) * (scale[i] ?? 0) * (scale[j] ?? 0));
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(affinity, { assumeSymmetric: true });
  const first = realEigenvalues
    .map((value, index) => ({ value, index }))
    .sort((a, b) => b.value - a.value)
    .slice(0, k);
  return Array.from({ length: n }, (_, row) => {
    const values = first.map(({ index }) => eigenvectorMatrix.get(row, index));
    const norm = Math.hypot(...values);
    return norm === 0 ? values : values.map((value) => value / norm);
  });
}

function bestKMeans(rows: number[][], k: number, random: Random): number[] {
  let best: { inertia: number; clusters: number[] } | null = null;
  for (let restart = 0; restart < restarts; restart += 1) {
    const { clusters, centroids } = kmeans(rows, k, { initialization: 'kmeans++', seed: random.integer(2 ** 31) });
    const inertia = rows.reduce((sum, row, index) => {
      const centre = centroids[clusters[index] ?? 0] ?? [];
      return sum + row.reduce((inner, value, d) => inner + (value - (centre[d] ?? 0)) ** 2, 0);
    }, 0);
    if (best === null || inertia < best.inertia - 1e-12) best = { inertia, clusters };
  }
  return best?.clusters ?? [];
}

function renumber(clusters: readonly number[]): number[] {
  const names = new Map<number, number>();
  return clusters.map((cluster) => {
    const known = names.get(cluster);
    if (known !== undefined) return known;
    names.set(cluster, names.size);
    return names.size - 1;
  });
}
