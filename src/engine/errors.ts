import { ResponseError } from 'vscode-jsonrpc/node';

import { LinchpinError } from '../base/error.ts';
import { errorSchema, type WireError } from '../contract/error.ts';

/** JSON-RPC's range for errors of an application. */
const applicationError = -32000;

/** Code, sentence and next step travel; causes stay in the process that has them. */
export function toResponseError({ code, message, next }: LinchpinError): ResponseError<WireError> {
  return new ResponseError(applicationError, message, { code, message, next });
}

/** Null for an error that is not one of ours. */
export function fromResponseError(error: ResponseError<unknown>): LinchpinError | null {
  const parsed = errorSchema.safeParse(error.data);
  return parsed.success ? new LinchpinError(parsed.data.code, parsed.data.message, parsed.data.next, error) : null;
}
