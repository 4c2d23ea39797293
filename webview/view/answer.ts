import { html, nothing } from 'lit';

import { plural, say, shown, t } from '../../src/base/language.ts';
import { withheldWords } from '../../src/contract/basis.ts';
import { hasAbstained, isJudgedByChance } from '../../src/contract/answer-words.ts';
import type { Claim } from '../../src/contract/report.ts';
import { atoms } from './atoms.ts';
import { score, stageWords, statusWords } from './format.ts';
import { judgedAnswer } from './judged-answer.ts';
import { rejectedVerdict } from './rejected.ts';
import { icon, markerButton } from './parts.ts';
import type { AuditView, Part } from './types.ts';

/** The answer with its markers, then what can be said of it in one line. */
export function answer(view: AuditView): Part {
  const { report, phase, question, kind } = view.audit;
  const written = report.answer;
  const streaming = phase === 'asking';
  return html`<section class="answer" aria-label=${t('Answer')}>
    <p class="asked">${icon(kind === 'claim' ? 'quote' : 'comment')}<span dir="auto">${question}</span></p>
    ${written !== undefined && isJudgedByChance(report) ? judgedAnswer(view, written) : answerByQuality(view)}
    ${(report.notices ?? []).map((notice) => html`<p class="reason notice">${icon('warning')}${shown(notice)}</p>`)}
    ${report.basis === undefined ? nothing : withheldWords(report.basis).map((words) => html`<p class="reason dim">${t('Left out: {0}', words)}</p>`)}
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
    >${claim.supported || claim.atoms !== undefined ? nothing : html` <span class="flag" title=${shown(claim.reason ?? say`No evidence was found for it.`)}>${icon('warning')}${claim.verdict === 'refuted' ? t('the evidence says otherwise') : claim.verdict === 'entailed' ? t('its sentence is not shown') : t('unsupported')}</span>`}${citations.map(
      (citation) => markerButton(view, citation),
    )}`;
}

function verdict(view: AuditView): Part {
  const { report, kind } = view.audit;
  if (report.answer === undefined) return nothing;
  const rejected = rejectedVerdict(view);
  if (rejected !== null) return rejected;
  const { evidence, trap } = report;
  const { status, open } = report.answer;
  const isOpenClaim = kind === 'claim' && (status === 'not-enough-evidence' || status === 'uncertain');
  const words = statusWords(status, kind, open ?? (evidence?.minimal.length === 0 ? 'nothing' : undefined));
  const robustness = evidence?.certificate?.robustness ?? null;
  return html`<p class="verdict" id="verdict">
      <span class="status status-${report.answer.status}" title=${words.hint}>${icon(words.icon)}${words.text}</span>
      ${evidence === undefined || isOpenClaim ? nothing : html`<span title=${t('Calibrated quality of the minimal evidence; sufficient from the threshold on.')}>${t('quality {0} of {1} needed', score(evidence.quality), score(evidence.threshold))}</span>`}
      ${robustness === null ? nothing : html`<span title=${t('The fewest sources that must be wrong before no sufficient evidence is left.')}>${plural(robustness, 'falls if {0} source falls', 'falls if {0} sources fall')}</span>`}
      ${trap === undefined || trap === null ? nothing : html`<span title=${shown(trap.explanation)}>${trap.certified ? icon('shield') : nothing}${trap.certified ? t('trap: escape certified') : t('trap: not certified')}</span>`}
    </p>
    <p class="reason">${shown(report.answer.reason)}</p>`;
}

/** The stages as they run: what is done, what is under way. */
function stageList(view: AuditView): Part {
  return html`<ol class="stages" aria-label=${t('Progress')}>
    ${view.audit.stages.map(
      (stage) =>
        html`<li class="stage-${stage.state}">
          ${icon(stage.state === 'finished' ? 'check' : stage.state === 'skipped' ? 'dash' : 'loading', stage.state === 'started' ? 'codicon-modifier-spin' : '')}<span>${stageWords(stage.name)}</span>${stage.state === 'skipped' ? html`<span class="dim">${t('skipped')}</span>` : nothing}
        </li>`,
    )}
  </ol>`;
}

/** What can be done with the report as a whole. */
export function actions(view: AuditView): Part {
  return html`<div class="actions" role="toolbar" aria-label=${t('Report')}>
    ${
      view.audit.report.answer?.statement === ''
        ? nothing
        : html`<vscode-button
              secondary
              id="insert"
              title=${t('Put the answer with its citations into the active editor')}
              @click=${() => {
                view.act.send({ type: 'command', command: 'insertAnswer' });
              }}
              >${t('Insert')}</vscode-button
            >
            <vscode-button
              secondary
              id="copy"
              title=${t('Copy the answer with its citations')}
              @click=${() => {
                view.act.send({ type: 'command', command: 'copyAnswer' });
              }}
              >${t('Copy')}</vscode-button
            >`
    }
    <vscode-single-select
      id="export"
      label=${t('Export the report as')}
      aria-label=${t('Export the report as')}
      .value=${'export'}
      @change=${(event: Event) => {
        const target = event.currentTarget;
        if (target === null || !('value' in target)) return;
        const format = formats.find((entry) => entry.id === target.value)?.id;
        if (format !== undefined) view.act.sendOfAudit({ type: 'export', format });
        target.value = 'export';
      }}
    >
      <vscode-option value="export">${t('Export…')}</vscode-option>
      ${formats.map((format) => html`<vscode-option value=${format.id}>${format.id === 'html' ? t('HTML page') : format.label}</vscode-option>`)}
    </vscode-single-select>
  </div>`;
}

const formats = [
  { id: 'docx', label: 'Word' },
  { id: 'pdf', label: 'PDF' },
  { id: 'html', label: 'HTML page' },
  { id: 'markdown', label: 'Markdown' },
  { id: 'json', label: 'JSON' },
  { id: 'sarif', label: 'SARIF' },
  { id: 'claim-review', label: 'ClaimReview' },
] as const;
