import type { GraphEdge } from './graph.ts';
import { relations } from './graph.ts';
import { apply, type Dense, relu } from '../../src/minimise/reranker/network.ts';

/** Row-normalised weights of one relation: `neighbours[i]` are the nodes that i hears from. */
export type Neighbourhood = readonly (readonly { readonly node: number; readonly weight: number }[])[];

/** One neighbourhood per relation, in the order of `relations`; the weights of a node's neighbours sum to 1 (eq. 15's 1/c). */
export function neighbourhoods(size: number, edges: readonly GraphEdge[]): Neighbourhood[] {
  return relations.map((relation) =>
    Array.from({ length: size }, (_, node) => {
      const heard = edges.flatMap(({ a, b, weights }) => {
        const weight = weights[relation];
        if (weight <= 0 || (a !== node && b !== node)) return [];
        return [{ node: a === node ? b : a, weight }];
      });
      const total = heard.reduce((sum, { weight }) => sum + weight, 0);
      return heard.map(({ node: other, weight }) => ({ node: other, weight: weight / total }));
    }),
  );
}

/** One relation's matrix, row by row, one row per input. */
export type RelationMatrix = Float64Array;

/** CER eq. 15: each node takes in its own state and, for each relation, the weighted mean of its neighbours' states. */
export function relationalLayer(
  states: readonly Float64Array[],
  heard: readonly Neighbourhood[],
  matrices: readonly RelationMatrix[],
  own: Dense,
): Float64Array[] {
  const width = own.bias.length;
  return states.map((state, node) => {
    const sum = apply(own, state);
    for (const [relation, neighbourhood] of heard.entries()) {
      const neighbours = neighbourhood[node] ?? [];
      const matrix = matrices[relation];
      if (neighbours.length === 0 || matrix === undefined) continue;
      const mean = new Float64Array(state.length);
      for (const { node: other, weight } of neighbours) {
        const from = states[other];
        for (let at = 0; at < mean.length; at += 1) mean[at] = (mean[at] ?? 0) + weight * (from?.[at] ?? 0);
      }
      for (let input = 0; input < mean.length; input += 1) {
        const value = mean[input] ?? 0;
        if (value === 0) continue;
        for (let output = 0; output < width; output += 1) sum[output] = (sum[output] ?? 0) + value * (matrix[input * width + output] ?? 0);
      }
    }
    return relu(sum);
  });
}
