import { html, nothing } from 'lit';

import { plural, shown, t } from '../../src/base/language.ts';
import { jointWords, verdictWords } from '../../src/contract/claim-words.ts';
import type { SignOffSheet } from '../../src/contract/sign-off.ts';
import { place } from '../view/format.ts';
import { icon } from '../view/parts.ts';
import type { Part } from '../view/types.ts';
import { agreementWords } from './reviewers.ts';
import type { SessionPageView } from './types.ts';

const reasons: Readonly<Record<SignOffSheet['open'][number]['why'], () => string>> = {
  unchecked: () => t('not checked yet'),
  stale: () => t('its evidence has changed: check again'),
  undecided: () => t('not decided'),
  split: () => t('reviewers disagree'),
};

/** What is read before a name is put under the session. */
export function signOffPage(view: SessionPageView, sheet: SignOffSheet): Part {
  const { session, state, unread } = view;
  const blocked = sheet.open.length > 0 || sheet.documentChanged || sheet.claims.total === 0;
  const waits = sheet.unopened.length > 0 && !unread;
  const close = (): void => {
    view.send({ type: 'signing', sessionId: session.id, open: false });
  };
  return html`<section class="sign-off" aria-label=${t('Sign off')}>
    <h2 class="sign-title">${t('Before you sign as {0}', state.reviewer)}</h2>
    <dl class="sign-facts">
      ${fact(t('Claims decided'), t('{0} of {1}', sheet.claims.decided, sheet.claims.total))}
      ${fact(t('Passages you opened'), t('{0} of {1}', sheet.passages.opened, sheet.passages.total))}
      ${fact(t('Time in this session'), duration(sheet.seconds))} ${fact(t('Verdicts overruled'), String(sheet.overruled.length))}
    </dl>
    ${sheet.agreement === null ? nothing : html`<p>${agreementWords(sheet.agreement)}</p>`}
    ${
      sheet.open.length === 0
        ? nothing
        : list(
            view,
            plural(sheet.open.length, '{0} claim is still open', '{0} claims are still open'),
            sheet.open.map(({ claimId, text, why }) => ({ claimId, text, more: reasons[why]() })),
          )
    }
    ${
      sheet.changed.length === 0
        ? nothing
        : html`<h3>${t('Changed since')}</h3>
            <ul>
              ${sheet.changed.map((sentence) => html`<li>${shown(sentence)}</li>`)}
            </ul>`
    }
    ${
      sheet.overruled.length === 0
        ? nothing
        : list(
            view,
            t('Verdicts overruled'),
            sheet.overruled.map(({ claimId, text, found, decided, notes }) => ({
              claimId,
              text,
              more: t('found: {0}; decided: {1}', verdictWords(found).name, jointWords(decided)),
              lines: notes.length === 0 ? [t('No note says why.')] : notes,
            })),
          )
    }
    ${
      sheet.unopened.length === 0
        ? html`<p>${icon('check')} ${t('You have opened every passage that the verdicts rest on.')}</p>`
        : list(
            view,
            plural(sheet.unopened.length, '{0} passage you never opened', '{0} passages you never opened'),
            sheet.unopened.map(({ claimId, text, citation }) => ({ claimId, text, citation, more: '' })),
          )
    }
    ${
      session.frozen || blocked
        ? html`<p class="banner banner-warn">
            ${icon('warning')}
            ${sheet.documentChanged ? t('The document has changed since its claims were found: continue the fact-check first.') : t('A session is signed when every claim is checked and decided.')}
          </p>`
        : html`<div class="sign-form">
            ${
              sheet.unopened.length === 0
                ? nothing
                : html`<label class="sign-unread"
                    ><input
                      type="checkbox"
                      .checked=${unread}
                      @change=${(event: Event) => {
                        view.signUnread(event.currentTarget instanceof HTMLInputElement && event.currentTarget.checked);
                      }}
                    />
                    ${plural(sheet.unopened.length, 'I sign although I never opened {0} passage.', 'I sign although I never opened {0} passages.')}</label
                  >`
            }
            <label class="sign-statement"
              >${t('Statement, under your name and the date')}
              <textarea rows="2" .value=${sheet.statement}></textarea>
            </label>
          </div>`
    }
    <p class="buttons">
      ${
        session.frozen || blocked
          ? nothing
          : html`<vscode-button
              class="sign-button"
              ?disabled=${waits}
              @click=${(event: Event) => {
                sign(view, sheet, event.currentTarget);
              }}
              >${t('Sign as {0}', state.reviewer)}</vscode-button
            >`
      }
      <vscode-button secondary class="sign-back" @click=${close}>${t('Back to the Claims')}</vscode-button>
    </p>
  </section>`;
}

function sign(view: SessionPageView, { digest, unopened }: SignOffSheet, button: EventTarget | null): void {
  const { session, unread } = view;
  const area = button instanceof HTMLElement ? button.closest('.sign-off')?.querySelector('textarea') : null;
  const statement = area?.value.trim() ?? '';
  if (statement === '' || (unopened.length > 0 && !unread)) return;
  view.send({ type: 'sign', sessionId: session.id, digest, statement, unread });
}

function fact(name: string, value: string): Part {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

interface Line {
  readonly claimId: string;
  readonly text: string;
  readonly more: string;
  readonly lines?: readonly string[];
  readonly citation?: SignOffSheet['unopened'][number]['citation'];
}

function list(view: SessionPageView, title: string, lines: readonly Line[]): Part {
  const { session } = view;
  const go = (event: Event, claimId: string): void => {
    event.preventDefault();
    view.select(claimId);
    view.send({ type: 'signing', sessionId: session.id, open: false });
  };
  return html`<h3>${title}</h3>
    <ul class="sign-list">
      ${lines.map(
        ({ claimId, text, more, lines: below = [], citation }) =>
          html`<li>
            <a
              href="#"
              dir="auto"
              @click=${(event: Event) => {
                go(event, claimId);
              }}
              >${text}</a
            >
            ${more === '' ? nothing : html`<span class="dim">${more}</span>`} ${below.map((line) => html`<p class="note">${line}</p>`)}
            ${
              citation === undefined
                ? nothing
                : html`<p class="where">
                    <a
                      class="place"
                      href="#"
                      title=${t('Open at these words')}
                      @click=${(event: Event) => {
                        event.preventDefault();
                        view.sendOfClaim({ type: 'openEvidence', claimId, citation });
                      }}
                      >${place(citation)}</a
                    >
                    <span class="dim" dir="auto">“${short(citation.quote)}”</span>
                  </p>`
            }
          </li>`,
      )}
    </ul>`;
}

function short(quote: string): string {
  const words = quote.replaceAll(/\s+/gu, ' ').trim();
  return words.length > 120 ? `${words.slice(0, 120)}…` : words;
}

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return t('less than a minute');
  return minutes < 60 ? plural(minutes, '{0} minute', '{0} minutes') : t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
