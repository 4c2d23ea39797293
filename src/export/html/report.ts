import { roleName } from '../../contract/words.ts';
import { decimal, shown, t } from '../../base/language.ts';
import type { AuditReport } from '../../contract/report.ts';
import {
  asStatedWords,
  byWords,
  type ExportedReview,
  type ExportedReviews,
  type Outline,
  type OutlinedAtom,
  type OutlinedEvidence,
  outlineOf,
} from '../outline.ts';
import { dateWords, placeInDocument } from '../words.ts';
import { bars, heatMap, heatMapKey } from './charts.ts';
import { html, type Markup, nothing } from './markup.ts';
import { page, place, quote } from './page.ts';

/** The audit as one page that opens anywhere and prints: every citation with its quote and its place, charts as pictures in the page. */
export function reportHtml(report: AuditReport, reviews: ExportedReviews = {}): string {
  const outline = outlineOf(report, reviews);
  const { evidence, counterEvidence, missing } = outline;
  return page(
    report.question,
    html`<p class="kind">${report.kind === 'claim' ? t('Claim that was checked') : t('Question')}</p>
      <h1 dir="auto">${report.question}</h1>
      <p><span class="status ${report.answer.status}">${outline.status}</span></p>
      ${outline.remarks.map((remark) => html`<p dir="auto">${remark}</p>`)}
      ${outline.warnings.map((warning) => html`<p class="warn" dir="auto">${warning}</p>`)} ${answer(outline)}
      ${outline.atoms.length === 0 ? nothing : atomTable(outline.atoms)}
      <h2>${outline.evidenceTitle}</h2>
      ${evidenceList(evidence, 'e')} ${necessity(evidence)}
      ${
        counterEvidence.length === 0
          ? nothing
          : html`<h2>${t('Evidence on the other side')}</h2>
              ${evidenceList(counterEvidence, 'o')}`
      }
      ${
        missing.length === 0
          ? nothing
          : html`<h2>${t('What is missing')}</h2>
              <ul>
                ${missing.map((entry) => html`<li dir="auto">${entry}</li>`)}
              </ul>`
      }
      ${causesStated(outline)} ${conflicts(report)} ${outline.asserted ? rivals(report) : nothing}
      <h2>${t('Appendix: how this was judged and made')}</h2>
      ${outline.asserted ? heatMapOf(report) : nothing}
      <dl>
        ${outline.madeFrom.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <footer>${t('Made with Linchpin.')} ${asStatedWords()}</footer>`,
  );
}

function answer({ asserted, lead, short, parts, statement, evidence }: Outline): Markup {
  if (lead === '' && short === '' && parts.length === 0 && statement === '') return nothing;
  return html`<div class="answer${asserted ? '' : ' calm'}">
    ${lead === '' ? nothing : html`<p class="lead">${lead}</p>`}${short === '' ? nothing : html`<p class="short" dir="auto">${short}</p>`}${parts.map(
      ({ pieces, marker }) =>
        html`<p dir="auto">
          ${pieces.map(({ text, marked }) => (marked ? html`<mark>${text}</mark>` : text))}${marker === null ? nothing : reference(marker)}
        </p>`,
    )}${statement === '' ? nothing : html`<p dir="auto">${statement}${evidence.map(({ marker }) => reference(marker))}</p>`}
  </div>`;
}

function reference(marker: number): Markup {
  return html`<sup><a href="#e${marker}">[${marker}]</a></sup>`;
}

export function atomTable(atoms: readonly OutlinedAtom[]): Markup {
  return html`<table>
    <thead>
      <tr>
        <th>${t('Part of the claim')}</th>
        <th>${t('Words')}</th>
        <th>${t('The documents')}</th>
      </tr>
    </thead>
    <tbody>
      ${atoms.map(
        ({ kind, text, state, words }) =>
          html`<tr>
            <td>${kind}</td>
            <td dir="auto">${text}</td>
            <td class="${state === 'denied' ? 'rejected' : state === 'said' ? 'accepted' : 'soft'}" dir="auto">${words}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function evidenceList(evidence: readonly OutlinedEvidence[], prefix: string): Markup {
  if (evidence.length === 0) return nothing;
  return html`<ol class="evidence">
    ${evidence.map(
      ({ marker, citation, headings, row, need, copies, review }) =>
        html`<li id="${prefix}${marker}">
          <div class="head">
            <span class="number">[${marker}]</span
            >${place(citation)}${need === null ? nothing : html`<span class="soft">${roleName(need.role)}, ${t('necessity {0}', decimal(need.necessity))}</span>`}${decided(review)}
          </div>
          ${headings === '' ? nothing : html`<p class="headings" dir="auto">${headings}</p>`} ${quote(citation)}
          ${row === '' ? nothing : html`<p class="headings" dir="auto">${row}</p>`}
          ${(review?.notes ?? []).map((note) => html`<p class="note" dir="auto">${note.reviewer}: ${note.text}</p>`)}
          ${copies.length === 0 ? nothing : html`<p class="copies">${t('The same words: {0}', copies.map((copy) => `${copy.path}, ${placeInDocument(copy)}`).join('; '))}</p>`}
        </li>`,
    )}
  </ol>`;
}

function decided(review: ExportedReview | null): Markup {
  if (review === null || review.by.length === 0) return nothing;
  return html`${review.by.map((decision) => html`<span class="${decision.verdict}">${byWords(decision)}, ${dateWords(decision.at)}</span>`)}`;
}

/** Of one source alone the number beside it says all. */
function necessity(evidence: readonly OutlinedEvidence[]): Markup {
  const rows = evidence.flatMap(({ marker, citation, need }) =>
    need === null ? [] : [{ name: `[${marker}] ${citation.path}, ${placeInDocument(citation)}`, value: need.necessity }],
  );
  if (rows.length < 2) return nothing;
  return html`<figure>
    ${bars(t('Necessity of each piece of evidence'), rows)}
    <figcaption>${t("Necessity: each piece's share of what the answer would lose without it.")}</figcaption>
  </figure>`;
}

function causesStated({ causes }: Outline): Markup {
  if (causes.length === 0) return nothing;
  return html`<h2>${t('Causes that the documents state')}</h2>
    ${causes.map(
      ({ chain, steps }) =>
        html`<div class="item">
          <p dir="auto">${chain}</p>
          ${steps.map(
            ({ citation, isHedged }) =>
              html`<div class="cited">
                <div class="head">${place(citation)}${isHedged ? html`<span class="soft">${t('hedged')}</span>` : nothing}</div>
                ${quote(citation)}
              </div>`,
          )}
        </div>`,
    )}`;
}

function conflicts({ conflicts: found }: AuditReport): Markup {
  if (found.length === 0) return nothing;
  return html`<h2>${t('Conflicts')}</h2>
    ${found.map(
      ({ a, b, explanation }) =>
        html`<div class="item">
          <p dir="auto">${shown(explanation)}</p>
          ${[a, b].map(
            (side) =>
              html`<div class="cited">
                <div class="head">${place(side)}</div>
                ${quote(side)}
              </div>`,
          )}
        </div>`,
    )}`;
}

/** How the answers to neighbouring questions differ. */
function rivals({ probes }: AuditReport): Markup {
  const selected = probes.filter((probe) => probe.selected);
  if (selected.length === 0) return nothing;
  return html`<h2>${t('Neighbouring questions')}</h2>
    <table>
      <thead>
        <tr>
          <th>${t('Question')}</th>
          <th>${t('Answer')}</th>
        </tr>
      </thead>
      <tbody>
        ${selected.map(
          (probe) =>
            html`<tr>
              <td dir="auto">${probe.query}</td>
              <td dir="auto">${probe.answer ?? t('none')}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** Which passages serve the question and which its neighbours. */
function heatMapOf({ probes, heatMap: map, question }: AuditReport): Markup {
  if (map === null || map.passages.length === 0 || map.queries.length < 2) return nothing;
  return html`<figure>
    ${heatMap(map, question, probes)}
    <figcaption>
      ${t('How relevant each passage is to the question (Q) and to its neighbours; darker is more.')} ${heatMapKey(map, probes)}
    </figcaption>
  </figure>`;
}
