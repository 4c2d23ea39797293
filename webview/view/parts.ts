import { html, nothing } from 'lit';

import { t } from '../../src/base/language.ts';
import type { Citation } from '../../src/contract/citation.ts';
import { citedFromWords } from '../../src/contract/document-role.ts';
import { place } from './format.ts';
import type { Part, View } from './types.ts';

/** An icon of the editor's font. Always beside words or inside a labelled control, so hidden from screen readers. */
export function icon(name: string, extra = ''): Part {
  return html`<span class="codicon codicon-${name} ${extra}" aria-hidden="true"></span>`;
}

interface SectionOptions {
  readonly id: string;
  readonly title: string;
  /** Shown beside the title, for example "2 of 25". */
  readonly note?: string;
}

/** A part that opens and closes, and stays as the user left it. */
export function section(view: View, options: SectionOptions, body: () => Part): Part {
  const open = view.persisted.open.includes(options.id);
  return html`<details
    class="section"
    id="section-${options.id}"
    ?open=${open}
    @toggle=${(event: Event) => {
      if (event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open !== open)
        view.act.toggle(options.id, event.currentTarget.open);
    }}
  >
    <summary>
      ${icon('chevron-right', 'twistie')}
      <h2>${options.title}</h2>
      ${options.note === undefined ? nothing : html`<span class="section-note">${options.note}</span>`}
    </summary>
    ${open ? html`<div class="section-body">${body()}</div>` : nothing}
  </details>`;
}

/** A share of 1 as a bar. The number stands beside it, so the bar itself is decoration. */
export function bar(share: number, kind: string): Part {
  const width = `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`;
  return html`<svg class="bar bar-${kind}" role="presentation" aria-hidden="true" focusable="false">
    <rect class="bar-track" width="100%" height="100%" rx="2"></rect>
    <rect class="bar-fill" width=${width} height="100%" rx="2"></rect>
  </svg>`;
}

/** A place in a document as a link; Ctrl or Alt opens it beside. */
export function placeLink(view: View, citation: Citation, label = place(citation)): Part {
  const role = view.state.audit?.roles?.[citation.path];
  return html`<a
      class="place"
      href="#"
      title=${t('Open {0}', place(citation))}
      @click=${(event: MouseEvent) => {
        event.preventDefault();
        view.act.send({ type: 'openCitation', citation, beside: event.ctrlKey || event.metaKey || event.altKey });
      }}
      >${label}</a
    >${role === undefined ? nothing : html` <span class="document-role">${citedFromWords(role)}</span>`}`;
}

/** A document's words. lit sets them as text, never as markup. */
export function quote(text: string): Part {
  return html`<blockquote dir="auto">${text}</blockquote>`;
}

/** Where a span id points, in words: `path:start-end` without its offsets. */
export function spanPlace(view: View, spanId: string): { readonly citation: Citation | null; readonly label: string } {
  const report = view.state.audit?.report;
  const found =
    report?.evidence?.minimal.find((entry) => entry.spanId === spanId) ?? report?.evidence?.pool.find((entry) => entry.spanId === spanId);
  return found === undefined
    ? { citation: null, label: spanId.replace(/:\d+-\d+$/u, '') }
    : { citation: found.citation, label: place(found.citation) };
}

export function markerOf(view: View, spanId: string): number | null {
  return view.state.audit?.report.evidence?.minimal.find((entry) => entry.spanId === spanId)?.marker ?? null;
}

/** A span as short as it can be said: its marker, or its place. */
export function spanName(view: View, spanId: string): string {
  const marker = markerOf(view, spanId);
  return marker === null ? spanPlace(view, spanId).label : `[${marker}]`;
}

/** A citation's number, which leads to its evidence below. */
export function markerButton(view: View, { spanId, marker, quote }: { spanId: string; marker: number; quote: string }): Part {
  return html` <button
    type="button"
    class="marker"
    title=${quote}
    aria-label=${t('Citation {0}: show the evidence', marker)}
    @click=${() => {
      view.act.reveal(spanId);
    }}
  >
    ${marker}
  </button>`;
}
