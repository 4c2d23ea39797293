/** Exact (Clopper-Pearson) bounds on a share, found by halving: no more is assumed than that the items were drawn alike. */
export interface ExactInterval {
  readonly low: number;
  readonly high: number;
}

/** Chance of at most `k` of `n` where each has chance `p`. */
export function atMost(k: number, n: number, p: number): number {
  if (k >= n || p <= 0) return 1;
  if (p >= 1) return 0;
  let term = n * Math.log1p(-p);
  let sum = Math.exp(term);
  for (let i = 1; i <= k; i += 1) {
    term += Math.log((n - i + 1) / i) + Math.log(p) - Math.log1p(-p);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/** The largest share that `k` of `n` leave possible at this confidence: the bound that risk control states. 1 without items. */
export function upperBound(k: number, n: number, confidence = 0.95): number {
  if (n === 0 || k >= n) return 1;
  return root((p) => atMost(k, n, p) - (1 - confidence));
}

/** Two-sided interval at 95 %. */
export function exactInterval(k: number, n: number): ExactInterval {
  const high = upperBound(k, n, 0.975);
  const low = k === 0 || n === 0 ? 0 : root((p) => 0.025 - (1 - atMost(k - 1, n, p)));
  return { low, high };
}

/** Where a falling function of [0, 1] crosses zero. */
function root(falling: (p: number) => number): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    if (falling(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
