/** Probabilities are kept away from 0 and 1, where no curve tells them apart. */
const edge = 0.002;

export function logit(probability: number): number {
  const inside = Math.min(1 - edge, Math.max(edge, probability));
  return Math.log(inside / (1 - inside));
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** Of three log-odds, in their order; they sum to 1. */
export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const total = powers.reduce((sum, value) => sum + value, 0);
  return powers.map((value) => value / total);
}
