import { withoutControls } from './controls.ts';
import type { CausalGraph } from './causal.ts';

const keys = [
  ['label', 'node', 'string'],
  ['negated', 'node', 'boolean'],
  ['trend', 'node', 'string'],
  ['polarity', 'edge', 'string'],
  ['denied', 'edge', 'boolean'],
  ['confidence', 'edge', 'double'],
  ['sentences', 'edge', 'string'],
  ['places', 'edge', 'string'],
] as const;

/** A causal graph as GraphML (http://graphml.graphdrawing.org), for other programs: every edge carries its sentences and where they stand. */
export function toGraphml({ nodes, edges }: CausalGraph): string {
  const data = (key: string, value: string | number | boolean): string => `      <data key="${key}">${escape(String(value))}</data>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys.map(([name, of, type]) => `  <key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`),
    '  <graph id="causes" edgedefault="directed">',
    ...nodes.flatMap(({ id, label, negated, trend }) => [
      `    <node id="${escape(id)}">`,
      data('label', label),
      data('negated', negated),
      data('trend', trend),
      '    </node>',
    ]),
    ...edges.flatMap(({ id, cause, effect, polarity, denied, confidence, statements }) => [
      `    <edge id="${escape(id)}" source="${escape(cause)}" target="${escape(effect)}">`,
      data('polarity', polarity),
      data('denied', denied),
      data('confidence', Number(confidence.toFixed(4))),
      data('sentences', statements.map(({ citation }) => citation.quote.replaceAll(/\s+/g, ' ')).join('\n')),
      data('places', statements.map(({ citation }) => `${citation.path}:${String(citation.line)}`).join('\n')),
      '    </edge>',
    ]),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

/** Characters that XML does not know are left out. */
function escape(text: string): string {
  return withoutControls(text, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
