import { html, nothing } from 'lit';

import { t } from '../../src/base/language.ts';
import { hasAbstained, promiseWords } from '../../src/contract/answer-words.ts';
import { heatSection, probesSection, traceSection, trapSection } from './exploration.ts';
import { section } from './parts.ts';
import { certificateSection, draftsSection } from './support.ts';
import type { AuditView, Part } from './types.ts';

/** Formulas and diagnoses of an answer that was judged by its chance, out of the way of who only wants to read it. */
export function judgedSection(view: AuditView): Part {
  const { report, phase } = view.audit;
  if (phase === 'asking') return nothing;
  const promise = report.answer?.promise ?? null;
  const abstained = hasAbstained(report);
  return section(
    view,
    { id: 'judged', title: t('How this was judged') },
    () =>
      html`${promise === null ? nothing : html`<p>${promiseWords(promise)}</p>`} ${certificateSection(view)} ${probesSection(view)}
      ${abstained ? nothing : html`${heatSection(view)} ${trapSection(view)} ${draftsSection(view)}`} ${traceSection(view)}`,
  );
}
