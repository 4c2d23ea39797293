import { html, nothing } from 'lit';

import { hasAbstained, isJudgedByChance } from '../../src/contract/answer-words.ts';
import type { Claim } from '../../src/contract/report.ts';
import { atoms } from './atoms.ts';
import { plural, score, stageWords, statusWords } from './format.ts';
import { judgedAnswer } from './judged-answer.ts';
import { icon, markerButton } from './parts.ts';
import type { AuditView, Part } from './types.ts';

/** The answer with its markers, then what can be said of it in one line. */
export function answer(view: AuditView): Part {
  const { report, phase, question, kind } = view.audit;
  const written = report.answer;
  const streaming = phase === 'asking';
  return html`<section class="answer" aria-label="Answer">
    <p class="asked">${icon(kind === 'claim' ? 'quote' : 'comment')}<span dir="auto">${question}</span></p>
    ${written !== undefined && isJudgedByChance(report) ? judgedAnswer(view, written) : answerByQuality(view)}
    ${(report.notices ?? []).map((notice) => html`<p class="reason notice">${icon('warning')}${notice}</p>`)}
    ${streaming ? stageList(view) : nothing} ${phase === 'done' && written !== undefined && !hasAbstained(report) ? actions(view) : nothing}
  </section>`;
}

/** A claim's, a language model's, an older report's: judged by the quality of its evidence. */
function answerByQuality(view: AuditView): Part {
  const { report, phase, text } = view.audit;
  const written = report.answer;
  const claims = report.claims ?? [];
  return html`${
    claims.length > 0
      ? html`<p class="answer-text" dir="auto">${claims.map((claim) => html`${sentence(view, claim)} `)}</p>`
      : written !== undefined && written.statement !== ''
        ? html`<p class="answer-text" dir="auto">${written.statement}</p>`
        : text !== ''
          ? html`<p class="answer-text ${phase === 'asking' ? 'streaming' : ''}" dir="auto">${text}</p>`
          : nothing
  }
  ${written === undefined ? nothing : verdict(view)} ${claims.map((claim) => atoms(view, claim))}`;
}

/** Each sentence's citations as numbered buttons that lead to the evidence below. */
function sentence(view: AuditView, claim: Claim): Part {
  const seen = new Set<string>();
  const citations = claim.citations.filter((citation) => !seen.has(citation.spanId) && seen.add(citation.spanId));
  return html`<span class=${claim.supported || claim.atoms !== undefined ? '' : 'unsupported'}>${claim.text}</span
    >${claim.supported || claim.atoms !== undefined ? nothing : html` <span class="flag" title=${claim.reason ?? 'No evidence was found for it.'}>${icon('warning')}${claim.verdict === 'refuted' ? 'the evidence says otherwise' : claim.verdict === 'entailed' ? 'its sentence is not shown' : 'unsupported'}</span>`}${citations.map(
      (citation) => markerButton(view, citation),
    )}`;
}

function verdict(view: AuditView): Part {
  const { report } = view.audit;
  if (report.answer === undefined) return nothing;
  const words = statusWords[report.answer.status];
  const { evidence, trap } = report;
  const robustness = evidence?.certificate?.robustness ?? null;
  return html`<p class="verdict" id="verdict">
      <span class="status status-${report.answer.status}" title=${words.hint}>${icon(words.icon)}${words.text}</span>
      ${evidence === undefined ? nothing : html`<span title="Calibrated quality of the minimal evidence; sufficient from the threshold on.">quality ${score(evidence.quality)} of ${score(evidence.threshold)} needed</span>`}
      ${robustness === null ? nothing : html`<span title="The fewest sources that must be wrong before no sufficient evidence is left.">falls if ${plural(robustness, 'source')} ${robustness === 1 ? 'falls' : 'fall'}</span>`}
      ${trap === undefined || trap === null ? nothing : html`<span title=${trap.explanation}>${trap.certified ? icon('shield') : nothing}trap: ${trap.certified ? 'escape certified' : 'not certified'}</span>`}
    </p>
    <p class="reason">${report.answer.reason}</p>`;
}

/** The stages as they run: what is done, what is under way. */
function stageList(view: AuditView): Part {
  return html`<ol class="stages" aria-label="Progress">
    ${view.audit.stages.map(
      (stage) =>
        html`<li class="stage-${stage.state}">
          ${icon(stage.state === 'finished' ? 'check' : stage.state === 'skipped' ? 'dash' : 'loading', stage.state === 'started' ? 'codicon-modifier-spin' : '')}<span>${stageWords[stage.name]}</span>${stage.state === 'skipped' ? html`<span class="dim">skipped</span>` : nothing}
        </li>`,
    )}
  </ol>`;
}

/** What can be done with the report as a whole. */
export function actions(view: AuditView): Part {
  return html`<div class="actions" role="toolbar" aria-label="Report">
    ${
      view.audit.report.answer?.statement === ''
        ? nothing
        : html`<vscode-button
            secondary
            id="insert"
            title="Put the answer with its citations into the active editor"
            @click=${() => {
              view.act.send({ type: 'command', command: 'insertAnswer' });
            }}
            >Insert</vscode-button
          >`
    }
    <vscode-single-select
      id="export"
      label="Export the report as"
      aria-label="Export the report as"
      .value=${'export'}
      @change=${(event: Event) => {
        const target = event.currentTarget;
        if (target === null || !('value' in target)) return;
        const format = formats.find((entry) => entry.id === target.value)?.id;
        if (format !== undefined) view.act.sendOfAudit({ type: 'export', format });
        target.value = 'export';
      }}
    >
      <vscode-option value="export">Export…</vscode-option>
      ${formats.map((format) => html`<vscode-option value=${format.id}>${format.label}</vscode-option>`)}
    </vscode-single-select>
  </div>`;
}

const formats = [
  { id: 'html', label: 'HTML page' },
  { id: 'markdown', label: 'Markdown' },
  { id: 'json', label: 'JSON' },
  { id: 'sarif', label: 'SARIF' },
  { id: 'claim-review', label: 'ClaimReview' },
] as const;
