import { html, nothing } from 'lit';

import { dateAndTime, t } from '../../src/base/language.ts';
import type { SessionClaim } from '../../src/contract/session.ts';
import type { Part } from '../view/types.ts';
import type { SessionPageView } from './types.ts';

/** What reviewers noted, and the box for another note. */
export function notes(view: SessionPageView, claim: SessionClaim): Part {
  const write = (text: string): void => {
    if (text.trim() !== '') view.sendOfClaim({ type: 'note', claimId: claim.id, text: text.trim() });
    view.note(false);
  };
  const typed = (element: EventTarget | null): string =>
    element instanceof HTMLElement && 'value' in element ? String(element.value) : '';
  return html`<section>
    ${claim.review.notes.length === 0 ? nothing : html`<h2>${t('Notes')}</h2>`}
    ${claim.review.notes.map(({ reviewer, text, at }) => html`<p class="note"><strong>${reviewer}</strong> <span>${text}</span> <span class="dim">${dateAndTime(at)}</span></p>`)}
    ${
      view.noting
        ? html`<div class="note-box">
            <vscode-textarea
              label=${t('Note')}
              rows="2"
              placeholder=${t('Note. Enter saves, Escape cancels')}
              @keydown=${(event: KeyboardEvent) => {
                if (event.key !== 'Enter' || event.shiftKey) return;
                event.preventDefault();
                write(typed(event.currentTarget));
              }}
            ></vscode-textarea>
          </div>`
        : view.session.frozen
          ? nothing
          : html`<button
              type="button"
              class="verdict-button"
              @click=${() => {
                view.note(true);
              }}
            >
              ${t('Add Note')}
            </button>`
    }
  </section>`;
}
