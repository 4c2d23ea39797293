import type { ErrorCode, LinchpinError } from '../base/error.ts';
import type { AnswerStatus } from '../contract/report.ts';

/** The command line's exit codes: a contract with scripts. */
export const exitCodes = { answered: 0, failure: 1, usage: 2, notEnoughEvidence: 3, index: 4, model: 5, cancelled: 130 } as const;

export function exitCodeOf(error: LinchpinError): number {
  const code: ErrorCode = error.code;
  switch (code) {
    case 'usage':
    case 'question-empty':
    case 'question-too-long':
    case 'folder-missing':
    case 'settings-invalid':
      return exitCodes.usage;
    case 'cancelled':
      return exitCodes.cancelled;
    case 'index-missing':
    case 'index-unreadable':
    case 'index-locked':
    case 'index-unreachable':
    case 'index-forbidden':
    case 'not-agreed':
      return exitCodes.index;
    case 'model-unavailable':
    case 'model-failed':
    case 'model-reply-invalid':
    case 'model-budget-exhausted':
    case 'model-unauthorized':
    case 'model-rate-limited':
    case 'offline':
      return exitCodes.model;
    case 'folder-empty':
    case 'folder-unreadable':
    case 'disk-full':
    case 'document-missing':
    case 'document-unreadable':
    case 'document-changed':
    case 'report-invalid':
    case 'review-invalid':
    case 'engine-stopped':
    case 'internal':
      return exitCodes.failure;
  }
}

/** Refuted and conflicting are answers too: the evidence decided. What only may answer does not count as one. */
export function exitCodeOfStatus(status: AnswerStatus): number {
  return status === 'not-enough-evidence' || status === 'uncertain' ? exitCodes.notEnoughEvidence : exitCodes.answered;
}
