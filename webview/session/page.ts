import { html, nothing, render } from 'lit';

import { t } from '../../src/base/language.ts';
import { toneWords } from '../../src/contract/claim-words.ts';
import { type SessionPageIntent, sessionPageMessageSchema, type SessionPageState } from '../../src/contract/session-page.ts';
import { type Channel, firstIssue } from '../host.ts';
import { icon } from '../view/parts.ts';
import { detail } from './detail.ts';
import { header } from './header.ts';
import { claimList } from './list.ts';
import type { SessionPageView } from './types.ts';

/** A review session wide: its claims on the left, the one that is looked at on the right. Draws the host's last snapshot and keeps nothing. */
export class SessionPage {
  readonly #root: HTMLElement;
  readonly #channel: Channel<SessionPageIntent>;
  #state: SessionPageState | null = null;
  #noting: string | null = null;
  #announced = '';

  constructor(root: HTMLElement, channel: Channel<SessionPageIntent>) {
    this.#root = root;
    this.#channel = channel;
    root.addEventListener('keydown', (event) => {
      this.#key(event);
    });
    channel.listen((message) => {
      const parsed = sessionPageMessageSchema.safeParse(message);
      if (!parsed.success) {
        channel.post({ type: 'fault', message: `A message from the host is not what the page expects: ${firstIssue(parsed.error)}` });
        return;
      }
      this.#receive(parsed.data.state);
    });
    this.#draw();
    channel.post({ type: 'ready' });
  }

  #receive(state: SessionPageState): void {
    const before = this.#state;
    this.#state = state;
    if (state.selected?.id !== before?.selected?.id) this.#noting = null;
    this.#announced = announce(before, state);
    this.#draw();
    if (state.selected !== null && state.selected.id !== before?.selected?.id)
      this.#root.querySelector(`[data-claim="${CSS.escape(state.selected.id)}"]`)?.scrollIntoView({ block: 'nearest' });
    // A page that opens with nothing selected shows the first claim.
    const [first] = state.rows;
    if (state.selected === null && first !== undefined && state.session !== null)
      this.#channel.post({ type: 'select', sessionId: state.session.id, claimId: first.id });
  }

  /** One key each while a claim of the list or its detail has the focus; what is typed into a field or with a modifier is left alone. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target.closest('vscode-textarea, vscode-single-select, select') !== null) {
      if (event.key === 'Escape' && this.#noting !== null) this.#note(false);
      return;
    }
    const { selected } = this.#state ?? {};
    const view = this.#view();
    if (view === null || selected === null || selected === undefined) return;
    const claimId = selected.id;
    const onButton = event.target.closest('button, a, vscode-button, summary') !== null;
    switch (event.key) {
      case 'j':
        this.#move(1);
        break;
      case 'k':
        this.#move(-1);
        break;
      case 'ArrowDown':
      case 'ArrowUp':
        if (event.target.closest('[role=listbox]') === null) return;
        this.#move(event.key === 'ArrowDown' ? 1 : -1);
        break;
      case 'Home':
      case 'End':
        if (event.target.closest('[role=listbox]') === null) return;
        this.#move(event.key === 'End' ? Infinity : -Infinity);
        break;
      case 'a':
        view.sendOfClaim({ type: 'agree', claimId });
        break;
      case 'u':
        view.sendOfClaim({ type: 'undo', claimId });
        break;
      case 'n':
        this.#note(true);
        break;
      case 'v':
        this.#root.querySelector<HTMLElement>('.verdicts button')?.focus();
        break;
      case 'e': {
        const citation = selected.evidence[0] ?? selected.counterEvidence[0];
        if (citation !== undefined) view.sendOfClaim({ type: 'openEvidence', claimId, citation });
        break;
      }
      case 'Enter':
        if (onButton) return;
        view.sendOfClaim({ type: 'openClaim', claimId });
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #move(by: number): void {
    const { rows, selected } = this.#state ?? { rows: [], selected: null };
    const at = rows.findIndex((row) => row.id === selected?.id);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next !== undefined) this.#view()?.sendOfClaim({ type: 'select', claimId: next.id });
  }

  #note(open: boolean): void {
    this.#noting = open ? (this.#state?.selected?.id ?? null) : null;
    this.#draw();
    const control = this.#root.querySelector<HTMLElement & { updateComplete?: Promise<unknown> }>(
      open ? '.note-box vscode-textarea' : '[role=listbox]',
    );
    void Promise.resolve(control?.updateComplete).then(() => {
      control?.focus();
    });
  }

  #view(): SessionPageView | null {
    const state = this.#state;
    const session = state?.session ?? null;
    if (state === null || session === null) return null;
    return {
      state,
      session,
      noting: this.#noting !== null && this.#noting === state.selected?.id,
      send: (intent) => {
        this.#channel.post(intent);
      },
      sendOfClaim: (intent) => {
        this.#channel.post({ ...intent, sessionId: session.id });
      },
      note: (open) => {
        this.#note(open);
      },
    };
  }

  #draw(): void {
    const view = this.#view();
    render(
      html`<main class="session" aria-label=${t('Review session')}>
        ${this.#state === null ? html`<p class="dim">${t('Starting…')}</p>` : view === null ? this.#empty() : html`${header(view)}${body(view)}`}
        <p class="visually-hidden" role="status" aria-live="polite">${this.#announced}</p>
      </main>`,
      this.#root,
    );
  }

  #empty(): unknown {
    const send = (command: 'factCheck' | 'openReview'): void => {
      this.#channel.post({ type: 'command', command });
    };
    return html`<section class="welcome">
      ${icon('checklist', 'welcome-icon')}
      <h2>${t('No review session is open')}</h2>
      <p>
        ${t('Open a document, then run')}
        <em>${t('Linchpin: Fact-Check This Document')}</em>${t(': its claims are found and checked against your other documents.')}
      </p>
      <div class="buttons">
        <vscode-button
          @click=${() => {
            send('openReview');
          }}
          >${t('Open a Session')}</vscode-button
        >
      </div>
    </section>`;
  }
}

function body(view: SessionPageView): unknown {
  const { rows, filter } = view.state;
  if (view.session.total === 0)
    return html`<section class="welcome">
      <h2>${t('Nothing to check')}</h2>
      <p>${t('No sentence of this document makes a claim that can be checked.')}</p>
    </section>`;
  return html`<div class="columns">
    ${rows.length === 0 ? html`<p class="dim list-empty">${t('No claim matches this filter.')}</p>` : claimList(view)}
    ${view.state.selected === null ? (filter === 'all' ? nothing : html`<div></div>`) : detail(view, view.state.selected)}
  </div>`;
}

/** What a screen reader is told; empty where nothing is new. */
function announce(before: SessionPageState | null, now: SessionPageState): string {
  const session = now.session;
  if (session === null) return '';
  const earlier = before?.session;
  if (earlier?.id === session.id && earlier.decided !== session.decided) return t('{0} of {1} decided', session.decided, session.total);
  if (now.selected !== null && now.selected.id !== before?.selected?.id) {
    const row = now.rows.find((entry) => entry.id === now.selected?.id);
    return row === undefined ? '' : `${toneWords(row.tone)}. ${row.text}`;
  }
  // In tenths: a voice cannot keep up with every claim.
  const tenth = (shown: typeof session): number => (shown.total === 0 ? 0 : Math.floor((10 * shown.checked) / shown.total));
  return session.checking && (earlier === null || earlier === undefined || tenth(earlier) !== tenth(session))
    ? t('{0} of {1} checked', session.checked, session.total)
    : '';
}
