import type { CausalAnswer, CausalPath } from '../contract/causal.ts';
import { partOf, type WorkspaceGraph } from './graph.ts';
import { intervene, oppositesOf } from './interventions.ts';
import { type MatchedEvent, matchEvents } from './match.ts';
import { confoundersOf, pathLimits, pathsFrom, pathsTo, pathsToWorse, ranked, toPath } from './paths.ts';
import { asksOfWorsening, type ParsedQuery } from './query.ts';

const mostInterventions = 16;
/** They say what is asked of the event and are no part of it. */
const worseWords = /\b(?:(?:much |even )?worse|worsen\w*|aggravat\w*|exacerbat\w*|compounded|intensified)\b/giu;

/**
 * The causal part of a report: events matched with the question, paths between them, and what becomes of the outcome when each cause is
 * removed. null where no event of the graph is the one that is asked about.
 */
export function answerCausally(
  query: ParsedQuery,
  graph: WorkspaceGraph,
  admitted: (path: string) => boolean = () => true,
): CausalAnswer | null {
  const worse = query.kind === 'causes' && query.outcome !== null && asksOfWorsening(query.outcome);
  const asked = worse && query.outcome !== null ? query.outcome.replaceAll(worseWords, ' ').trim() : query.outcome;
  const outcomes = asked === null || asked === '' ? [] : matchEvents(asked, graph, admitted);
  let causes = query.cause === null ? [] : matchEvents(query.cause, graph, admitted);
  // "What happens without the guard?" asks of the opposite where the documents speak of it, and else of the thing itself.
  if (query.kind === 'effects' && query.opposite) {
    const opposites = causes.flatMap(({ id, score }) => oppositesOf(graph, id).map((opposite) => ({ id: opposite, score })));
    if (opposites.length > 0) causes = opposites;
  }
  const found =
    query.kind === 'effects'
      ? forward(graph, causes)
      : backward(graph, outcomes, query.cause === null ? [] : causes, worse ? pathsToWorse : pathsTo);
  const paths = ranked(found);
  const ends = query.kind === 'effects' ? [...new Set(paths.map(({ nodes }) => nodes.at(-1) ?? ''))] : outcomes.map(({ id }) => id);
  const interventions = ends
    .flatMap((outcome) => tried(graph, outcome, paths, causes).map((cause) => intervene(graph, cause, outcome, paths)))
    .slice(0, mostInterventions);
  if (paths.length === 0 && interventions.length === 0) return null;
  const nodes = [
    ...paths.flatMap((path) => path.nodes),
    ...interventions.flatMap(({ cause, outcome, oppositeNodes, simulated }) => [cause, outcome, ...oppositeNodes, ...simulated]),
  ];
  // What explains why two events go together matters where one of them is the outcome.
  const confounders = confoundersOf(graph, nodes).filter(({ of }) => of.some((node) => ends.includes(node)));
  const edges = [
    ...paths.flatMap((path) => path.edges),
    ...confounders.flatMap((confounder) => confounder.edges),
    ...between(graph, nodes),
  ];
  return {
    query: { ...query, causeNodes: causes.map(({ id }) => id), outcomeNodes: outcomes.map(({ id }) => id) },
    graph: partOf(graph, nodes, edges),
    paths,
    confounders,
    interventions,
    depth: pathLimits.depth,
    nodes: graph.nodes.size,
    edges: graph.edges.size,
  };
}

/** Ways to the outcomes; those through the cause that is asked about count most. */
function backward(
  graph: WorkspaceGraph,
  outcomes: readonly MatchedEvent[],
  causes: readonly MatchedEvent[],
  waysTo: (graph: WorkspaceGraph, outcome: string) => string[][],
): CausalPath[] {
  const asked = new Map(causes.map(({ id, score }) => [id, score]));
  return outcomes.flatMap(({ id, score }) =>
    waysTo(graph, id).map((nodes) => {
      const through = Math.max(0, ...nodes.map((node) => asked.get(node) ?? 0));
      return toPath(graph, nodes, asked.size === 0 ? score : score * (0.5 + 0.5 * through));
    }),
  );
}

function forward(graph: WorkspaceGraph, causes: readonly MatchedEvent[]): CausalPath[] {
  return causes.flatMap(({ id, score }) => pathsFrom(graph, id).map((nodes) => toPath(graph, nodes, score)));
}

/** Causes to remove: all on paths to the outcome, what a sentence denies, what the question names, and what shares a cause with the outcome. */
function tried(graph: WorkspaceGraph, outcome: string, paths: readonly CausalPath[], causes: readonly MatchedEvent[]): string[] {
  const leading = paths
    .filter(({ nodes, polarity }) => polarity === 'causes' && nodes.includes(outcome))
    .flatMap(({ nodes }) => nodes.slice(0, nodes.indexOf(outcome)));
  const steps = new Set([outcome, ...leading]);
  const denied = [...graph.edges.values()]
    .filter((edge) => edge.denied && steps.has(edge.effect) && (edge.effect === outcome || !steps.has(edge.cause)))
    .map(({ cause }) => cause);
  const siblings = [...new Set(leading)]
    .flatMap((node) => graph.stated.outNeighbors(node))
    .filter((node) => node !== outcome && !leading.includes(node) && !isBehind(graph, outcome, node));
  const named = causes.map(({ id }) => id).filter((id) => id !== outcome && (leading.includes(id) || siblings.includes(id)));
  return [...new Set([...named, ...leading.reverse(), ...denied, ...siblings.sort()])];
}

/** Is the node an effect of the outcome? Then nothing is learnt by removing it. */
function isBehind(graph: WorkspaceGraph, outcome: string, node: string): boolean {
  return pathsFrom(graph, outcome).some((path) => path.includes(node));
}

/** All edges among the nodes, those that a sentence denies too, so that the graph that is shown hides none of them. */
function between(graph: WorkspaceGraph, nodes: readonly string[]): string[] {
  const shown = new Set(nodes);
  return [...graph.edges.values()].filter(({ cause, effect }) => shown.has(cause) && shown.has(effect)).map(({ id }) => id);
}
