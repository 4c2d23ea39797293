import type { CausalEdge, CausalPath, CausalPolarity, Confounder } from '../contract/causal.ts';
import type { WorkspaceGraph } from './graph.ts';

export interface PathLimits {
  /** Steps of a path at most. */
  readonly depth: number;
  readonly paths: number;
}

export const pathLimits: PathLimits = { depth: 6, paths: 24 };
/** Partial paths looked at: graphs of real folders are sparse, and a bound keeps the others quick. */
const mostSteps = 20_000;

/** Every way to an event from those that no sentence gives a cause for, at most `depth` steps long, without repetition. */
export function pathsTo(graph: WorkspaceGraph, outcome: string, { depth }: PathLimits = pathLimits): string[][] {
  return walk(graph, outcome, depth, (node) => graph.stated.inNeighbors(node)).map((path) => [...path].reverse());
}

/** What sentences say made an event worse. */
export function worsening(graph: WorkspaceGraph, outcome: string): CausalEdge[] {
  return [...graph.edges.values()].filter(({ effect, polarity, denied }) => effect === outcome && polarity === 'worsens' && !denied);
}

/** Every way to what made an event worse, and on to the event. */
export function pathsToWorse(graph: WorkspaceGraph, outcome: string): string[][] {
  return worsening(graph, outcome).flatMap(({ cause }) => {
    const before = pathsTo(graph, cause).filter((path) => !path.includes(outcome));
    return (before.length === 0 ? [[cause]] : before).map((path) => [...path, outcome]);
  });
}

/** Every way from an event to those that no sentence gives an effect for. */
export function pathsFrom(graph: WorkspaceGraph, cause: string, { depth }: PathLimits = pathLimits): string[][] {
  return walk(graph, cause, depth, (node) => graph.stated.outNeighbors(node));
}

function walk(graph: WorkspaceGraph, start: string, depth: number, next: (node: string) => string[]): string[][] {
  if (!graph.stated.hasNode(start)) return [];
  const found: string[][] = [];
  const open: string[][] = [[start]];
  for (let steps = 0; open.length > 0 && steps < mostSteps; steps += 1) {
    const path = open.shift() ?? [];
    const further =
      path.length > depth
        ? []
        : next(path.at(-1) ?? start)
            .filter((node) => !path.includes(node))
            .sort();
    if (further.length === 0) {
      if (path.length > 1) found.push(path);
    } else for (const node of further) open.push([...path, node]);
  }
  return found;
}

/** A way with its edges and what it says as a whole. Between two events the surest edge is taken. */
export function toPath(graph: WorkspaceGraph, nodes: readonly string[], relevance: number): CausalPath {
  const edges = nodes.slice(1).flatMap((to, place) => {
    const from = nodes[place] ?? '';
    const ids = graph.stated.hasEdge(from, to)
      ? graph.stated.getEdgeAttribute(from, to, 'ids')
      : worsening(graph, to)
          .filter(({ cause }) => cause === from)
          .map(({ id }) => id);
    const best = ids.map((id) => graph.edges.get(id)).sort((a, b) => (b?.confidence ?? 0) - (a?.confidence ?? 0))[0];
    return best ?? [];
  });
  const confidence = edges.reduce((product, edge) => product * edge.confidence, 1);
  const prevents = edges.filter(({ polarity }) => polarity === 'prevents').length % 2 === 1;
  const polarity: CausalPolarity = edges.some((edge) => edge.polarity === 'worsens') ? 'worsens' : prevents ? 'prevents' : 'causes';
  return {
    nodes: [...nodes],
    edges: edges.map(({ id }) => id),
    polarity,
    mediators: nodes.slice(1, -1),
    relevance,
    confidence,
    score: relevance * confidence,
  };
}

/** Best first; ties by fewer steps, then by name, so that the order never changes. */
export function ranked(paths: readonly CausalPath[], limits: PathLimits = pathLimits): CausalPath[] {
  return [...paths]
    .sort((a, b) => b.score - a.score || a.edges.length - b.edges.length || (a.nodes.join() < b.nodes.join() ? -1 : 1))
    .slice(0, limits.paths);
}

/** Common causes of two events on the paths that reach them by different edges. */
export function confoundersOf(graph: WorkspaceGraph, nodes: readonly string[], limits: PathLimits = pathLimits): Confounder[] {
  const found: Confounder[] = [];
  const list = [...new Set(nodes)];
  for (const node of list) {
    const effects = graph.stated.hasNode(node)
      ? graph.stated
          .outNeighbors(node)
          .filter((effect) => list.includes(effect))
          .sort()
      : [];
    for (const [place, first] of effects.entries())
      for (const second of effects.slice(place + 1)) {
        const edges = [first, second].flatMap((effect) => graph.stated.getEdgeAttribute(node, effect, 'ids'));
        found.push({ node, of: [first, second], edges });
      }
  }
  return found.slice(0, limits.paths);
}
