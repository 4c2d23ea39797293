import { say } from '../../base/language.ts';
import { LinchpinError } from '../../base/error.ts';

/** How one attempt failed. */
export interface Failure {
  readonly kind: 'refused' | 'unreachable' | 'silent' | 'late' | 'cut' | 'too-large' | 'unreadable';
  /** HTTP status of a refusal; null for the rest. */
  readonly status: number | null;
  /** What the server said. It may quote the request, so it is read here and shown to nobody. */
  readonly said: string;
  /** A system's error code such as ECONNREFUSED, or the server's own such as insufficient_quota; empty where there is none. */
  readonly code: string;
  /** Milliseconds; null where the server does not say. */
  readonly retryAfterMs: number | null;
  readonly retryable: boolean;
}

/** Thrown by whoever reads a reply that is not what the protocol promises. */
export class BrokenReply extends Error {
  readonly kind: 'cut' | 'unreadable';

  constructor(kind: 'cut' | 'unreadable') {
    super(kind);
    this.kind = kind;
  }
}

/** The text that was sent is longer than the model reads. */
export function isTooLong(said: string): boolean {
  return /context[_ ](?:length|size|window)|maximum context|exceed\w* (?:the )?(?:available )?context|input is too (?:large|long)|too many tokens|prompt is too long|larger than the context|physical batch size/i.test(
    said,
  );
}

/** A refusal, as a failure. */
export function refusal(status: number, said: string, retryAfterMs: number | null, shouldRetry: string | null): Failure {
  const code = safeWord(/"code"\s*:\s*"([^"]*)"/.exec(said)?.[1] ?? '');
  // An account without credit has none in a minute either.
  const transient =
    (status === 408 || status === 409 || status === 429 || status >= 500) && status !== 501 && code !== 'insufficient_quota';
  return { kind: 'refused', status, said, code, retryAfterMs, retryable: shouldRetry === 'true' || (shouldRetry !== 'false' && transient) };
}

/** Any other failure of an attempt. */
export function failure(kind: Exclude<Failure['kind'], 'refused'>, code = ''): Failure {
  const lasting = kind === 'too-large' || kind === 'late' || /^ENOTFOUND$|CERT|^ERR_TLS/.test(code);
  return { kind, status: null, said: '', code, retryAfterMs: null, retryable: !lasting };
}

/** The system's code of a connection that failed, wherever in the chain of causes it is. */
export function connectionCode(error: unknown): string {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 6; inner = inner.cause, depth += 1) {
    if ('code' in inner && typeof inner.code === 'string' && inner.code !== '') return safeWord(inner.code);
  }
  return '';
}

/** Codes are shown, so nothing but a code may pass as one. */
function safeWord(text: string): string {
  return /^[\w.-]{1,48}$/.test(text) ? text : '';
}

export interface Asked {
  /** Host and port. */
  readonly host: string;
  /** The model's name at the server; empty where no model is asked. */
  readonly model: string;
  readonly seconds: number;
}

const chooseModels = say`Run "Linchpin: Choose Models" and take another.`;

/** A failure in the words of the user. Neither the key nor anything that was sent is in it. */
export function failureError(problem: Failure, { host, model, seconds }: Asked): LinchpinError {
  const which = model === '' ? '' : ` (${model})`;
  switch (problem.kind) {
    case 'unreachable':
      return new LinchpinError(
        'model-unavailable',
        `The model server ${host} cannot be reached${problem.code === '' ? '' : ` (${problem.code})`}.`,
        'Start the server, and check linchpin.models.server.url with "Linchpin: Test Connection to Model Server".',
      );
    case 'silent':
      return new LinchpinError(
        'model-unavailable',
        `The model server ${host} stopped answering${which}.`,
        'Look at the server, or choose a smaller model with "Linchpin: Choose Models".',
      );
    case 'late':
      return new LinchpinError(
        'model-unavailable',
        `The model server ${host} took longer than ${seconds} seconds${which}.`,
        'Raise linchpin.models.server.timeout, or choose a faster model.',
      );
    case 'cut':
      return new LinchpinError(
        'model-failed',
        `The model server ${host} broke off in the middle of a reply${which}.`,
        'Look at the log of the server, and try again.',
      );
    case 'too-large':
      return new LinchpinError('model-failed', `The model server ${host} sent a reply that is far too long${which}.`, chooseModels);
    case 'unreadable':
      return new LinchpinError(
        'model-failed',
        `The model server ${host} sent a reply that is not of the OpenAI protocol${which}.`,
        'Check linchpin.models.server.url: for most servers it ends in /v1.',
      );
    case 'refused':
      return refusalError(problem, host, model, which);
  }
}

function refusalError({ status, said, code, retryAfterMs }: Failure, host: string, model: string, which: string): LinchpinError {
  const reason = code === '' ? '' : `, ${code}`;
  if (status === 401 || status === 403) {
    return new LinchpinError(
      'model-unauthorized',
      `The model server ${host} refuses the API key${which} (HTTP ${status}${reason}).`,
      'Run "Linchpin: Set API Key".',
    );
  }
  if (status === 429) {
    const wait = retryAfterMs === null ? '' : `; Retry-After: ${Math.ceil(retryAfterMs / 1000)} s`;
    const next =
      code === 'insufficient_quota'
        ? say`Look at the plan and the credit of the account.`
        : say`Wait a little and try again, or choose another model.`;
    return new LinchpinError(
      'model-rate-limited',
      `The model server ${host} has had too many requests${which} (HTTP 429${reason})${wait}.`,
      next,
    );
  }
  if (status === 404 && (model === '' || !/model/i.test(said))) {
    return new LinchpinError(
      'model-unavailable',
      `The model server ${host} has no such address (HTTP 404).`,
      'Check linchpin.models.server.url: for most servers it ends in /v1.',
    );
  }
  if (status === 404) {
    return new LinchpinError('model-unavailable', `The model server ${host} has no model ${model} (HTTP 404${reason}).`, chooseModels);
  }
  if (isTooLong(said)) {
    return new LinchpinError(
      'model-failed',
      `The text is longer than ${model} reads at once at ${host}.`,
      'Give the model a longer context at the server, or lower linchpin.audit.passages.',
    );
  }
  if (status !== null && status >= 300 && status < 400) {
    return new LinchpinError(
      'model-failed',
      `The model server ${host} points to another address (HTTP ${status}), and text is sent to no address but the one that is set.`,
      'Set linchpin.models.server.url to the address that the server really has.',
    );
  }
  if (status !== null && (status >= 500 || status === 408 || status === 409)) {
    return new LinchpinError(
      'model-unavailable',
      `The model server ${host} failed${which} (HTTP ${status}${reason}).`,
      'Look at the log of the server, and try again.',
    );
  }
  return new LinchpinError(
    'model-failed',
    `The model server ${host} refused the request${which} (HTTP ${status ?? 'unknown'}${reason}).`,
    chooseModels,
  );
}
