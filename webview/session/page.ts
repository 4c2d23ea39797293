import { html, nothing, render } from 'lit';

import { t } from '../../src/base/language.ts';
import { toneWords } from '../../src/contract/claim-words.ts';
import type { ClaimVerdict } from '../../src/contract/session.ts';
import { sessionPageMessageSchema, type SessionPageSent, type SessionPageState, type SessionRow } from '../../src/contract/session-page.ts';
import { type Channel, firstIssue } from '../host.ts';
import { icon } from '../view/parts.ts';
import { detail } from './detail.ts';
import { header } from './header.ts';
import { claimList } from './list.ts';
import { SessionModel } from './model.ts';
import { signOffPage } from './sign-off.ts';
import type { IntentOfClaim, SessionPageView } from './types.ts';
import { keepVisible } from '../visible.ts';

/** A review session wide: its claims on the left, the one that is looked at on the right; or what is read before it is signed. */
export class SessionPage {
  readonly #root: HTMLElement;
  readonly #channel: Channel<SessionPageSent>;
  readonly #model: SessionModel;
  #noting: string | null = null;
  #unread = false;
  #announced = '';

  constructor(root: HTMLElement, channel: Channel<SessionPageSent>) {
    this.#root = root;
    keepVisible(root);
    this.#channel = channel;
    this.#model = new SessionModel(crypto.randomUUID(), (sent) => {
      this.#channel.post(sent);
    });
    root.addEventListener('keydown', (event) => {
      this.#key(event);
    });
    channel.listen((message) => {
      const parsed = sessionPageMessageSchema.safeParse(message);
      if (parsed.success)
        this.#change(() => {
          this.#model.receive(parsed.data);
        });
      else this.fault(`A message from the host is not what the page expects: ${firstIssue(parsed.error)}`);
    });
    this.#draw();
    this.#model.start();
  }

  /** Tells the host's log of a fault. */
  fault(message: string): void {
    this.#model.send({ type: 'fault', message });
  }

  /** Draws what came of it, in the same turn: the next key finds on the screen what it acts on. */
  #change<T>(work: () => T): T {
    const before = this.#model.state;
    const result = work();
    const now = this.#model.state;
    if (now?.selected !== before?.selected) this.#noting = null;
    if (now?.signing?.digest !== before?.signing?.digest) this.#unread = false;
    this.#announced = this.#model.hint !== '' ? this.#model.hint : now === null ? '' : announce(before, now);
    this.#draw();
    const selected = now?.selected ?? null;
    if (selected !== null && selected !== before?.selected)
      this.#root.querySelector(`[data-claim="${CSS.escape(selected)}"]`)?.scrollIntoView({ block: 'nearest' });
    if ((now?.signing ?? null) !== null && (before?.signing ?? null) === null)
      this.#root.querySelector<HTMLElement>('.sign-title')?.scrollIntoView();
    return result;
  }

  /** One key each while a claim of the list or its detail has the focus; what is typed into a field or with a modifier is left alone. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.target.closest('vscode-textarea, vscode-single-select, select, textarea, input') !== null) {
      if (event.key === 'Escape' && this.#noting !== null) this.#note(false);
      return;
    }
    const { state, row } = this.#model;
    if (state === null || state.session === null || state.signing !== null || row === null) return;
    const onButton = event.target.closest('button, a, vscode-button, summary') !== null;
    const inList = event.target.closest('[role=listbox]') !== null;
    switch (event.key) {
      case 'j':
      case 'k':
        this.#move(event.key === 'j' ? 1 : -1);
        break;
      case 'ArrowDown':
      case 'ArrowUp':
        if (!inList) return;
        this.#move(event.key === 'ArrowDown' ? 1 : -1);
        break;
      case 'Home':
      case 'End':
        if (!inList) return;
        this.#move(event.key === 'End' ? Infinity : -Infinity);
        break;
      case 'a':
        this.#agree();
        break;
      case 'x':
        this.#decide('not-a-claim');
        break;
      case 'u':
        this.#change(() => this.#model.undo());
        break;
      case 'n':
        this.#note(true);
        break;
      case 'v':
        this.#chooseVerdict();
        break;
      case 'e': {
        const { detail } = this.#model;
        const citation = detail?.evidence[0] ?? detail?.counterEvidence[0];
        if (citation !== undefined) this.#ofClaim({ type: 'openEvidence', claimId: row.id, citation });
        break;
      }
      case 'Enter':
        if (onButton) return;
        this.#ofClaim({ type: 'openClaim', claimId: row.id });
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #move(by: number): void {
    this.#change(() => {
      this.#model.move(by);
    });
  }

  #agree(): void {
    if (this.#change(() => this.#model.agree()) === 'choose') this.#chooseVerdict();
    else this.#leaveButtons();
  }

  #decide(verdict: ClaimVerdict): void {
    this.#change(() => this.#model.decide(verdict));
    this.#leaveButtons();
  }

  #ofClaim(intent: IntentOfClaim): void {
    this.#change(() => {
      this.#model.sendOfClaim(intent);
    });
  }

  #chooseVerdict(): void {
    this.#root.querySelector<HTMLElement>('.verdicts button')?.focus();
  }

  /** The buttons are those of the next claim by now: the same key again must not decide that. */
  #leaveButtons(): void {
    if (this.#root.querySelector('.verdicts :focus') !== null) this.#root.querySelector<HTMLElement>('[role=listbox]')?.focus();
  }

  #note(open: boolean): void {
    this.#noting = open ? (this.#model.state?.selected ?? null) : null;
    this.#draw();
    const control = this.#root.querySelector<HTMLElement & { updateComplete?: Promise<unknown> }>(
      open ? '.note-box vscode-textarea' : '[role=listbox]',
    );
    void Promise.resolve(control?.updateComplete).then(() => {
      control?.focus();
    });
  }

  #view(): SessionPageView | null {
    const { state, row, detail: whole } = this.#model;
    const session = state?.session ?? null;
    if (state === null || session === null) return null;
    return {
      state,
      session,
      row,
      detail: whole,
      noting: this.#noting !== null && this.#noting === state.selected,
      unread: this.#unread,
      send: (intent) => {
        this.#change(() => {
          this.#model.send(intent);
        });
      },
      sendOfClaim: (intent) => {
        this.#ofClaim(intent);
      },
      select: (claimId) => {
        this.#change(() => {
          this.#model.select(claimId);
        });
      },
      agree: () => {
        this.#agree();
      },
      decide: (verdict) => {
        this.#decide(verdict);
      },
      note: (open) => {
        this.#note(open);
      },
      signUnread: (unread) => {
        this.#unread = unread;
        this.#draw();
      },
    };
  }

  #draw(): void {
    const view = this.#view();
    render(
      html`<main class="session" aria-label=${t('Review session')}>
        ${this.#model.state === null ? html`<p class="dim">${t('Starting…')}</p>` : view === null ? this.#empty() : html`${header(view)}${view.state.signing === null ? body(view) : signOffPage(view, view.state.signing)}`}
        <p class="visually-hidden" role="status" aria-live="polite">${this.#announced}</p>
      </main>`,
      this.#root,
    );
  }

  #empty(): unknown {
    const send = (command: 'factCheck' | 'openReview'): void => {
      this.#model.send({ type: 'command', command });
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
    ${view.row === null ? (filter === 'all' ? nothing : html`<div></div>`) : view.detail === null ? coming(view.row) : detail(view, view.detail)}
  </div>`;
}

function coming(row: SessionRow): unknown {
  return html`<article class="detail" aria-label=${t('Claim')}>
    <blockquote class="claim-quote" dir="auto">${row.text}</blockquote>
    <p class="dim">${t('What was found on it is coming…')}</p>
  </article>`;
}

/** What a screen reader is told; empty where nothing is new. */
function announce(before: SessionPageState | null, now: SessionPageState): string {
  const session = now.session;
  if (session === null) return '';
  const earlier = before?.session;
  if (earlier?.id === session.id && earlier.decided !== session.decided) return t('{0} of {1} decided', session.decided, session.total);
  if (now.notice !== null && now.notice.text !== before?.notice?.text) return now.notice.text;
  if (now.selected !== null && now.selected !== before?.selected) {
    const row = now.rows.find((entry) => entry.id === now.selected);
    return row === undefined ? '' : `${toneWords(row.tone)}. ${row.text}`;
  }
  // In tenths: a voice cannot keep up with every claim.
  const tenth = (shown: typeof session): number => (shown.total === 0 ? 0 : Math.floor((10 * shown.checked) / shown.total));
  return session.checking && (earlier === null || earlier === undefined || tenth(earlier) !== tenth(session))
    ? t('{0} of {1} checked', session.checked, session.total)
    : '';
}
