import { type CausalAnswer, causalArrows, type CausalPath } from '../contract/causal.ts';
import type { Citation } from '../contract/citation.ts';
import { oneLine } from './words.ts';

/** A chain of causes that the documents state, and the sentence that states each of its steps. */
export interface OutlinedCause {
  /** "A → B ⊣ C": → causes, ⊣ prevents, ↗ makes worse. */
  readonly chain: string;
  readonly steps: readonly { readonly citation: Citation; readonly isHedged: boolean }[];
}

/** Chains that are shown, best first. */
const mostChains = 3;

export function outlinedCauses(causal: CausalAnswer | null): OutlinedCause[] {
  if (causal === null) return [];
  return causal.paths.slice(0, mostChains).map((path) => ({
    chain: chainOf(causal, path),
    steps: path.edges.flatMap((id) => {
      const statement = causal.graph.edges.find((edge) => edge.id === id)?.statements[0];
      return statement === undefined ? [] : [{ citation: statement.citation, isHedged: statement.certainty === 'hedged' }];
    }),
  }));
}

function chainOf({ graph }: CausalAnswer, { nodes, edges }: CausalPath): string {
  const label = (id: string): string => oneLine(graph.nodes.find((node) => node.id === id)?.label ?? id);
  return nodes
    .map((node, index) => {
      const polarity = graph.edges.find(({ id }) => id === edges[index - 1])?.polarity;
      return index === 0 ? label(node) : ` ${causalArrows[polarity ?? 'causes']} ${label(node)}`;
    })
    .join('');
}
