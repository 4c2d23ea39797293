import { UndirectedGraph } from 'graphology';
import { centrality } from 'graphology-metrics';

import { extractMentions } from '../../src/text/mentions.ts';

/** CER sec. 3.4, in the order of the reranker's weights. */
export const relations = ['entity', 'time', 'source', 'contradiction'] as const;
export type Relation = (typeof relations)[number];

export interface GraphNode {
  /** Names, in the form that equal ones share. */
  readonly entities: ReadonlySet<string>;
  /** The first year that is mentioned; null where none is. */
  readonly year: number | null;
  /** Document. */
  readonly source: string;
}

export interface GraphEdge {
  readonly a: number;
  readonly b: number;
  /** CER eq. 11-14, each in [0, 1]; 0: no such relation. */
  readonly weights: Readonly<Record<Relation, number>>;
}

export const entityThreshold = 0.3;
export const contradictionThreshold = 0.5;
const yearsApart = 2;
const sameSourceWeight = 0.8;

export function graphNode(text: string, heading: string, source: string): GraphNode {
  const mentions = [...extractMentions(heading), ...extractMentions(text)];
  const date = mentions.find((mention) => mention.kind === 'date' && /^\d{4}/.test(mention.normal));
  return {
    entities: new Set(mentions.filter((mention) => mention.kind !== 'number' && mention.kind !== 'date').map((mention) => mention.normal)),
    year: date === undefined ? null : Number.parseInt(date.normal, 10),
    source,
  };
}

/** CER eq. 11; 0 where neither names anything. */
export function entityOverlap(a: GraphNode, b: GraphNode): number {
  let shared = 0;
  for (const entity of a.entities) if (b.entities.has(entity)) shared += 1;
  const all = a.entities.size + b.entities.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** CER eq. 12: 1 where both have a year and they are at most two years apart. */
export function timeConsistency(a: GraphNode, b: GraphNode): number {
  return a.year !== null && b.year !== null && Math.abs(a.year - b.year) <= yearsApart ? 1 : 0;
}

/** CER eq. 13. */
export function sourceConsistency(a: GraphNode, b: GraphNode): number {
  return a.source === b.source ? sameSourceWeight : 0;
}

/**
 * The evidence graph: an edge where entities overlap (> 0.3), where one contradicts the other (> 0.5), or where time and source agree.
 *
 * @param contradiction eq. 14 for a pair, [0, 1]; spans are single sentences here, so the maximum over sentence pairs is over the two directions
 */
export function evidenceGraph(nodes: readonly GraphNode[], contradiction: (a: number, b: number) => number): GraphEdge[] {
  return nodes.flatMap((left, a) =>
    nodes.slice(a + 1).flatMap((right, offset) => {
      const b = a + 1 + offset;
      const weights = {
        entity: entityOverlap(left, right),
        time: timeConsistency(left, right),
        source: sourceConsistency(left, right),
        contradiction: contradiction(a, b),
      };
      const joined =
        weights.entity > entityThreshold || weights.contradiction > contradictionThreshold || (weights.time > 0 && weights.source > 0);
      return joined ? [{ a, b, weights }] : [];
    }),
  );
}

export interface Centrality {
  /** Sums to 1 over the nodes. */
  readonly pageRank: readonly number[];
  /** Share of shortest paths between other nodes that pass here, [0, 1]. */
  readonly betweenness: readonly number[];
}

/** CER eq. 16: how much a node matters in the graph, and how much it bridges. An edge weighs as its strongest relation. */
export function centralities(size: number, edges: readonly GraphEdge[]): Centrality {
  if (size === 0) return { pageRank: [], betweenness: [] };
  const graph = new UndirectedGraph();
  for (let node = 0; node < size; node += 1) graph.addNode(node);
  for (const { a, b, weights } of edges) graph.addEdge(a, b, { weight: Math.max(...Object.values(weights)) });
  const ranks = centrality.pagerank(graph, { getEdgeWeight: 'weight' });
  const bridges = centrality.betweenness(graph, { getEdgeWeight: null });
  return {
    pageRank: Array.from({ length: size }, (_, node) => ranks[String(node)] ?? 0),
    betweenness: Array.from({ length: size }, (_, node) => bridges[String(node)] ?? 0),
  };
}
