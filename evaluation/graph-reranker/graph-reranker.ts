import { contextFeatures, nodeFeatures, type PoolReading } from '../../src/minimise/reranker/features.ts';
import { centralities, type GraphEdge, relations } from './graph.ts';
import { apply, dense, relu, rerankerWeightsSchema, standardise } from '../../src/minimise/reranker/network.ts';
import { neighbourhoods, relationalLayer } from './rgcn.ts';

/** CER sec. 3.4. */
const layers = 3;

/**
 * The reranker with the evidence graph (CER eq. 11-16): three relational layers over the pool, joined with PageRank and betweenness,
 * scale and shift the conditional reranker's first layer. Measured against the one that ships in models/reranker/README.md; it is
 * kept as an arm of the ablation.
 *
 * @throws ZodError or RangeError when the weights are not of this form
 * @returns the gain of each span of one pool, given those chosen
 */
export function createGraphReranker(
  json: unknown,
): (reading: PoolReading, edges: readonly GraphEdge[]) => (index: number, chosen: readonly number[]) => number {
  const weights = rerankerWeightsSchema.parse(json);
  if (weights.features.join() !== nodeFeatures.join() || weights.context.join() !== contextFeatures.join())
    throw new RangeError('reranker weights were fitted to other features');
  const { hidden } = weights;
  const enter = dense(weights, 'enter', hidden, nodeFeatures.length);
  const own = Array.from({ length: layers }, (_, layer) => dense(weights, `own.${layer}`, hidden, hidden));
  const matrices = Array.from({ length: layers }, (_, layer) => {
    const values = Float64Array.from(weights.weights[`relation.${layer}`] ?? []);
    if (values.length !== relations.length * hidden * hidden) throw new RangeError(`reranker relation ${layer} has the wrong size`);
    return relations.map((_relation, at) => values.subarray(at * hidden * hidden, (at + 1) * hidden * hidden));
  });
  const join = dense(weights, 'join', hidden, hidden + 2);
  const film = dense(weights, 'film', 2 * hidden, hidden);
  const encode = dense(weights, 'encode', hidden, nodeFeatures.length + contextFeatures.length);
  const deep = dense(weights, 'deep', hidden, hidden);
  const head = dense(weights, 'head', 1, hidden);
  const [nodeMean = [], nodeDeviation = [], contextMean = [], contextDeviation = []] = weights.standard;

  return (reading, edges) => {
    const nodes = reading.nodes.map((node) => standardise(node, nodeMean, nodeDeviation));
    const heard = neighbourhoods(nodes.length, edges);
    let states = nodes.map((node) => relu(apply(enter, node)));
    for (let layer = 0; layer < layers; layer += 1) {
      const layerOwn = own[layer];
      if (layerOwn !== undefined) states = relationalLayer(states, heard, matrices[layer] ?? [], layerOwn);
    }
    const { pageRank, betweenness } = centralities(nodes.length, edges);
    const modulation = states.map((state, node) => apply(film, relu(apply(join, [...state, pageRank[node] ?? 0, betweenness[node] ?? 0]))));
    return (index, chosen) => {
      const context = standardise(reading.context(index, chosen), contextMean, contextDeviation);
      const first = relu(apply(encode, [...(nodes[index] ?? []), ...context]));
      const turned = first.map((value, at) => value * (1 + (modulation[index]?.[at] ?? 0)) + (modulation[index]?.[hidden + at] ?? 0));
      return apply(head, relu(apply(deep, turned)))[0] ?? 0;
    };
  };
}
