import { html, nothing } from 'lit';

import { failureWords } from '../../src/base/language.ts';
import type { SessionPageIntent, SessionPageState } from '../../src/contract/session-page.ts';
import { icon, bar } from '../view/parts.ts';
import type { Part } from '../view/types.ts';
import type { SessionPageView } from './types.ts';

const counted = [
  ['refuted', 'refuted'],
  ['conflicting', 'conflicting'],
  ['split', 'with disagreement'],
  ['stale', 'to check again'],
  ['supported', 'supported'],
  ['uncovered', 'not covered'],
] as const;

const orders: readonly (readonly [SessionPageState['order'], string])[] = [
  ['risk', 'Riskiest first'],
  ['document', 'In document order'],
];

const filters: readonly (readonly [SessionPageState['filter'], string])[] = [
  ['all', 'All claims'],
  ['open', 'Still to decide'],
  ['refuted', 'Refuted'],
  ['conflicting', 'Conflicting'],
  ['supported', 'Supported'],
  ['uncovered', 'Not covered'],
  ['stale', 'Evidence has changed'],
];

/** The document, how far the review is, and what can be done with the whole of it. */
export function header(view: SessionPageView): Part {
  const { session, state } = view;
  const tones = counted.filter(([tone]) => (session.tones[tone] ?? 0) > 0).map(([tone, words]) => `${session.tones[tone] ?? 0} ${words}`);
  return html`<header class="session-head">
    <h1>${session.path}</h1>
    <p class="session-progress">
      ${bar(session.total === 0 ? 0 : session.decided / session.total, 'session')}
      <span>${session.decided} of ${session.total} decided</span>
      ${session.checked < session.total ? html`<span class="dim">${session.checked} checked</span>` : nothing}
      ${
        session.coverage.regions.total === 0
          ? nothing
          : html`<span class="dim">${session.coverage.regions.read} of ${session.coverage.regions.total} passages opened</span>`
      }
      ${tones.length === 0 ? nothing : html`<span class="dim">${tones.join(' · ')}</span>`}
    </p>
    ${banners(view)}
    <div class="session-tools">
      ${choice('Order', orders, state.order, session.blind, (order) => {
        view.send({ type: 'arrange', order, filter: state.filter });
      })}
      ${choice('Show', filters, state.filter, false, (filter) => {
        view.send({ type: 'arrange', order: state.order, filter });
      })}
      <span class="spacer"></span>
      ${session.checking ? command(view, 'cancel', 'Cancel', true) : session.paused ? command(view, 'continue', 'Continue Fact-Check', true) : nothing}
      ${session.frozen ? nothing : command(view, 'signOff', 'Sign Off', session.decided < session.total)}
    </div>
  </header>`;
}

function banners({ session, state }: SessionPageView): Part {
  const { failure } = state;
  return html`${session.signOffs.map(({ reviewer, at, statement, changedSince }) =>
    changedSince.length === 0
      ? html`<p class="banner">
          ${icon('lock')} Signed by ${reviewer} on ${new Date(at).toLocaleString()}: “${statement}” The session is frozen.
        </p>`
      : html`<p class="banner banner-warn">
          ${icon('warning')} Signed by ${reviewer} on ${new Date(at).toLocaleString()}, but since then: ${changedSince.join(' ')} Fact-check
          again to begin a new session.
        </p>`,
  )}
  ${session.documentChanged && session.signOffs.length === 0 ? html`<p class="banner">${icon('info')} The document has changed since its claims were found.</p>` : nothing}
  ${session.blind ? html`<p class="banner">${icon('eye-closed')} Blind review: Linchpin’s verdict is shown after yours.</p>` : nothing}
  ${session.damaged === 0 ? nothing : html`<p class="banner banner-warn">${icon('warning')} ${session.damaged} lines of decision logs cannot be read or do not fit their chain; they do not count.</p>`}
  ${failure === null ? nothing : html`<p class="banner banner-warn">${icon('error')} ${failureWords(failure)}</p>`}
  ${
    session.agreement === null || session.agreement.value === null
      ? nothing
      : html`<p class="dim">
          Reviewers agree beyond chance: ${session.agreement.measure === 'cohen-kappa' ? 'Cohen’s κ' : 'Krippendorff’s α'}
          ${session.agreement.value.toFixed(2)} on ${session.agreement.claims} claims that at least two decided.
        </p>`
  }`;
}

function choice<T extends string>(
  label: string,
  options: readonly (readonly [T, string])[],
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
      ${options.map(([name, words]) => html`<option value=${name} ?selected=${name === chosen}>${words}</option>`)}
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
