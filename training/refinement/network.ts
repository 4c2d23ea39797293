import type { Random } from '../../src/base/random.ts';

export interface Layer {
  /** One row for each output. */
  readonly weights: number[][];
  readonly bias: number[];
}

/** A small perceptron with tanh between its layers, trained by Adam. */
export class Network {
  readonly layers: Layer[];
  readonly #moments: { m: number[]; v: number[] }[];
  #steps = 0;

  constructor(sizes: readonly number[], random: Random) {
    this.layers = sizes.slice(1).map((size, place) => {
      const inputs = sizes[place] ?? 0;
      const scale = (place === sizes.length - 2 ? 0.1 : 1) * Math.sqrt(1 / inputs);
      return {
        weights: Array.from({ length: size }, () => Array.from({ length: inputs }, () => (2 * random.next() - 1) * scale * Math.sqrt(3))),
        bias: Array.from({ length: size }, () => 0),
      };
    });
    this.#moments = this.layers.map(({ weights, bias }) => {
      const count = weights.reduce((sum, row) => sum + row.length, 0) + bias.length;
      return { m: Array.from({ length: count }, () => 0), v: Array.from({ length: count }, () => 0) };
    });
  }

  /** Outputs of every layer, the input first; the last without tanh. */
  forward(input: readonly number[]): number[][] {
    const outputs: number[][] = [[...input]];
    this.layers.forEach(({ weights, bias }, place) => {
      const last = outputs[place] ?? [];
      const sums = weights.map((row, own) => {
        let sum = bias[own] ?? 0;
        for (let at = 0; at < row.length; at += 1) sum += (row[at] ?? 0) * (last[at] ?? 0);
        return sum;
      });
      outputs.push(place === this.layers.length - 1 ? sums : sums.map(Math.tanh));
    });
    return outputs;
  }

  output(input: readonly number[]): number[] {
    return this.forward(input).at(-1) ?? [];
  }

  /** Adds the gradients of a loss, given its derivative by the outputs; to be used with `step`. */
  backward(outputs: readonly (readonly number[])[], derivative: readonly number[], gradients: number[][]): void {
    let upper = [...derivative];
    for (let place = this.layers.length - 1; place >= 0; place -= 1) {
      const layer = this.layers[place];
      const below = outputs[place] ?? [];
      const sums = gradients[place];
      if (layer === undefined || sums === undefined) continue;
      const lower = below.map(() => 0);
      let at = 0;
      layer.weights.forEach((row, own) => {
        const error = upper[own] ?? 0;
        row.forEach((weight, from) => {
          sums[at] = (sums[at] ?? 0) + error * (below[from] ?? 0);
          lower[from] = (lower[from] ?? 0) + error * weight;
          at += 1;
        });
      });
      layer.bias.forEach((_, own) => {
        sums[at] = (sums[at] ?? 0) + (upper[own] ?? 0);
        at += 1;
      });
      upper = lower.map((value, from) => value * (1 - (below[from] ?? 0) ** 2));
    }
  }

  zeros(): number[][] {
    return this.#moments.map(({ m }) => m.map(() => 0));
  }

  /** One step of Adam down the gradients, with a little weight decay. */
  step(gradients: readonly (readonly number[])[], rate: number, decay = 1e-3): void {
    this.#steps += 1;
    this.layers.forEach((layer, place) => {
      const moments = this.#moments[place];
      if (moments === undefined) return;
      const change = (at: number, value: number, shrink: number): number => {
        const gradient = (gradients[place]?.[at] ?? 0) + shrink * value;
        moments.m[at] = 0.9 * (moments.m[at] ?? 0) + 0.1 * gradient;
        moments.v[at] = 0.999 * (moments.v[at] ?? 0) + 0.001 * gradient * gradient;
        const m = (moments.m[at] ?? 0) / (1 - 0.9 ** this.#steps);
        const v = (moments.v[at] ?? 0) / (1 - 0.999 ** this.#steps);
        return value - (rate * m) / (Math.sqrt(v) + 1e-8);
      };
      let at = 0;
      for (const row of layer.weights)
        for (let from = 0; from < row.length; from += 1) {
          row[from] = change(at, row[from] ?? 0, decay);
          at += 1;
        }
      for (let own = 0; own < layer.bias.length; own += 1) {
        layer.bias[own] = change(at, layer.bias[own] ?? 0, 0);
        at += 1;
      }
    });
  }
}
