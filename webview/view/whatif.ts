import { html, nothing } from 'lit';

import { failureWords, shown, t } from '../../src/base/language.ts';
import { isJudgedByChance } from '../../src/contract/answer-words.ts';
import { score, statusWords } from './format.ts';
import { icon, spanName } from './parts.ts';
import type { AuditView, Part } from './types.ts';

/** Take evidence away and see at once what is left. */
export function whatIf(view: AuditView): Part {
  const minimal = view.audit.report.evidence?.minimal ?? [];
  if (minimal.length === 0 || view.audit.phase !== 'done') return nothing;
  const removed = new Set(view.audit.whatIf?.removed);
  return html`<div class="what-if" role="group" aria-labelledby="what-if-label">
    <span id="what-if-label" class="what-if-label">${t('What if only these hold')}</span>
    <span class="what-if-boxes"
      >${minimal.map(
        (entry) =>
          html`<vscode-checkbox
            class="counts"
            label=${String(entry.marker)}
            aria-label=${t('Evidence {0} holds', entry.marker)}
            .checked=${!removed.has(entry.spanId)}
            @change=${() => {
              view.act.toggleSpan(entry.spanId);
            }}
          ></vscode-checkbox>`,
      )}</span
    >
    <p class="what-if-result" id="what-if-result" role="status">${result(view)}</p>
  </div>`;
}

function result(view: AuditView): Part {
  const state = view.audit.whatIf;
  if (state === null) return nothing;
  switch (state.state) {
    case 'busy':
      return html`${icon('loading', 'codicon-modifier-spin')}${t('Checking what is left…')}`;
    case 'failed':
      return html`${icon('error')}${failureWords(state.error)}`;
    case 'ready': {
      const { result: left } = state;
      const words = statusWords(left.status, view.audit.kind);
      const without = state.removed.map((spanId) => spanName(view, spanId)).join(', ');
      return html`<span class="dim">${t('Without {0}:', without)} </span
        ><span class="status status-${left.status}">${icon(words.icon)}${words.text}</span>
        ${isJudgedByChance(view.audit.report) ? nothing : html`<span>(${t('quality {0}', score(left.terms.calibrated))})</span>`}
        <span class="block">${shown(left.reason)}</span>
        ${left.alternative === null || left.alternative.length === 0 ? nothing : html`<span class="block">${t('Still stands on {0}.', left.alternative.map((spanId) => spanName(view, spanId)).join(', '))}</span>`}
        ${left.missing.length === 0 ? nothing : html`<span class="block">${t('Missing: {0}.', left.missing.map((entry) => entry.text.replace(/[.;\s]+$/u, '')).join('; '))}</span>`}`;
    }
  }
}
