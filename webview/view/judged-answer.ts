import { html, nothing } from 'lit';

import { shown } from '../../src/base/language.ts';
import {
  abstainedWords,
  chanceWords,
  hasAbstained,
  mayAnswerWords,
  promiseWords,
  shownParts,
  type ShownPart,
} from '../../src/contract/answer-words.ts';
import type { AuditReport } from '../../src/contract/report.ts';
import { statusWords } from './format.ts';
import { rejectedVerdict } from './rejected.ts';
import { icon, markerButton } from './parts.ts';
import type { AuditView, Part } from './types.ts';

/** An answer that was judged by its chance of being right: in words, with the words that answer marked, and how often such answers are right. */
export function judgedAnswer(view: AuditView, answer: AuditReport['answer']): Part {
  const { report } = view.audit;
  if (hasAbstained(report)) {
    const some = (report.evidence?.minimal.length ?? 0) > 0;
    return html`<p class="verdict" id="verdict">${some ? abstainedWords() : shown(answer.reason)}</p>`;
  }
  const parts = shownParts(report);
  const short = answer.short ?? '';
  return html`${answer.status === 'uncertain' && rejectedVerdict(view) === null ? html`<h2 class="calm" id="verdict">${mayAnswerWords(answer)}</h2>` : nothing}
  ${short === '' ? nothing : html`<p class="answer-short" dir="auto">${short}</p>`}
  ${
    parts.length === 0
      ? html`<p class="answer-text" dir="auto">${answer.statement}</p>`
      : html`<div class=${short === '' ? 'answer-body alone' : 'answer-body'}>${parts.map((part) => sentence(view, part))}</div>`
  }
  ${verdict(view, answer)}`;
}

/** lit sets each piece as text, so that a document's markup stays words. */
function sentence(view: AuditView, { spanId, quote, marker, pieces }: ShownPart): Part {
  return html`<p dir="auto">
    ${pieces.map(({ text, marked }) => (marked ? html`<mark>${text}</mark>` : text))}${marker === null ? nothing : markerButton(view, { spanId, marker, quote })}
  </p>`;
}

function verdict(view: AuditView, { status, chance, promise, reason, either }: AuditReport['answer']): Part {
  const rejected = rejectedVerdict(view);
  if (rejected !== null) return rejected;
  const often = typeof chance === 'number' ? html`<span>${chanceWords(chance, either)}</span>` : nothing;
  // The heading has said it, and the reason for uncertainty is the chance itself.
  if (status === 'uncertain') return html`<p class="reason">${often}</p>`;
  const words = statusWords(status);
  const hint = status === 'supported' && promise !== null && promise !== undefined ? promiseWords(promise) : words.hint;
  return html`<p class="verdict" id="verdict">
      <span class="status status-${status}" title=${hint}>${icon(words.icon)}${words.text}</span>${often}
    </p>
    <p class="reason">${shown(reason)}</p>`;
}
