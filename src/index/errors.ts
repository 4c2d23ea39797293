import { LinchpinError } from '../base/error.ts';

export function indexMissing(cause?: unknown): LinchpinError {
  return new LinchpinError(
    'index-missing',
    'This folder has no index yet.',
    'Run "Linchpin: Index Workspace", or "linchpin index DIR".',
    cause,
  );
}

/** What a store or the disk threw, as `index-unreadable` or `disk-full` with the step that helps; a LinchpinError as it is. */
export function unreadable(error: unknown): LinchpinError {
  if (error instanceof LinchpinError) return error;
  const message = error instanceof Error ? error.message : String(error);
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
