import type { CausalAnswer, CausalPath, CausalStatement } from '../contract/causal.ts';

/** A way that the answer shows, as the sentences that state its steps. */
export interface Mechanism {
  /** In causal order, each once. */
  readonly statements: readonly CausalStatement[];
  /** Of the path that it states. */
  readonly score: number;
}

const mostPaths = 4;
const mostSentences = 8;

/** The surest sentence for each step of the paths that answer, best path first; of an answer without paths the sentences that deny the link. */
export function mechanisms({ query, graph, paths, interventions }: CausalAnswer): Mechanism[] {
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const [best] = paths;
  if (best === undefined) {
    const denied = graph.edges.filter(
      (edge) => edge.denied && interventions.some(({ cause, outcome }) => edge.cause === cause && edge.effect === outcome),
    );
    return denied.map(({ statements }) => ({ statements: statements.slice(0, 1), score: 0 }));
  }
  // Ways to one outcome, or from one cause, are one explanation; those of another event of the same name are not.
  const end = (path: CausalPath): string | undefined => (query.kind === 'effects' ? path.nodes[0] : path.nodes.at(-1));
  const told = paths
    .filter((path) => end(path) === end(best))
    .map((path) => ({
      ...path,
      edges: fromCause(path, query.causeNodes),
      through: path.nodes.some((node) => query.causeNodes.includes(node)),
    }));
  const asked = query.kind === 'link' || query.kind === 'necessity';
  // Whether it would have come about all the same is for the other ways to say, after the one that is asked about.
  const ordered = asked ? [...told.filter(({ through }) => through), ...told.filter(({ through }) => !through)] : told;
  return ordered
    .slice(0, mostPaths)
    .map(({ edges: ids, score }) => ({ statements: ids.flatMap((id) => surest(edges.get(id)?.statements ?? [])), score }))
    .filter(({ statements }, place, all) => {
      const ids = statements.map(({ spanId }) => spanId).join();
      return all.findIndex((other) => other.statements.map(({ spanId }) => spanId).join() === ids) === place;
    });
}

/** The steps from the cause that is asked about on: what brought the cause about is no part of whether it was one. */
function fromCause({ nodes, edges }: CausalPath, causes: readonly string[]): readonly string[] {
  const at = nodes.findIndex((node) => causes.includes(node));
  return at <= 0 || at >= edges.length ? edges : edges.slice(at);
}

function surest(statements: readonly CausalStatement[]): CausalStatement[] {
  return [...statements].sort((a, b) => b.confidence - a.confidence || (a.spanId < b.spanId ? -1 : 1)).slice(0, 1);
}

/** The sentences of all mechanisms in the order in which they are told, each once, and no more than a person reads. */
export function toldSentences(all: readonly Mechanism[]): CausalStatement[] {
  const told = new Map<string, CausalStatement>();
  for (const { statements } of all)
    for (const statement of statements) if (!told.has(statement.spanId)) told.set(statement.spanId, statement);
  return [...told.values()].slice(0, mostSentences);
}
