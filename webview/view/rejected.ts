import { html } from 'lit';

import { t } from '../../src/base/language.ts';
import { rejectedWords, restsOnRejected } from '../../src/contract/rejected.ts';
import { statusWords } from './format.ts';
import { icon } from './parts.ts';
import type { AuditView } from './types.ts';

/** In the verdict's place where the reader, or all reviewers, rejected what it rests on; null where it stands. */
export function rejectedVerdict({ audit }: AuditView): ReturnType<typeof html> | null {
  const { answer, evidence } = audit.report;
  const { reviews } = audit;
  if (answer === undefined || evidence === undefined) return null;
  const isMine = (spanId: string): boolean => reviews[spanId]?.mine === 'rejected';
  if (!restsOnRejected({ answer, evidence }, (spanId) => isMine(spanId) || reviews[spanId]?.verdict === 'rejected')) return null;
  const by = evidence.minimal.some(({ spanId }) => isMine(spanId)) ? 'you' : 'reviewers';
  return html`<p class="verdict" id="verdict">
      <span class="status status-withdrawn"
        >${icon('circle-slash')}${rejectedWords(statusWords(answer.status, audit.kind, answer.open).text, by)}</span
      >
    </p>
    <p class="reason">${t('Nothing that is left is sufficient.')}</p>`;
}
