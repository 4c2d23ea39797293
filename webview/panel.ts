import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/index.js';
import { html, nothing, render } from 'lit';

import { plural, t } from '../src/base/language.ts';
import { hasAbstained, isJudgedByChance } from '../src/contract/answer-words.ts';
import type { PanelIntent, PanelMessage, PanelState } from '../src/contract/panel.ts';
import { causalSections } from './causal/section.ts';
import { readPersisted, type PersistedState } from './persisted.ts';
import { parseMessage, type Channel } from './host.ts';
import { actions, answer } from './view/answer.ts';
import { askBox, indexing, statusLine } from './view/ask.ts';
import { calibrationSection } from './view/calibration.ts';
import { evidenceSection, listedSpans } from './view/evidence.ts';
import { heatSection, probesSection, traceSection, trapSection } from './view/exploration.ts';
import { judgedSection } from './view/judged.ts';
import { place, stageWords, statusWords } from './view/format.ts';
import { damaged, failure, welcome } from './view/states.ts';
import { certificateSection, conflictsSection, counterSection, draftsSection, idleSection, missingSection } from './view/support.ts';
import type { Actions, AuditView, Part, Selection, View } from './view/types.ts';
import { keepVisible } from './visible.ts';

/**
 * The Audit panel: draws the host's last snapshot and sends what the user wants. It holds nothing of the audit itself, so a
 * hidden or reloaded panel is whole again after one message.
 */
export class Panel {
  readonly #root: HTMLElement;
  readonly #channel: Channel;
  readonly #now: () => number;
  #state: PanelState | null = null;
  #persisted: PersistedState;
  #selection: Selection = { activeSpan: null, noteFor: null, setIndex: 0 };
  /** The audit that `#selection` belongs to. */
  #auditKey = '';
  #announced = '';

  constructor(root: HTMLElement, channel: Channel, now: () => number = Date.now) {
    this.#root = root;
    keepVisible(root);
    this.#channel = channel;
    this.#now = now;
    this.#persisted = readPersisted(channel.load());
    root.addEventListener('keydown', (event) => {
      this.#key(event);
    });
    channel.listen((message) => {
      const parsed = parseMessage(message);
      if (parsed.ok) this.#receive(parsed.message);
      else channel.post({ type: 'fault', message: parsed.fault });
    });
    this.#draw();
    channel.post({ type: 'ready' });
  }

  #receive(message: PanelMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#snapshot(message.state);
        return;
      case 'focusQuestion':
        if (message.text !== undefined) this.#persist({ draft: message.text });
        this.#focusQuestion();
        return;
      case 'reveal':
        this.#reveal(message.spanId);
        return;
      case 'move':
        this.#move(message.by);
    }
  }

  #snapshot(state: PanelState): void {
    this.#state = state;
    const { audit } = state;
    const key = audit === null ? '' : `${audit.kind}\n${audit.question}\n${audit.report.id ?? ''}`;
    if (key !== this.#auditKey) {
      this.#auditKey = key;
      this.#selection = { activeSpan: null, noteFor: null, setIndex: 0 };
    }
    this.#draw();
  }

  readonly #actions: Actions = {
    send: (intent) => {
      this.#post(intent);
    },
    sendOfAudit: (intent) => {
      const auditId = this.#auditId();
      if (auditId !== undefined) this.#post({ ...intent, auditId });
    },
    ask: () => {
      this.#ask();
    },
    setDraft: (draft) => {
      this.#persist({ draft });
    },
    setKind: (kind) => {
      this.#persist({ kind });
    },
    toggle: (section, open) => {
      const rest = this.#persisted.open.filter((id) => id !== section);
      this.#persist({ open: open ? [...rest, section] : rest });
    },
    focusSpan: (spanId) => {
      if (this.#selection.activeSpan === spanId) return;
      this.#select({ activeSpan: spanId });
      const auditId = this.#auditId();
      if (auditId !== undefined) this.#post({ type: 'focused', evidence: spanId === null ? null : { auditId, spanId } });
    },
    editNote: (spanId) => {
      const left = this.#selection.noteFor;
      this.#select({ noteFor: spanId });
      if (spanId === null && left !== null) this.#item(left)?.focus();
      else this.#focusControl('.note-box vscode-textarea');
    },
    saveNote: (spanId, text) => {
      if (text.trim() !== '') this.#actions.sendOfAudit({ type: 'addNote', spanId, text: text.trim() });
      this.#actions.editNote(null);
    },
    chooseSet: (setIndex) => {
      this.#select({ setIndex, activeSpan: null, noteFor: null });
    },
    toggleSpan: (spanId) => {
      const removed = this.#state?.audit?.whatIf?.removed ?? [];
      const next = removed.includes(spanId) ? removed.filter((id) => id !== spanId) : [...removed, spanId];
      this.#actions.sendOfAudit({ type: 'whatIf', removed: next });
    },
    reveal: (spanId) => {
      this.#reveal(spanId);
    },
  };

  /** Of the audit that is shown, once it is done: before that nothing can be decided. */
  #auditId(): string | undefined {
    const audit = this.#state?.audit;
    return audit?.phase === 'done' ? audit.report.id : undefined;
  }

  #post(intent: PanelIntent): void {
    this.#channel.post(intent);
  }

  #ask(): void {
    const question = this.#persisted.draft.trim();
    const { workspace, audit } = this.#state ?? {};
    if (workspace?.index.state !== 'ready' || audit?.phase === 'asking') return;
    // "Ask Again" after a reload has an empty box, and means the question that is shown.
    if (question !== '') this.#post({ type: 'ask', question, kind: this.#persisted.kind });
    else if (audit !== null && audit !== undefined) this.#post({ type: 'ask', question: audit.question, kind: audit.kind });
    else this.#focusQuestion();
  }

  #persist(change: Partial<PersistedState>): void {
    this.#persisted = { ...this.#persisted, ...change };
    this.#channel.save(this.#persisted);
    this.#draw();
  }

  #select(change: Partial<Selection>): void {
    this.#selection = { ...this.#selection, ...change };
    this.#draw();
  }

  #focusQuestion(): void {
    this.#focusControl('#question');
  }

  /** A control that has just been drawn has nothing to focus until it has drawn itself. */
  #focusControl(selector: string): void {
    const control = this.#root.querySelector<VscodeTextarea>(selector);
    if (control !== null)
      void control.updateComplete.then(() => {
        control.focus();
      });
  }

  #item(spanId: string): HTMLElement | undefined {
    return [...this.#root.querySelectorAll<HTMLElement>('.item')].find((element) => element.dataset['span'] === spanId);
  }

  #reveal(spanId: string): void {
    if (!this.#persisted.open.includes('evidence')) this.#actions.toggle('evidence', true);
    if (this.#item(spanId) === undefined) this.#actions.chooseSet(0);
    const item = this.#item(spanId);
    item?.scrollIntoView({ block: 'nearest' });
    item?.focus();
  }

  #move(by: 1 | -1): void {
    const view = this.#auditView();
    if (view === null) return;
    if (!this.#persisted.open.includes('evidence')) this.#actions.toggle('evidence', true);
    const spans = listedSpans(view).map((entry) => entry.spanId);
    const at = this.#selection.activeSpan === null ? -1 : spans.indexOf(this.#selection.activeSpan);
    const next = spans[at === -1 ? (by === 1 ? 0 : spans.length - 1) : Math.min(spans.length - 1, Math.max(0, at + by))];
    if (next !== undefined) this.#reveal(next);
  }

  /** One key for each decision while a piece of evidence has the focus; keys typed into a field or with a modifier are left alone. */
  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    const item = event.target.closest<HTMLElement>('.item');
    const spanId = item?.dataset['span'];
    if (spanId === undefined || event.target.closest('vscode-textarea') !== null) return;
    const onItem = event.target === item;
    switch (event.key) {
      case 'j':
      case 'ArrowDown':
        this.#move(1);
        break;
      case 'k':
      case 'ArrowUp':
        this.#move(-1);
        break;
      case 'a':
        this.#actions.sendOfAudit({ type: 'decide', spanId, action: 'accept' });
        break;
      case 'r':
        this.#actions.sendOfAudit({ type: 'decide', spanId, action: 'reject' });
        break;
      case 'u':
        this.#actions.sendOfAudit({ type: 'undo', spanId });
        break;
      case 'n':
        this.#actions.editNote(spanId);
        break;
      case 'w':
        this.#actions.toggleSpan(spanId);
        break;
      case 'Enter': {
        if (!onItem) return;
        const view = this.#auditView();
        const entry = view === null ? undefined : listedSpans(view).find((listed) => listed.spanId === spanId);
        if (entry !== undefined) this.#post({ type: 'openCitation', citation: entry.citation, beside: event.shiftKey });
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  }

  #auditView(): AuditView | null {
    const state = this.#state;
    const audit = state?.audit ?? null;
    return state === null || audit === null ? null : { ...this.#view(state), audit };
  }

  #view(state: PanelState): View {
    return { state, persisted: this.#persisted, selection: this.#selection, now: this.#now(), act: this.#actions };
  }

  #draw(): void {
    const state = this.#state;
    if (state === null) {
      render(html`<p class="dim">${t('Starting…')}</p>`, this.#root);
      return;
    }
    const view = this.#view(state);
    const audit = this.#auditView();
    const announcement = announce(state);
    if (announcement !== '') this.#announced = announcement;
    render(
      html`<main aria-label=${t('Audit')} aria-busy=${state.audit?.phase === 'asking' ? 'true' : 'false'}>
        ${state.workspace.folder === null ? nothing : html`${askBox(view)} ${statusLine(view)}`}
        ${state.notice === null ? nothing : failure(view, state.notice, t('That did not work'))} ${damaged(view)} ${indexing(view)}
        ${welcome(view)} ${audit === null ? nothing : auditParts(audit)}
        <p class="visually-hidden" role="status" aria-live="polite">${this.#announced}</p>
      </main>`,
      this.#root,
    );
  }
}

function auditParts(view: AuditView): Part {
  const { audit } = view;
  return html`${answer(view)} ${audit.phase === 'cancelled' ? cancelledCard(view) : nothing}
  ${audit.phase === 'failed' && audit.error !== null ? failure(view, audit.error, t('The audit could not finish')) : nothing}
  ${audit.phase === 'done' && audit.kind === 'question' && audit.report.answer?.status === 'not-enough-evidence' && !hasAbstained(audit.report) ? notEnough(view) : nothing}
  ${missingSection(view)} ${evidenceSection(view)} ${hasAbstained(audit.report) ? afterAbstaining(view) : nothing} ${counterSection(view)}
  ${conflictsSection(view)} ${causalSections(view)} ${isJudgedByChance(audit.report) ? nothing : diagnoses(view)} ${idleSection(view)}
  ${calibrationSection(view)} ${isJudgedByChance(audit.report) ? judgedSection(view) : traceSection(view)}`;
}

function diagnoses(view: AuditView): Part {
  return html`${certificateSection(view)} ${probesSection(view)} ${heatSection(view)} ${trapSection(view)} ${draftsSection(view)}`;
}

/** The sentences that say most follow the words that announce them; what can be done comes after. */
function afterAbstaining(view: AuditView): Part {
  return html`<p class="hint">${t('Ask about something narrower, or add the documents that would say it and update the index.')}</p>
    ${view.audit.phase === 'done' ? html`<div class="after">${actions(view)}</div>` : nothing}`;
}

function cancelledCard(view: AuditView): Part {
  return html`<section class="card">
    <p class="card-title">${t('Cancelled')}</p>
    <p>${t('What was found until then stays below. It has not been verified as a whole.')}</p>
    <div class="buttons">
      <vscode-button
        @click=${() => {
          view.act.ask();
        }}
        >${t('Ask Again')}</vscode-button
      >
    </div>
  </section>`;
}

/** No answer is an answer too: say how near the documents came, and what would help. */
function notEnough(view: AuditView): Part {
  const { evidence } = view.audit.report;
  const nearest = evidence?.pool[0];
  return html`<section class="card">
    <p>
      ${evidence === undefined ? t('Nothing in these documents is enough to stand behind an answer.') : plural(evidence.candidates, 'Nothing in these documents is enough to stand behind an answer: {0} passage considered.', 'Nothing in these documents is enough to stand behind an answer: {0} passages considered.')}
    </p>
    ${
      nearest === undefined || (evidence?.minimal.length ?? 0) > 0
        ? nothing
        : html`<p>
            ${t('The nearest is')}
            <a
              class="place"
              href="#"
              @click=${(event: Event) => {
                event.preventDefault();
                view.act.send({ type: 'openCitation', citation: nearest.citation, beside: false });
              }}
              >${place(nearest.citation)}</a
            >.
          </p>`
    }
    <p>${t('Ask about something narrower, or add the documents that would say it and update the index.')}</p>
  </section>`;
}

/** What a screen reader is told as work goes on; empty where nothing is new. */
function announce(state: PanelState): string {
  const { audit, workspace } = state;
  if (workspace.index.state === 'indexing') {
    const { progress } = workspace.index;
    // In tenths: a voice cannot keep up with every document.
    return progress === null || progress.total === 0
      ? t('Indexing')
      : t('Indexing, {0} percent', Math.floor((progress.done / progress.total) * 10) * 10);
  }
  if (audit === null) return '';
  switch (audit.phase) {
    case 'asking': {
      const stage = audit.stages.findLast((entry) => entry.state === 'started');
      return stage === undefined ? t('Asking') : stageWords(stage.name);
    }
    case 'done':
      return audit.report.answer === undefined
        ? ''
        : `${statusWords(audit.report.answer.status, audit.kind, audit.report.answer.open).text}. ${audit.report.answer.statement}`;
    case 'cancelled':
      return t('Cancelled');
    case 'failed':
      return '';
  }
}
