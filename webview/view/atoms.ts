import { html, nothing } from 'lit';

import { atomKindName } from '../../src/contract/words.ts';
import { t } from '../../src/base/language.ts';
import type { ClaimAtom } from '../../src/contract/atoms.ts';
import type { Claim } from '../../src/contract/report.ts';
import { icon } from './parts.ts';
import type { AuditView, Part } from './types.ts';

const states = {
  said: { icon: 'check', words: () => t('said by the evidence') },
  denied: { icon: 'close', words: () => t('denied by the evidence') },
  unsaid: { icon: 'question', words: () => t('not said by any one sentence that was found') },
} as const;

/** The parts of a checked claim with a mark each: what is said leads to the sentence that says it. */
export function atoms(view: AuditView, { atoms: parts }: Claim): Part {
  if (parts === undefined || parts.length === 0) return nothing;
  return html`<ul class="atoms" aria-label=${t('Parts of the claim')}>
    ${parts.map((atom) => html`<li class="atom-${atom.state}" title=${hint(view, atom)}>${icon(states[atom.state].icon)}<span dir="auto">${atom.text}</span></li>`)}
  </ul>`;
}

function hint(view: AuditView, { kind, state, spanId, words }: ClaimAtom): string {
  const quote = view.audit.report.evidence?.pool.find((candidate) => candidate.spanId === spanId)?.citation.quote ?? '';
  const said = words.map(([start, end]) => quote.slice(start, end)).join(', ');
  return `${atomKindName(kind)}: ${states[state].words()}${said === '' ? '' : ` (${said})`}`;
}
