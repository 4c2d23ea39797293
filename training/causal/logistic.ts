import { createRandom, type Random } from '../../src/base/random.ts';
import type { NamedWeights } from '../../src/causal/extract/linear.ts';
import { sigmoid, softmax } from '../../src/causal/extract/linear.ts';

export interface Example {
  readonly features: readonly string[];
  readonly positive: boolean;
}

export interface Choice {
  readonly alternatives: readonly (readonly string[])[];
  readonly right: number;
}

export interface FitOptions {
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  /** Features seen less often are left out. */
  readonly least: number;
}

function known(lists: Iterable<readonly string[]>, least: number): Set<string> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= least).map(([name]) => name));
}

function shuffled(length: number, random: Random): number[] {
  const order = Array.from({ length }, (_, place) => place);
  for (let last = length - 1; last > 0; last -= 1) {
    const other = random.integer(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}

class Weights {
  readonly values = new Map<string, number>();
  readonly #squares = new Map<string, number>();

  step(name: string, gradient: number, rate: number, decay: number): void {
    const value = this.values.get(name) ?? 0;
    const full = gradient + decay * value;
    const square = (this.#squares.get(name) ?? 1e-2) + full * full;
    this.#squares.set(name, square);
    this.values.set(name, value - (rate * full) / Math.sqrt(square));
  }
}

const biasName = ' bias';

function finished(weights: Weights): NamedWeights {
  const bias = weights.values.get(biasName) ?? 0;
  weights.values.delete(biasName);
  return { bias, weights: weights.values };
}

/** Logistic regression with an L2 penalty, by Adam over all examples at once. */
export function fitLogistic(
  examples: readonly Example[],
  { penalty, least }: { readonly penalty: number; readonly least: number },
): NamedWeights {
  const names = [
    ...known(
      examples.map(({ features }) => features),
      least,
    ),
  ];
  const columns = new Map(names.map((name, column) => [name, column]));
  const rows = examples.map(({ features, positive }) => ({ columns: features.flatMap((name) => columns.get(name) ?? []), positive }));
  const bias = names.length;
  const weights = new Float64Array(bias + 1);
  const first = new Float64Array(bias + 1);
  const second = new Float64Array(bias + 1);
  for (let step = 1; step <= 250; step += 1) {
    const gradient = weights.map((value, column) => (column === bias ? 0 : (penalty * value) / rows.length));
    for (const row of rows) {
      const sum = row.columns.reduce((total, column) => total + (weights[column] ?? 0), weights[bias] ?? 0);
      const error = (sigmoid(sum) - Number(row.positive)) / rows.length;
      for (const column of [...row.columns, bias]) gradient[column] = (gradient[column] ?? 0) + error;
    }
    for (let column = 0; column <= bias; column += 1) {
      const slope = gradient[column] ?? 0;
      const mean = (first[column] = 0.9 * (first[column] ?? 0) + 0.1 * slope);
      const square = (second[column] = 0.999 * (second[column] ?? 0) + 0.001 * slope * slope);
      weights[column] = (weights[column] ?? 0) - (0.03 * (mean / (1 - 0.9 ** step))) / (Math.sqrt(square / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  return { bias: weights[bias] ?? 0, weights: new Map(names.map((name, column) => [name, weights[column] ?? 0])) };
}

/** Conditional logistic regression: one of several alternatives is right. */
export function fitChoices(choices: readonly Choice[], { epochs, rate, decay, least }: FitOptions): NamedWeights {
  const names = known(
    choices.flatMap(({ alternatives }) => alternatives),
    least,
  );
  const rows = choices.map(({ alternatives, right }) => ({
    alternatives: alternatives.map((list) => list.filter((name) => names.has(name))),
    right,
  }));
  const weights = new Weights();
  const random = createRandom(13);
  for (let epoch = 0; epoch < epochs; epoch += 1)
    for (const index of shuffled(rows.length, random)) {
      const row = rows[index];
      if (row === undefined) continue;
      const p = softmax(row.alternatives.map((list) => list.reduce((sum, name) => sum + (weights.values.get(name) ?? 0), 0)));
      row.alternatives.forEach((list, place) => {
        const gradient = (p[place] ?? 0) - Number(place === row.right);
        if (Math.abs(gradient) > 1e-4) for (const name of list) weights.step(name, gradient, rate, decay);
      });
    }
  return finished(weights);
}
