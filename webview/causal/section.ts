import { html, nothing } from 'lit';

import { plural, shown, t } from '../../src/base/language.ts';
import type { CausalAnswer, CausalVerdict, Intervention } from '../../src/contract/causal.ts';
import { oneLine } from '../view/format.ts';
import { icon, placeLink, section } from '../view/parts.ts';
import type { AuditView, Part } from '../view/types.ts';
import { drawing } from './drawing.ts';

const verdicts: Record<CausalVerdict, { readonly text: () => string; readonly icon: string }> = {
  necessary: { text: () => t('necessary'), icon: 'pass' },
  'one-of-several': { text: () => t('one of several'), icon: 'git-merge' },
  correlated: { text: () => t('correlated only'), icon: 'circle-slash' },
  unknown: { text: () => t('unknown'), icon: 'question' },
};

/** The causal graph of a question, and what becomes of the outcome without each cause. */
export function causalSections(view: AuditView): Part {
  const { causal } = view.audit.report;
  if (causal === null || causal === undefined) return nothing;
  return html`${section(view, { id: 'causal', title: t('Causal graph'), note: plural(causal.paths.length, '{0} path', '{0} paths') }, () =>
    drawing(causal.graph, {
      direction: 'down',
      open: (citation, beside) => {
        view.act.send({ type: 'openCitation', citation, beside });
      },
    }),
  )}
  ${
    causal.interventions.length === 0
      ? nothing
      : section(view, { id: 'interventions', title: t('Without each cause'), note: String(causal.interventions.length) }, () =>
          interventionTable(view, causal),
        )
  }`;
}

function interventionTable(view: AuditView, causal: CausalAnswer): Part {
  const label = (id: string): string => oneLine(causal.graph.nodes.find((node) => node.id === id)?.label ?? '');
  return html`<table class="grid interventions">
    <caption>
      ${t('Each cause is replaced by its opposite, and its effects are followed over what the sentences state')}
    </caption>
    <thead>
      <tr>
        <th scope="col">${t('Cause')}</th>
        <th scope="col">${t('Verdict')}</th>
      </tr>
    </thead>
    <tbody>
      ${causal.interventions.map(
        (intervention) =>
          html`<tr>
            <th scope="row">
              <span dir="auto">${label(intervention.cause)}</span
              ><span class="block dim" dir="auto">${t('of {0}', label(intervention.outcome))}</span>
            </th>
            <td>
              <span class=${`verdict-${intervention.verdict}`}
                >${icon(verdicts[intervention.verdict].icon)}${verdicts[intervention.verdict].text()}</span
              >
              <span class="block dim">${shown(intervention.reason)}</span>${restsOn(view, causal, intervention)}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The sentences of the paths that a verdict rests on. */
function restsOn(view: AuditView, { paths, graph }: CausalAnswer, { restsOn: own, remaining }: Intervention): Part {
  const sentences = (places: readonly number[]): Part[] => {
    const ids = new Set(places.flatMap((place) => paths[place]?.edges ?? []));
    const citations = new Map(
      graph.edges
        .filter(({ id }) => ids.has(id))
        .flatMap(({ statements }) => statements.slice(0, 1).map(({ spanId, citation }) => [spanId, citation])),
    );
    return [...citations.values()].map((citation) => placeLink(view, citation));
  };
  const through = sentences(own);
  const without = sentences(remaining);
  return html`${through.length === 0 ? nothing : html`<span class="block">${t('Through it:')} ${join(through)}</span>`}${without.length === 0 ? nothing : html`<span class="block">${t('Without it:')} ${join(without)}</span>`}`;
}

function join(parts: readonly Part[]): Part[] {
  return parts.map((part, at) => html`${at === 0 ? nothing : ', '}${part}`);
}
