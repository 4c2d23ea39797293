import { html, nothing, svg, type SVGTemplateResult } from 'lit';

import { t } from '../../src/base/language.ts';
import type { CausalEdge, CausalGraph, CausalNode } from '../../src/contract/causal.ts';
import type { Citation } from '../../src/contract/citation.ts';
import { oneLine, place as placeOf } from '../view/format.ts';
import type { Part } from '../view/types.ts';
import { place, type PlacedEdge, type PlacedNode } from './layout.ts';
import { seenLine } from '../../src/contract/seen-quote.ts';

export interface DrawingOptions {
  readonly direction: 'down' | 'right';
  /** Opens the sentence that states an edge, or that names an event. */
  readonly open: (citation: Citation, beside: boolean) => void;
}

/**
 * A causal graph as a picture. Every event and every link can be reached by the keyboard and opens its sentence; what a link says is in its name,
 * its line (whole: causes, long dashes: makes worse, dashed: prevents, dotted and crossed: denied) and never in its colour alone.
 */
export function drawing(graph: CausalGraph, options: DrawingOptions): Part {
  const placed = place(graph, options.direction);
  const label = (id: string): string => graph.nodes.find((node) => node.id === id)?.label ?? '';
  return html`<div class="causal-scroll scroll" tabindex="0" role="region" aria-label=${t('Causal graph')}>
      <svg
        class="causal"
        role="group"
        aria-label=${t('{0} events, {1} links', graph.nodes.length, graph.edges.length)}
        width=${placed.width}
        height=${placed.height}
        viewBox=${`0 0 ${String(placed.width)} ${String(placed.height)}`}
      >
        <defs>
          <marker id="causal-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
            <path d="M0 0 L10 5 L0 10 z" class="causal-head"></path>
          </marker>
          <marker id="causal-bar" viewBox="0 0 6 12" refX="4" refY="6" markerWidth="7" markerHeight="10" orient="auto">
            <path d="M4 0 L4 12" class="causal-stop"></path>
          </marker>
        </defs>
        ${placed.edges.map((edge) => drawnEdge(edge, graph, label, options))} ${placed.nodes.map((node) => drawnNode(node, graph, options))}
      </svg>
    </div>
    <p class="hint causal-legend">
      ${t('Arrow: causes. Long dashes: makes worse. Dashed with a bar: prevents or lowers. Dotted: a sentence denies it. Choose a link to read its sentence.')}
    </p>`;
}

function drawnNode(placed: PlacedNode, graph: CausalGraph, { open }: DrawingOptions): SVGTemplateResult | typeof nothing {
  const node = graph.nodes.find(({ id }) => id === placed.id);
  const mention = node?.mentions[0];
  if (node === undefined || mention === undefined) return nothing;
  const { x, y, width, height, lines } = placed;
  const first = y + height / 2 - ((lines.length - 1) * 16) / 2;
  return svg`<g
    class="causal-node"
    role="button"
    tabindex="0"
    aria-label=${t('Event: {0}. Open {1}', described(node), placeOf(mention.citation))}
    @click=${(event: MouseEvent) => {
      open(mention.citation, event.ctrlKey || event.metaKey || event.altKey);
    }}
    @keydown=${(event: KeyboardEvent) => {
      onKey(event, mention.citation, open);
    }}
  >
    <title>${described(node)}</title>
    <rect x=${x} y=${y} width=${width} height=${height} rx="4"></rect>
    ${lines.map((line, at) => svg`<text x=${x + width / 2} y=${first + at * 16} dy="0.35em" text-anchor="middle">${line}</text>`)}
  </g>`;
}

function drawnEdge(
  placed: PlacedEdge,
  graph: CausalGraph,
  label: (id: string) => string,
  { open }: DrawingOptions,
): SVGTemplateResult | typeof nothing {
  const edge = graph.edges.find(({ id }) => id === placed.id);
  const statement = edge?.statements[0];
  if (edge === undefined || statement === undefined) return nothing;
  const name = linkWords(edge, oneLine(label(edge.cause)), oneLine(label(edge.effect)));
  const kind = edge.denied ? 'denied' : edge.polarity;
  return svg`<g
    class=${`causal-edge causal-${kind}`}
    role="link"
    tabindex="0"
    aria-label=${t('{0}. “{1}” Open {2}', name, seenLine(statement.citation), placeOf(statement.citation))}
    @click=${(event: MouseEvent) => {
      open(statement.citation, event.ctrlKey || event.metaKey || event.altKey);
    }}
    @keydown=${(event: KeyboardEvent) => {
      onKey(event, statement.citation, open);
    }}
  >
    <title>${`${name}\n“${seenLine(statement.citation)}”\n${placeOf(statement.citation)}`}</title>
    <path class="causal-reach" d=${placed.path}></path>
    <path class="causal-line" d=${placed.path} marker-end=${kind === 'prevents' ? 'url(#causal-bar)' : 'url(#causal-arrow)'}></path>
  </g>`;
}

function onKey(event: KeyboardEvent, citation: Citation, open: DrawingOptions['open']): void {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  open(citation, event.shiftKey);
}

/** A link in words. */
export function linkWords({ denied, polarity, together, statements }: CausalEdge, cause: string, effect: string): string {
  const hedged = statements.every(({ certainty }) => certainty === 'hedged');
  if (polarity === 'causes') {
    if (denied) return t('{0} is denied to cause {1}', cause, effect);
    if (together !== null)
      return hedged
        ? t('{0} may be what causes, together with others, {1}', cause, effect)
        : t('{0} causes, together with others, {1}', cause, effect);
    return hedged ? t('{0} may be what causes {1}', cause, effect) : t('{0} causes {1}', cause, effect);
  }
  if (polarity === 'worsens') {
    if (denied) return t('{0} is denied to make {1} worse', cause, effect);
    return hedged ? t('{0} may have made {1} worse', cause, effect) : t('{0} makes {1} worse', cause, effect);
  }
  if (denied) return t('{0} is denied to prevent {1}', cause, effect);
  if (together !== null)
    return hedged
      ? t('{0} may be what prevents or lowers, together with others, {1}', cause, effect)
      : t('{0} prevents or lowers, together with others, {1}', cause, effect);
  return hedged ? t('{0} may be what prevents or lowers {1}', cause, effect) : t('{0} prevents or lowers {1}', cause, effect);
}

function described({ label, mentions }: CausalNode): string {
  return mentions.length > 1 ? t('{0} (named {1} times)', oneLine(label), mentions.length) : oneLine(label);
}
