/**
 * Every failure that a user may meet: a stable code for programs, a sentence for the user, and the next step to take.
 * Factories live beside the code that raises them; nobody matches on message text.
 */
export const errorCodes = [
  'usage',
  'cancelled',
  'question-empty',
  'question-too-long',
  'folder-missing',
  'folder-empty',
  'folder-unreadable',
  'index-missing',
  'index-unreadable',
  'index-locked',
  'index-unreachable',
  'index-forbidden',
  'disk-full',
  'document-missing',
  'document-unreadable',
  'document-changed',
  'model-unavailable',
  'model-failed',
  'model-reply-invalid',
  'model-budget-exhausted',
  'model-unauthorized',
  'model-rate-limited',
  'offline',
  'not-agreed',
  'settings-invalid',
  'report-invalid',
  'review-invalid',
  'engine-stopped',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export class LinchpinError extends Error {
  readonly code: ErrorCode;
  /** What the user can do about it: one sentence. */
  readonly next: string;

  constructor(code: ErrorCode, message: string, next: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LinchpinError';
    this.code = code;
    this.next = next;
  }
}

export function cancelled(): LinchpinError {
  return new LinchpinError('cancelled', 'The operation was cancelled.', 'Start it again when you are ready.');
}

/** @throws LinchpinError `cancelled` when the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled();
}

/** Anything thrown, as a LinchpinError: known ones as they are, aborts as `cancelled`, the rest as `internal`. */
export function toLinchpinError(error: unknown): LinchpinError {
  if (error instanceof LinchpinError) return error;
  if (error instanceof Error && error.name === 'AbortError') return cancelled();
  const message = error instanceof Error ? error.message : String(error);
  return new LinchpinError(
    'internal',
    `An internal fault stopped the work: ${message}`,
    'Run "Linchpin: Show Log" and report the last lines.',
    error,
  );
}
