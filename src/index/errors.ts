import { LinchpinError } from '../base/error.ts';

export function indexMissing(cause?: unknown): LinchpinError {
  return new LinchpinError(
    'index-missing',
    'This folder has no index yet.',
    'Run "Linchpin: Index Workspace", or "linchpin index DIR".',
    cause,
  );
}

/** What object storage said, or that it said nothing; null where the fault is another. */
function unreachable(message: string, cause: unknown): LinchpinError | null {
  if (/NoSuchBucket|bucket does not exist/i.test(message))
    return new LinchpinError(
      'index-unreachable',
      'The bucket of the shared index does not exist.',
      'Check its name in linchpin.index.location or --index-dir, and the address and region after the question mark; or have the bucket made.',
      cause,
    );
  if (
    /AWS credentials|CredentialsNotLoaded|InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|ExpiredToken|\b40[13] (?:Forbidden|Unauthorized)|status(?: code)?:? 40[13]\b/i.test(
      message,
    )
  )
    return new LinchpinError(
      'index-forbidden',
      'The shared index cannot be read or written with the credentials that were found, or none were found.',
      'Of s3:// set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, of db:// LANCEDB_API_KEY; reading needs the right to list and get, indexing also to put and delete.',
      cause,
    );
  if (
    /error sending request|HTTP error|Connection refused|dns error|operation timed out|\b50[0-4] [A-Z]|SlowDown|ServiceUnavailable|error decoding response body/.test(
      message,
    )
  )
    return new LinchpinError(
      'index-unreachable',
      'The server of the shared index does not answer.',
      'Check the network and the address of the server, then try again; what was indexed before is kept.',
      cause,
    );
  return null;
}

/** What a store or the disk threw, as `index-unreadable`, `disk-full`, or of a shared index `index-unreachable` or `index-forbidden`, with the step that helps; a LinchpinError as it is. */
export function unreadable(error: unknown): LinchpinError {
  if (error instanceof LinchpinError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const far = unreachable(message, error);
  if (far !== null) return far;
  if (/no space left|os error 28|ENOSPC/i.test(message))
    return new LinchpinError(
      'disk-full',
      'The disk is full: the index could not be written.',
      'Free some space and index again; what was indexed before is kept.',
      error,
    );
  if (/permission denied|read-only file system|os error (?:13|30)\b|EACCES|EPERM|EROFS/i.test(message)) {
    return new LinchpinError(
      'index-unreadable',
      'There is no permission to read or write the index.',
      'Choose another place with the setting linchpin.index.location or the variable LINCHPIN_INDEX_DIR, or mend the permissions.',
      error,
    );
  }
  return new LinchpinError(
    'index-unreadable',
    'The index cannot be read or written.',
    'Run "Linchpin: Rebuild Index", or "linchpin index DIR --rebuild".',
    error,
  );
}

/** @param broken by what cannot be searched: `words`, `vectors` */
export function searchDamaged(broken: readonly string[]): LinchpinError {
  return new LinchpinError(
    'index-unreadable',
    `The search structures of the index (_indices) are damaged: it does not answer rightly by ${broken.join(' and ')}.`,
    'Run "Linchpin: Rebuild Index", or "linchpin index DIR --rebuild".',
  );
}
