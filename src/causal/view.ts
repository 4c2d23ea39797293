import type { CausalGraphView } from '../contract/causal.ts';
import type { BuiltGraph } from './build.ts';
import { partOf, type WorkspaceGraph } from './graph.ts';
import { contentStems } from '../text/tokens.ts';

/** Edges that are shown at once: more is no picture. */
export const shownEdges = 150;

/**
 * The part of a workspace's graph that a search names, with what it is joined to in one step; without a search its largest connected parts.
 * Never more than `limit` edges.
 */
export function viewOfGraph(
  { graph, documents }: Pick<BuiltGraph, 'graph' | 'documents'>,
  search: string,
  limit = shownEdges,
): CausalGraphView {
  const wanted = new Set(contentStems(search));
  const edges = (wanted.size === 0 ? byComponents(graph) : bySearch(graph, wanted)).slice(0, limit);
  return { graph: partOf(graph, [], edges), search, nodes: graph.nodes.size, edges: graph.edges.size, documents };
}

function bySearch(graph: WorkspaceGraph, wanted: ReadonlySet<string>): string[] {
  const named = new Map<string, number>();
  for (const [id, node] of graph.nodes) {
    const own = new Set(contentStems([node.label, ...new Set(node.mentions.map(({ citation }) => citation.path))].join(' ')));
    const share = [...wanted].filter((stem) => own.has(stem)).length / wanted.size;
    if (share === 1) named.set(id, 2);
    else if (share >= 0.5) named.set(id, 1);
  }
  return [...graph.edges.values()]
    .map(({ id, cause, effect, confidence }) => ({ id, weight: (named.get(cause) ?? 0) + (named.get(effect) ?? 0), confidence }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || b.confidence - a.confidence || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** Chains tell more than single links: the largest connected parts come first. */
function byComponents(graph: WorkspaceGraph): string[] {
  const part = new Map<string, string>();
  const find = (node: string): string => {
    let root = node;
    for (let above = part.get(root); above !== undefined && above !== root; above = part.get(root)) root = above;
    part.set(node, root);
    return root;
  };
  for (const { cause, effect } of graph.edges.values()) part.set(find(cause), find(effect));
  const sizes = new Map<string, number>();
  for (const { cause } of graph.edges.values()) sizes.set(find(cause), (sizes.get(find(cause)) ?? 0) + 1);
  return [...graph.edges.values()]
    .map(({ id, cause }) => ({ id, root: find(cause), size: sizes.get(find(cause)) ?? 0 }))
    .sort((a, b) => b.size - a.size || (a.root < b.root ? -1 : a.root > b.root ? 1 : a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
