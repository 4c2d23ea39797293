import { html, nothing, render } from 'lit';

import { failureWords, t } from '../../src/base/language.ts';
import { causalPageMessageSchema, type CausalPageIntent, type CausalPageState } from '../../src/contract/causal-page.ts';
import { type Channel, firstIssue } from '../host.ts';
import type { Part } from '../view/types.ts';
import { drawing } from './drawing.ts';
import { keepVisible } from '../visible.ts';

/** The causal graph of a folder, wide: a search field and the picture. It holds nothing of the graph itself. */
export class CausalPage {
  readonly #root: HTMLElement;
  readonly #channel: Channel<CausalPageIntent>;
  #state: CausalPageState = { view: null, busy: true, error: null };
  /** What is typed and not yet searched for. */
  #draft: string | null = null;

  constructor(root: HTMLElement, channel: Channel<CausalPageIntent>) {
    this.#root = root;
    keepVisible(root);
    this.#channel = channel;
    channel.listen((message) => {
      const parsed = causalPageMessageSchema.safeParse(message);
      if (!parsed.success) {
        channel.post({ type: 'fault', message: `A message from the host is not what the page expects: ${firstIssue(parsed.error)}` });
        return;
      }
      this.#state = parsed.data.state;
      this.#draw();
    });
    this.#draw();
    channel.post({ type: 'ready' });
  }

  #draw(): void {
    const { view, busy, error } = this.#state;
    render(
      html`<main class="causal-page" aria-label=${t('Causal graph')} aria-busy=${busy ? 'true' : 'false'}>
        <form
          class="causal-tools"
          role="search"
          @submit=${(event: Event) => {
            event.preventDefault();
            this.#channel.post({ type: 'search', text: (this.#draft ?? view?.search ?? '').trim() });
          }}
        >
          <label for="causal-search">${t('Events and documents')}</label>
          <input
            id="causal-search"
            type="search"
            maxlength="500"
            .value=${this.#draft ?? view?.search ?? ''}
            @input=${(event: Event) => {
              if (event.currentTarget instanceof HTMLInputElement) this.#draft = event.currentTarget.value;
            }}
          />
          <vscode-button type="submit" ?disabled=${busy}>${t('Search')}</vscode-button>
          <vscode-button
            secondary
            type="button"
            ?disabled=${busy || view === null || view.graph.edges.length === 0}
            @click=${() => {
              this.#channel.post({ type: 'export' });
            }}
            >${t('Export GraphML')}</vscode-button
          >
        </form>
        <p role="status" aria-live="polite" class="dim">${statusOf(this.#state)}</p>
        ${error === null ? nothing : html`<p class="banner banner-warn">${failureWords(error)}</p>`} ${this.#picture()}
      </main>`,
      this.#root,
    );
  }

  #picture(): Part {
    const { view } = this.#state;
    if (view === null || view.graph.edges.length === 0) return nothing;
    return drawing(view.graph, {
      direction: 'right',
      open: (citation, beside) => {
        this.#channel.post({ type: 'openCitation', citation, beside });
      },
    });
  }
}

function statusOf({ view, busy }: CausalPageState): string {
  if (busy) return t('Reading cause and effect from the documents…');
  if (view === null) return '';
  const { graph, edges, documents, search } = view;
  if (edges === 0) return t('No sentence of {0} documents states a cause and its effect.', documents);
  if (graph.edges.length === 0) return t('Nothing among {0} links is about “{1}”.', edges, search);
  return t('{0} of {1} links that the sentences of {2} documents state.', graph.edges.length, edges, documents);
}
