/** A linear model over named features; unknown names weigh nothing. */
export interface NamedWeights {
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}

export function score({ bias, weights }: NamedWeights, features: Iterable<string>): number {
  let sum = bias;
  for (const feature of features) sum += weights.get(feature) ?? 0;
  return sum;
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Probabilities of alternatives that exclude each other. */
export function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const exps = scores.map((value) => Math.exp(value - top));
  const sum = exps.reduce((total, value) => total + value, 0);
  return exps.map((value) => value / sum);
}
