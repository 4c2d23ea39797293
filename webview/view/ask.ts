import { html, nothing } from 'lit';

import { plural, shown, t, whole } from '../../src/base/language.ts';
import { indexPhaseName } from '../../src/contract/words.ts';
import type { WorkspaceState } from '../../src/contract/panel.ts';
import { icon } from './parts.ts';
import { ago, timeLeft } from './format.ts';
import type { Part, View } from './types.ts';

/** The question box. Enter asks, Shift+Enter breaks the line; typing is never blocked, whatever runs. */
export function askBox(view: View): Part {
  const { act, persisted, state } = view;
  const asking = state.audit?.phase === 'asking';
  const ready = state.workspace.index.state === 'ready';
  const placeholder = persisted.kind === 'claim' ? t('Check a claim against this workspace…') : t('Ask about this workspace…');
  return html`<form
    class="ask"
    aria-label=${t('Ask')}
    @submit=${(event: Event) => {
      event.preventDefault();
      act.ask();
    }}
  >
    <vscode-textarea
      id="question"
      label=${t('Question')}
      placeholder=${placeholder}
      rows="2"
      resize="vertical"
      .value=${persisted.draft}
      @input=${(event: Event) => {
        act.setDraft(readValue(event));
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        act.ask();
      }}
    ></vscode-textarea>
    <div class="ask-row">
      <vscode-checkbox
        id="as-claim"
        label=${t('Check as a claim')}
        .checked=${persisted.kind === 'claim'}
        @change=${(event: Event) => {
          act.setKind(readChecked(event) ? 'claim' : 'question');
        }}
      ></vscode-checkbox>
      <span class="spacer"></span>
      ${
        asking
          ? html`<vscode-button
              id="cancel"
              secondary
              @click=${() => {
                act.send({ type: 'cancel', what: 'audit' });
              }}
              >${t('Cancel')}</vscode-button
            >`
          : html`<vscode-button
              id="ask"
              ?disabled=${!ready || persisted.draft.trim() === ''}
              @click=${() => {
                act.ask();
              }}
              >${persisted.kind === 'claim' ? t('Check') : t('Ask')}</vscode-button
            >`
      }
    </div>
  </form>`;
}

/** The control's value, whichever of the element library's controls it is. */
export function readValue(event: Event): string {
  const target = event.currentTarget;
  return target !== null && 'value' in target && typeof target.value === 'string' ? target.value : '';
}

export function readChecked(event: Event): boolean {
  const target = event.currentTarget;
  return target !== null && 'checked' in target && target.checked === true;
}

/** Documents, age of the index, models, network: one line of facts. */
export function statusLine(view: View): Part {
  const { workspace } = view.state;
  if (workspace.folder === null) return nothing;
  const facts: Part[] = [];
  const { index } = workspace;
  if (workspace.folders > 1)
    facts.push(
      html`<a
        href="#"
        id="folder"
        title=${t('{0} are audited together. Choose which of the {1} folders keeps the audits…', workspace.folder, workspace.folders)}
        @click=${(event: Event) => {
          event.preventDefault();
          view.act.send({ type: 'command', command: 'chooseFolder' });
        }}
        >${icon('root-folder')}${workspace.folder}</a
      >`,
    );
  switch (index.state) {
    case 'ready':
      facts.push(
        html`<span>${plural(index.documents, '{0} document', '{0} documents')}</span>`,
        html`<span title=${index.indexedAt}>${t('indexed {0}', ago(index.indexedAt, view.now))}</span>`,
      );
      if (index.outdated)
        facts.push(
          html`<a
            href="#"
            id="update-index"
            @click=${(event: Event) => {
              event.preventDefault();
              view.act.send({ type: 'index', rebuild: false });
            }}
            >${icon('sync')} ${t('documents changed: update')}</a
          >`,
        );
      if (index.encoding !== null && index.encoding !== undefined) facts.push(encodingFact(index.encoding));
      if (index.store === 'memory')
        facts.push(
          html`<span title=${t("The index's native library is not available on this machine; an exact search in memory stands in for it.")}
            >${icon('info')} ${t('in-memory index')}</span
          >`,
        );
      break;
    case 'indexing':
      facts.push(html`<span>${t('indexing…')}</span>`);
      break;
    case 'missing':
      facts.push(html`<span>${t('not indexed')}</span>`);
      break;
    case 'failed':
      facts.push(html`<span>${icon('warning')} ${t('index not readable')}</span>`);
      break;
    case 'unknown':
      facts.push(html`<span>${t('starting…')}</span>`);
  }
  facts.push(modelFact(view));
  if (workspace.offline)
    facts.push(
      html`<span title=${t('linchpin.privacy.offline is on: nothing leaves this machine.')}>${icon('lock-small')}${t('offline')}</span>`,
    );
  return html`<p class="status-line">${facts.filter((fact) => fact !== nothing)}</p>`;
}

type Encoding = NonNullable<Extract<WorkspaceState['index'], { state: 'ready' }>['encoding']>;

/** What the search by meaning lacks; nothing once it lacks nothing. */
function encodingFact({ encoded, passages, isRunning, secondsLeft, fault }: Encoding): Part {
  if (fault !== null)
    return html`<span title=${`${shown(fault.message)} ${shown(fault.next)}`}>${icon('warning')} ${t('search by meaning stopped')}</span>`;
  if (encoded >= passages) return nothing;
  const share = `${Math.floor((100 * encoded) / passages)}%`;
  const why = t(
    '{0} of {1} passages are encoded for search by meaning; the rest is found by its words and a smaller model. Asking works meanwhile.',
    encoded,
    passages,
  );
  const left = isRunning && secondsLeft !== null ? ` ${timeLeft(secondsLeft)}` : '';
  return html`<span id="encoding" title=${`${why}${left}`}>${icon('sparkle')} ${t('encoded: {0}', share)}</span>`;
}

function modelFact(view: View): Part {
  const { models } = view.state.workspace;
  if (models === null) return nothing;
  const used = Object.values(models);
  if (used.length === 0) return nothing;
  const names = used.map((model) => `${model.id} (${model.provider})`).join(', ');
  const remote = used.some((model) => !model.local);
  const bundled = used.every((model) => model.provider === 'bundled');
  const text = bundled ? t('bundled models') : remote ? t('remote models') : t('local models');
  return html`<a
    href="#"
    id="models"
    title=${t('{0}. Choose others…', names)}
    @click=${(event: Event) => {
      event.preventDefault();
      view.act.send({ type: 'command', command: 'chooseModels' });
    }}
    >${remote ? icon('cloud') : nothing}${text}</a
  >`;
}

/** Indexing in progress: how far, how long still, and the way out. */
export function indexing(view: View): Part {
  const { index } = view.state.workspace;
  if (index.state !== 'indexing') return nothing;
  const { progress } = index;
  const known = progress !== null && progress.total > 0;
  const words = progress === null ? t('Starting to index…') : indexPhaseName(progress.phase);
  const counts = known ? plural(progress.total, '{1} of {0} document', '{1} of {0} documents', whole(progress.done)) : '';
  const left = progress?.secondsLeft === null || progress?.secondsLeft === undefined ? '' : timeLeft(progress.secondsLeft);
  return html`<section class="card" aria-label=${t('Indexing')}>
    <p class="card-title">${words}</p>
    <vscode-progress-bar
      aria-label=${t('Indexing: {0}', counts === '' ? words : counts)}
      ?indeterminate=${!known}
      .max=${known ? progress.total : 100}
      .value=${known ? progress.done : undefined}
    ></vscode-progress-bar>
    <p class="card-facts"><span>${counts}</span><span>${left}</span></p>
    <p>${t('Questions can be typed now and asked when this is done. Cancelling loses nothing: the next run carries on.')}</p>
    <vscode-button
      secondary
      id="cancel-index"
      @click=${() => {
        view.act.send({ type: 'cancel', what: 'index' });
      }}
      >${t('Cancel indexing')}</vscode-button
    >
  </section>`;
}
