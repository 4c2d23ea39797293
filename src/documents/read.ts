import { readFile, stat } from 'node:fs/promises';

import { LinchpinError } from '../base/error.ts';
import type { LeftOutCause } from '../contract/left-out.ts';
import { contentInBox, extractDocument } from './box.ts';
import { LineIndex } from './cite.ts';
import { decode } from './decode.ts';
import type { DocumentContent, ReadDocument } from './document.ts';
import { formatOf } from './formats.ts';
import { fileInside } from './inside.ts';
import { NotReadable } from './not-readable.ts';
import { parserOf } from './parsers.ts';
import type { DocumentRoots } from '../base/roots.ts';

/** Why a file is not taken up, in words for the user. */
export interface NotRead {
  /** `failed` may go better another time; what was `skipped` stays so until the file or a setting changes. */
  readonly status: 'skipped' | 'failed';
  readonly cause: LeftOutCause;
  readonly reason: string;
}

export type ReadResult =
  | {
      readonly ok: true;
      readonly document: ReadDocument;
      /** The encoding that the bytes were decoded with, by its WHATWG name; null for formats that are not text. */
      readonly encoding: string | null;
      readonly bytes: number;
      readonly modifiedMs: number;
    }
  | ({ readonly ok: false } & NotRead);

export const defaultMaxBytes = 50 * 1024 * 1024;
const attempts = 3;

export interface ReadOptions {
  /** The size limit, 50 MB where not said. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
  /** What parses: `contentInBox`; a thread that is a box itself has its own. @throws NotReadable; LinchpinError `cancelled` */
  readonly content?: (path: string, bytes: Uint8Array, signal: AbortSignal | undefined) => Promise<DocumentContent>;
}

/**
 * Reads and parses one file. A file that changes while it is read is read again. Never throws for what is wrong with the file.
 * @param file absolute path
 * @param path for parsers and reports: relative to the workspace
 * @throws LinchpinError `cancelled`
 */
export async function readDocument(file: string, path: string, options: ReadOptions = {}): Promise<ReadResult> {
  const { maxBytes = defaultMaxBytes, signal, content = inBox } = options;
  if (parserOf(path) === undefined && formatOf(path) === undefined) return kindNotRead;
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = await stat(file);
      if (!before.isFile()) return { ok: false, status: 'skipped', cause: 'unreadable', reason: 'not a regular file' };
      if (before.size > maxBytes)
        return {
          ok: false,
          status: 'skipped',
          cause: 'too-large',
          reason: `${megabytes(before.size)} MB; at most ${megabytes(maxBytes)} MB are read (setting linchpin.index.maxFileSize)`,
        };
      const bytes = await readFile(file);
      const after = await stat(file);
      if (after.mtimeMs !== before.mtimeMs || after.size !== before.size || bytes.length !== after.size) continue;
      const { encoding, ...document } = await content(path, bytes, signal);
      return {
        ok: true,
        document: { ...document, lines: new LineIndex(document.text) },
        encoding,
        bytes: after.size,
        modifiedMs: after.mtimeMs,
      };
    }
    return { ok: false, status: 'failed', cause: 'unreadable', reason: 'the file kept changing while it was read' };
  } catch (error) {
    if (error instanceof LinchpinError) throw error;
    if (error instanceof NotReadable) return { ok: false, status: 'skipped', cause: error.leftOut, reason: error.message };
    return { ok: false, status: 'failed', cause: 'unreadable', reason: reasonOf(error) };
  }
}

async function inBox(path: string, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<DocumentContent> {
  return await contentInBox(path, bytes, { signal });
}

const kindNotRead = { ok: false, status: 'skipped', cause: 'kind-not-read', reason: 'this kind of file is not read' } as const;

/**
 * The document's text as it is now, in which citations count: decoded, or as its extractor writes it. null when it is gone, cannot be
 * read, or is not in the folder.
 * @param path relative to the folder; one that leaves it, by `..` or by a link, is not read
 */
export async function readText(roots: DocumentRoots, path: string): Promise<string | null> {
  const file = await fileInside(roots, path);
  if (file === null) return null;
  try {
    const bytes = await readFile(file);
    const format = formatOf(path);
    if (format !== undefined) return (await extractDocument(format, bytes)).text;
    const decoded = decode(bytes);
    return decoded.kind === 'text' ? decoded.text : null;
  } catch {
    return null;
  }
}

/** The document as it is now, read as it is for the index; null as of `readText`. */
export async function readParsed(roots: DocumentRoots, path: string, signal?: AbortSignal): Promise<ReadDocument | null> {
  const file = await fileInside(roots, path);
  if (file === null) return null;
  const read = await readDocument(file, path, { maxBytes: Infinity, signal });
  return read.ok ? read.document : null;
}

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'no permission to read it';
  if (code === 'ENOENT') return 'it has gone since it was listed';
  if (code === 'ELOOP') return 'its links lead in a circle';
  return error instanceof Error ? error.message : String(error);
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0);
}
