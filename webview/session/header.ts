import { html, nothing } from 'lit';

import { dateAndTime, failureWords, shown, t } from '../../src/base/language.ts';
import { keyWords } from '../../src/contract/sign-words.ts';
import { basisLines } from '../../src/contract/basis.ts';
import type { SessionPageIntent, SessionPageState } from '../../src/contract/session-page.ts';
import { icon, bar } from '../view/parts.ts';
import type { Part } from '../view/types.ts';
import { agreementWords } from './reviewers.ts';
import type { SessionPageView } from './types.ts';

const counted = [
  ['refuted', (n: number) => t('{0} refuted', n)],
  ['conflicting', (n: number) => t('{0} with sources that disagree', n)],
  ['split', (n: number) => t('{0} with disagreement', n)],
  ['stale', (n: number) => t('{0} to check again', n)],
  ['supported', (n: number) => t('{0} supported', n)],
  ['uncovered', (n: number) => t('{0} undecided', n)],
  ['part', (n: number) => t('{0} said only in part', n)],
  ['nothing', (n: number) => t('{0} with nothing found', n)],
  ['open', (n: number) => t('{0} left open', n)],
] as const;

const orders: readonly (readonly [SessionPageState['order'], () => string])[] = [
  ['risk', () => t('Riskiest first')],
  ['document', () => t('In document order')],
  ['section', () => t('By section')],
];

const filters: readonly (readonly [SessionPageState['filter'], () => string])[] = [
  ['all', () => t('All claims')],
  ['open', () => t('Still to decide')],
  ['refuted', () => t('Refuted')],
  ['conflicting', () => t('Sources disagree')],
  ['supported', () => t('Supported')],
  ['uncovered', () => t('Left open, in part or whole')],
  ['stale', () => t('Evidence has changed')],
];

/** The document, how far the review is, and what can be done with the whole of it. */
export function header(view: SessionPageView): Part {
  const { session, state } = view;
  const tones = counted.filter(([tone]) => (session.tones[tone] ?? 0) > 0).map(([tone, words]) => words(session.tones[tone] ?? 0));
  return html`<header class="session-head">
    <h1>${session.path}</h1>
    <p class="session-progress">
      ${bar(session.total === 0 ? 0 : session.decided / session.total, 'session')}
      <span>${t('{0} of {1} decided', session.decided, session.total)}</span>
      ${session.checked < session.total ? html`<span class="dim">${t('{0} checked', session.checked)}</span>` : nothing}
      ${
        session.coverage.regions.total === 0
          ? nothing
          : html`<span class="dim">${t('{0} of {1} passages opened', session.coverage.regions.read, session.coverage.regions.total)}</span>`
      }
      ${tones.length === 0 ? nothing : html`<span class="dim">${tones.join(' · ')}</span>`}
    </p>
    ${banners(view)} ${state.signing === null ? tools(view) : nothing}
  </header>`;
}

function tools(view: SessionPageView): Part {
  const { session, state } = view;
  return html`<div class="session-tools">
    ${choice(t('Order'), orders, state.order, session.blind, (order) => {
      view.send({ type: 'arrange', order, filter: state.filter, search: state.search });
    })}
    ${choice(t('Show'), filters, state.filter, false, (filter) => {
      view.send({ type: 'arrange', order: state.order, filter, search: state.search });
    })}
    <label class="choice"
      >${t('Find')}
      <input
        type="search"
        class="find"
        .value=${state.search}
        @change=${(event: Event) => {
          const search = event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : '';
          view.send({ type: 'arrange', order: state.order, filter: state.filter, search });
        }}
    /></label>
    <span class="spacer"></span>
    ${session.checking ? command(view, 'cancel', t('Cancel'), true) : session.paused ? command(view, 'continue', t('Continue Fact-Check'), true) : nothing}
    ${
      session.frozen
        ? command(view, 'secondReview', t('Review Again, Blind'), true)
        : html`<vscode-button
            ?secondary=${session.decided < session.total}
            @click=${() => {
              view.send({ type: 'signing', sessionId: session.id, open: true });
            }}
            >${t('Sign Off…')}</vscode-button
          >`
    }
  </div>`;
}

function banners(view: SessionPageView): Part {
  const { session, state } = view;
  const { failure, notice } = state;
  return html`${session.signOffs.map(({ reviewer, at, statement, changedSince, ...how }) =>
    changedSince.length === 0
      ? html`<p class="banner">
          ${icon('lock')} ${t('Signed by {0} on {1}: “{2}” The session is frozen.', reviewer, dateAndTime(at), statement)}
          (${keyWords(how)})
        </p>`
      : html`<p class="banner banner-warn">
          ${icon('warning')}
          ${t('Signed by {0} on {1}, but since then: {2} Fact-check again to begin a new session.', reviewer, dateAndTime(at), changedSince.map(shown).join(' '))}
          (${keyWords(how)})
        </p>`,
  )}
  ${session.documentChanged && session.signOffs.length === 0 ? html`<p class="banner">${icon('info')} ${t('The document has changed since its claims were found.')}</p>` : nothing}
  ${session.basis === undefined ? nothing : html`<p class="dim basis">${basisLines(session.basis).join(' ')}</p>`}
  ${session.blind ? html`<p class="banner">${icon('eye-closed')} ${t('Blind review: Linchpin’s verdict is shown after yours.')}</p>` : nothing}
  ${session.damaged === 0 ? nothing : html`<p class="banner banner-warn">${icon('warning')} ${t('{0} lines of decision logs cannot be read or do not fit their chain; they do not count.', session.damaged)}</p>`}
  ${notice === null ? nothing : html`<p class="banner banner-warn" role="alert">${icon('warning')} ${notice.text} ${goTo(view, notice.claimId)}</p>`}
  ${failure === null ? nothing : html`<p class="banner banner-warn">${icon('error')} ${failureWords(failure)}</p>`}
  ${session.agreement === null || session.agreement.value === null ? nothing : html`<p class="dim">${agreementWords(session.agreement)}</p>`}`;
}

function goTo(view: SessionPageView, claimId: string | null): Part {
  return claimId === null
    ? nothing
    : html`<a
        href="#"
        @click=${(event: Event) => {
          event.preventDefault();
          view.select(claimId);
        }}
        >${t('Show')}</a
      >`;
}

function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, () => string])[],
  chosen: T,
  disabled: boolean,
  choose: (value: T) => void,
): Part {
  return html`<label class="choice"
    >${label}
    <select
      ?disabled=${disabled}
      .value=${chosen}
      @change=${(event: Event) => {
        const value = event.currentTarget instanceof HTMLSelectElement ? event.currentTarget.value : '';
        const option = options.find(([name]) => name === value);
        if (option !== undefined) choose(option[0]);
      }}
    >
      ${options.map(([name, words]) => html`<option value=${name} ?selected=${name === chosen}>${words()}</option>`)}
    </select></label
  >`;
}

function command(
  view: SessionPageView,
  name: Extract<SessionPageIntent, { type: 'command' }>['command'],
  label: string,
  secondary: boolean,
): Part {
  return html`<vscode-button
    ?secondary=${secondary}
    @click=${() => {
      view.send({ type: 'command', command: name });
    }}
    >${label}</vscode-button
  >`;
}
