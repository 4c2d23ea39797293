import { Graph, layout } from '@dagrejs/dagre';

import type { CausalGraph } from '../../src/contract/causal.ts';

export interface PlacedNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

export interface PlacedEdge {
  readonly id: string;
  /** An SVG path from the cause's border to the effect's. */
  readonly path: string;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** Characters of a line, and lines of a box: longer labels are cut, and read whole by hovering or by a screen reader. */
const lineLength = 26;
const mostLines = 3;
const lineHeight = 16;
const characterWidth = 6.8;
const padding = 10;

/** Places events in layers from causes to effects. Numbers are user units of the drawing. */
export function place({ nodes, edges }: CausalGraph, direction: 'down' | 'right'): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction === 'down' ? 'TB' : 'LR', nodesep: 18, ranksep: 38, edgesep: 12, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  const lines = new Map(nodes.map(({ id, label }) => [id, wrap(label)]));
  for (const { id } of nodes) {
    const own = lines.get(id) ?? [];
    const longest = Math.max(6, ...own.map((line) => line.length));
    graph.setNode(id, { width: longest * characterWidth + 2 * padding, height: own.length * lineHeight + padding });
  }
  for (const { id, cause, effect } of edges) graph.setEdge(cause, effect, {}, id);
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  return {
    width: Math.ceil(size.width ?? 0),
    height: Math.ceil(size.height ?? 0),
    nodes: nodes.map(({ id }) => {
      const { x = 0, y = 0, width = 0, height = 0 } = graph.node(id) as { x?: number; y?: number; width?: number; height?: number };
      return { id, x: x - width / 2, y: y - height / 2, width, height, lines: lines.get(id) ?? [] };
    }),
    edges: edges.map(({ id, cause, effect }) => {
      const { points = [] } = graph.edge(cause, effect, id) as { points?: { x: number; y: number }[] };
      return { id, path: points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ') };
    }),
  };
}

function wrap(label: string): string[] {
  const lines: string[] = [''];
  for (const word of label.replaceAll(/\s+/g, ' ').trim().split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '' || last.length + word.length < lineLength) lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines.slice(0, mostLines).map((line) => (line.length > lineLength + 4 ? `${line.slice(0, lineLength + 3)}…` : line));
  return lines.length > mostLines ? [...shown.slice(0, -1), `${shown.at(-1) ?? ''}…`] : shown;
}
