import { say } from '../base/language.ts';
import type { CausalPath, CausalVerdict, Intervention } from '../contract/causal.ts';
import { type EventReading, oppositeEvents } from './event.ts';
import type { WorkspaceGraph } from './graph.ts';
import { pathsFrom } from './paths.ts';
import { vocabularyOf } from './vocabulary.ts';

/**
 * Which events are left when one is set to its opposite (CC-RAG sec. 4.4): an event with stated causes falls when each of them has fallen, when
 * one of several that act only together has, or one that a sentence calls necessary. Events without stated causes stay.
 */
export function withoutEvent(graph: WorkspaceGraph, removed: string): ReadonlySet<string> {
  const fallen = new Set([removed]);
  const open = [removed];
  while (open.length > 0) {
    const node = open.shift() ?? '';
    for (const effect of graph.stated.outNeighbors(node).sort()) {
      if (fallen.has(effect) || !falls(graph, effect, fallen)) continue;
      fallen.add(effect);
      open.push(effect);
    }
  }
  return fallen;
}

function falls(graph: WorkspaceGraph, effect: string, fallen: ReadonlySet<string>): boolean {
  const edges = graph.stated
    .inNeighbors(effect)
    .flatMap((cause) => graph.stated.getEdgeAttribute(cause, effect, 'ids'))
    .flatMap((id) => graph.edges.get(id) ?? [])
    .filter(({ polarity }) => polarity === 'causes');
  const says = (id: string, what: 'necessary' | 'dispensable'): boolean => graph.says.get(id)?.[what] === true;
  if (edges.some(({ id, cause }) => fallen.has(cause) && says(id, 'necessary'))) return true;
  if (edges.some(({ id, cause }) => fallen.has(cause) && says(id, 'dispensable'))) return false;
  const broken = new Set(edges.filter(({ cause, together }) => together !== null && fallen.has(cause)).map(({ together }) => together));
  return edges.length > 0 && edges.every(({ cause, together }) => fallen.has(cause) || (together !== null && broken.has(together)));
}

/** Events of the graph that are the opposite of one: the same words denied, moving the other way, or with one word turned round. */
export function oppositesOf(graph: WorkspaceGraph, node: string): string[] {
  const own = graph.readings.get(node) ?? [];
  const near = vocabularyOf(graph).eventsWith(
    own.flatMap(({ words }) => words),
    1,
  );
  return [...near]
    .map((id): [string, readonly EventReading[]] => [id, graph.readings.get(id) ?? []])
    .filter(([id, readings]) => id !== node && readings.some((other) => own.some((reading) => oppositeEvents(reading, other))))
    .map(([id]) => id)
    .sort();
}

/** The logical opposite in words. */
export function oppositeInWords(label: string, negated: boolean): string {
  return negated ? `not the case: "${label}"` : `no "${label}"`;
}

/** Removes one cause and looks whether the outcome is still reached. @param paths all that the answer holds, in its order */
export function intervene(graph: WorkspaceGraph, cause: string, outcome: string, paths: readonly CausalPath[]): Intervention {
  const restsOn = paths.flatMap(({ nodes, polarity }, place) => (polarity === 'causes' && leads(nodes, cause, outcome) ? [place] : []));
  const fallen = withoutEvent(graph, cause);
  const remaining = paths.flatMap(({ nodes, edges, polarity }, place) =>
    polarity === 'causes' &&
    nodes.at(-1) === outcome &&
    !nodes.includes(cause) &&
    nodes.every((node) => !fallen.has(node)) &&
    !isBroken(graph, edges, fallen)
      ? [place]
      : [],
  );
  const oppositeNodes = oppositesOf(graph, cause);
  const simulated = [...new Set(oppositeNodes.flatMap((node) => pathsFrom(graph, node).flatMap((path) => path.slice(1))))].sort();
  const denied = [...graph.edges.values()].filter(
    (edge) => edge.denied && edge.polarity === 'causes' && edge.cause === cause && edge.effect === outcome,
  );
  const node = graph.nodes.get(cause);
  const common = {
    cause,
    outcome,
    opposite: oppositeInWords(node?.label ?? '', node?.negated ?? false),
    oppositeNodes,
    simulated,
    restsOn,
    remaining,
  };
  const told = (verdict: CausalVerdict, reason: string): Intervention => ({ ...common, verdict, reason });
  const supposed = restsOn.every((place) => isHedged(graph, paths[place]));
  if (denied.length > 0 && restsOn.length > 0 && !supposed)
    return told('unknown', say`One sentence states this link and another denies it.`);
  if (denied.length > 0) return told('correlated', say`A sentence denies that it was a cause.`);
  const steps = new Set(
    paths.flatMap(({ nodes, polarity }) =>
      polarity === 'causes' && nodes.includes(outcome) ? nodes.slice(0, nodes.indexOf(outcome)) : [],
    ),
  );
  if (restsOn.length === 0 && [...graph.edges.values()].some((edge) => edge.denied && edge.cause === cause && steps.has(edge.effect)))
    return told('correlated', say`A sentence denies that it led to a step on the way.`);
  if (restsOn.length === 0) return told('correlated', say`No sentence leads from it to the outcome; both have a common cause.`);
  if (simulated.includes(outcome)) return told('one-of-several', say`The sentences lead from its opposite to the same outcome.`);
  if (supposed) return told('unknown', say`The sentences only say that it may have been a cause.`);
  if (fallen.has(outcome)) return told('necessary', say`Without it the sentences leave no path to the outcome.`);
  return told(
    'one-of-several',
    remaining.length > 0
      ? say`Without it another stated path reaches the outcome.`
      : say`A sentence says that the outcome would have come without it.`,
  );
}

function leads(nodes: readonly string[], cause: string, outcome: string): boolean {
  const at = nodes.indexOf(cause);
  return at >= 0 && at < nodes.indexOf(outcome);
}

function isBroken(graph: WorkspaceGraph, edges: readonly string[], fallen: ReadonlySet<string>): boolean {
  return edges.some((id) => {
    const together = graph.edges.get(id)?.together ?? null;
    return together !== null && [...graph.edges.values()].some((other) => other.together === together && fallen.has(other.cause));
  });
}

function isHedged(graph: WorkspaceGraph, path: CausalPath | undefined): boolean {
  return path?.edges.some((id) => graph.edges.get(id)?.statements.every(({ certainty }) => certainty === 'hedged') === true) === true;
}
