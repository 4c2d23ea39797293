import { decimal, t } from '../../base/language.ts';
import type { HeatMap, Probe } from '../../contract/exploration.ts';
import { oneLine } from '../words.ts';
import { html, type Markup } from './markup.ts';

const width = 640;

/** Bars of values in [0, 1], one below the other, each with its name and its number. */
export function bars(label: string, rows: readonly { readonly name: string; readonly value: number }[]): Markup {
  const [row, left, right] = [22, 240, 44];
  const room = width - left - right;
  return html`<svg viewBox="0 0 ${width} ${rows.length * row}" role="img" aria-label="${label}">
    ${rows.map(({ name, value }, index) => {
      const share = Math.max(0, Math.min(1, value));
      const y = index * row;
      return html`<text x="0" y="${y + 15}">${shortened(name, 34)}</text
        ><rect class="track" x="${left}" y="${y + 6}" width="${room}" height="10" rx="2" /><rect
          class="bar"
          x="${left}"
          y="${y + 6}"
          width="${(room * share).toFixed(1)}"
          height="10"
          rx="2"
        /><text x="${width}" y="${y + 15}" text-anchor="end">${decimal(value)}</text>`;
    })}
  </svg>`;
}

/** How relevant each passage is to the question and to each rival question: darker is more. */
export function heatMap({ passages, queries, relevance }: HeatMap, question: string, probes: readonly Probe[]): Markup {
  const [row, left, head] = [20, 250, 18];
  const cell = Math.min(70, (width - left) / Math.max(1, queries.length));
  const names = queries.map((query) => (query === 'question' ? question : (probes.find((probe) => probe.id === query)?.query ?? query)));
  return html`<svg
    viewBox="0 0 ${width} ${head + passages.length * row}"
    role="img"
    aria-label="${t('Relevance of each passage to the question and to its rivals')}"
  >
    ${names.map((_, column) => html`<text class="soft" x="${(left + column * cell + cell / 2).toFixed(1)}" y="12" text-anchor="middle">${column === 0 ? 'Q' : `R${column}`}</text>`)}${passages.map(
      (passage, index) =>
        html`<text x="0" y="${head + index * row + 14}">${shortened(passage, 36)}</text>${(relevance[index] ?? []).map(
            (value, column) =>
              html`<rect
                class="bar"
                x="${(left + column * cell + 1).toFixed(1)}"
                y="${head + index * row + 1}"
                width="${(cell - 2).toFixed(1)}"
                height="${row - 2}"
                fill-opacity="${Math.max(0.04, Math.min(1, value)).toFixed(2)}"
                ><title>${decimal(value)}</title></rect
              >`,
          )}`,
    )}
  </svg>`;
}

/** What the columns of the heat map stand for. */
export function heatMapKey({ queries }: HeatMap, probes: readonly Probe[]): string {
  return queries
    .slice(1)
    .map((query, index) => `R${index + 1}: ${probes.find((probe) => probe.id === query)?.query ?? query}`)
    .join(' · ');
}

/** One bar in parts, with their counts below it: how many of a whole are what. */
export function parts(
  label: string,
  groups: readonly { readonly name: string; readonly count: number; readonly className: string }[],
): Markup {
  const shown = groups.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return html``;
  let x = 0;
  return html`<svg
    viewBox="0 0 ${width} 14"
    role="img"
    aria-label="${label}: ${shown.map(({ name, count }) => `${name} ${count}`).join(', ')}"
    preserveAspectRatio="none"
  >
    ${shown.map(({ count, className }) => {
      const part = (width * count) / total;
      const rect = html`<rect
        class="${className}"
        fill="currentColor"
        x="${x.toFixed(1)}"
        y="0"
        width="${Math.max(1, part - 2).toFixed(1)}"
        height="14"
      />`;
      x += part;
      return rect;
    })}
  </svg>`;
}

function shortened(text: string, most: number): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most / 2 - 1).trimEnd()}…${line.slice(line.length - most / 2).trimStart()}`;
}
