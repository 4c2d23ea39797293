import { html, nothing } from 'lit';

import { plural, t } from '../../src/base/language.ts';
import { jointWords, toneWords } from '../../src/contract/claim-words.ts';
import type { SessionRow } from '../../src/contract/session-page.ts';
import { icon } from '../view/parts.ts';
import type { Part } from '../view/types.ts';
import { decidedIcon, toneIcon } from './look.ts';
import type { SessionPageView } from './types.ts';

/** The claims in the queue's order. */
export function claimList(view: SessionPageView): Part {
  const { rows, selected, order } = view.state;
  return html`<ul
    class="claims"
    role="listbox"
    tabindex="0"
    aria-label=${t('Claims')}
    aria-activedescendant=${selected === null ? nothing : `claim-${selected}`}
  >
    ${rows.map((row, at) => [
      order === 'section' && row.section !== rows[at - 1]?.section
        ? html`<li class="claim-section" role="presentation">${row.section === '' ? t('Without a heading') : row.section}</li>`
        : nothing,
      line(view, row, row.id === selected),
    ])}
  </ul>`;
}

function line(view: SessionPageView, row: SessionRow, selected: boolean): Part {
  const decided = row.verdict !== 'undecided';
  const words = decided && row.verdict !== 'split' ? t('Decided: {0}', jointWords(row.verdict)) : toneWords(row.tone);
  return html`<li
    id=${`claim-${row.id}`}
    class=${`claim tone-${row.tone} ${decided ? 'is-decided' : ''}`}
    role="option"
    data-claim=${row.id}
    title=${row.text}
    aria-selected=${selected ? 'true' : 'false'}
    @click=${() => {
      view.select(row.id);
    }}
    @dblclick=${() => {
      view.sendOfClaim({ type: 'openClaim', claimId: row.id });
    }}
  >
    ${icon(decided && row.verdict !== 'split' ? decidedIcon(row.tone) : toneIcon(row.tone), 'claim-icon')}
    <span class="claim-text" dir="auto">${row.text}</span>
    <span class="claim-facts"
      >${words} ·
      ${row.line === null ? t('lost') : t('line {0}', row.line)}${row.notes === 0 ? '' : ` · ${plural(row.notes, '{0} note', '{0} notes')}`}</span
    >
  </li>`;
}
