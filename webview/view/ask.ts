import { html, nothing } from 'lit';

import { icon } from './parts.ts';
import { ago, plural, timeLeft } from './format.ts';
import type { Part, View } from './types.ts';

/** The question box. Enter asks, Shift+Enter breaks the line; typing is never blocked, whatever runs. */
export function askBox(view: View): Part {
  const { act, persisted, state } = view;
  const asking = state.audit?.phase === 'asking';
  const ready = state.workspace.index.state === 'ready';
  const placeholder = persisted.kind === 'claim' ? 'Check a claim against this workspace…' : 'Ask about this workspace…';
  return html`<form
    class="ask"
    aria-label="Ask"
    @submit=${(event: Event) => {
      event.preventDefault();
      act.ask();
    }}
  >
    <vscode-textarea
      id="question"
      label="Question"
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
        label="Check as a claim"
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
              >Cancel</vscode-button
            >`
          : html`<vscode-button
              id="ask"
              ?disabled=${!ready || persisted.draft.trim() === ''}
              @click=${() => {
                act.ask();
              }}
              >${persisted.kind === 'claim' ? 'Check' : 'Ask'}</vscode-button
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
        title=${`${workspace.folder} is audited, one of ${workspace.folders} open folders. Choose another…`}
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
        html`<span>${plural(index.documents, 'document')}</span>`,
        html`<span title=${index.indexedAt}>indexed ${ago(index.indexedAt, view.now)}</span>`,
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
            >${icon('sync')} documents changed: update</a
          >`,
        );
      if (index.store === 'memory')
        facts.push(
          html`<span title="The index's native library is not available on this machine; an exact search in memory stands in for it."
            >${icon('info')} in-memory index</span
          >`,
        );
      break;
    case 'indexing':
      facts.push(html`<span>indexing…</span>`);
      break;
    case 'missing':
      facts.push(html`<span>not indexed</span>`);
      break;
    case 'failed':
      facts.push(html`<span>${icon('warning')} index not readable</span>`);
      break;
    case 'unknown':
      facts.push(html`<span>starting…</span>`);
  }
  facts.push(modelFact(view));
  if (workspace.offline)
    facts.push(html`<span title="linchpin.privacy.offline is on: nothing leaves this machine.">${icon('lock-small')}offline</span>`);
  return html`<p class="status-line">${facts.filter((fact) => fact !== nothing)}</p>`;
}

function modelFact(view: View): Part {
  const { models } = view.state.workspace;
  if (models === null) return nothing;
  const used = Object.values(models);
  if (used.length === 0) return nothing;
  const names = used.map((model) => `${model.id} (${model.provider})`).join(', ');
  const remote = used.some((model) => !model.local);
  const bundled = used.every((model) => model.provider === 'bundled');
  const text = bundled ? 'bundled models' : remote ? 'remote models' : 'local models';
  return html`<a
    href="#"
    id="models"
    title=${`${names}. Choose others…`}
    @click=${(event: Event) => {
      event.preventDefault();
      view.act.send({ type: 'command', command: 'chooseModels' });
    }}
    >${remote ? icon('cloud') : nothing}${text}</a
  >`;
}

const phaseWords = {
  discovering: 'Finding documents',
  reading: 'Reading documents',
  embedding: 'Reading documents',
  writing: 'Writing the index',
  optimising: 'Tidying the index',
  done: 'Finishing',
} as const;

/** Indexing in progress: how far, how long still, and the way out. */
export function indexing(view: View): Part {
  const { index } = view.state.workspace;
  if (index.state !== 'indexing') return nothing;
  const { progress } = index;
  const known = progress !== null && progress.total > 0;
  const words = progress === null ? 'Starting to index' : phaseWords[progress.phase];
  const counts = known ? `${progress.done.toLocaleString('en')} of ${plural(progress.total, 'document')}` : '';
  const left = progress?.secondsLeft === null || progress?.secondsLeft === undefined ? '' : timeLeft(progress.secondsLeft);
  return html`<section class="card" aria-label="Indexing">
    <p class="card-title">${words}…</p>
    <vscode-progress-bar
      aria-label=${`Indexing: ${counts === '' ? words : counts}`}
      ?indeterminate=${!known}
      .max=${known ? progress.total : 100}
      .value=${known ? progress.done : undefined}
    ></vscode-progress-bar>
    <p class="card-facts"><span>${counts}</span><span>${left}</span></p>
    <p>Questions can be typed now and asked when this is done. Cancelling loses nothing: the next run carries on.</p>
    <vscode-button
      secondary
      id="cancel-index"
      @click=${() => {
        view.act.send({ type: 'cancel', what: 'index' });
      }}
      >Cancel indexing</vscode-button
    >
  </section>`;
}
