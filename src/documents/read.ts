import { readFile, stat } from 'node:fs/promises';

import { sha256 } from '../base/hash.ts';
import type { LeftOutCause } from '../contract/left-out.ts';
import { decode } from './decode.ts';
import { LineIndex } from './cite.ts';
import { extractDocument } from './extract.ts';
import { formatOf, readerNameOf } from './formats.ts';
import { fileInside } from './inside.ts';
import { NotReadable } from './not-readable.ts';
import { parserOf } from './parsers.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { passagesOf } from './passages.ts';
import { evidenceSpans } from './spans.ts';
import type { EvidenceSpan, ParsedDocument, Passage } from './types.ts';
import { holdsPrivateKey, withheldReasons } from './withheld.ts';

export interface ReadDocument {
  readonly text: string;
  /** SHA-256 of the text. */
  readonly contentHash: string;
  /** `id@version` of the parser. */
  readonly parser: string;
  readonly title: string;
  readonly spans: readonly EvidenceSpan[];
  readonly passages: readonly Passage[];
  readonly lines: LineIndex;
}

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

/** Text as a document: the pure part. `path` chooses the parser. */
export function parseDocument(path: string, text: string): ReadDocument | null {
  const parser = parserOf(path);
  if (parser === undefined) return null;
  return documentOf(path, parser.parse(text));
}

/** A parsed or extracted text as a document. */
function documentOf(path: string, parsed: ParsedDocument): ReadDocument {
  const { text } = parsed;
  const spans = evidenceSpans(parsed);
  const fallback = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[-_]+/g, ' ');
  return {
    text,
    contentHash: sha256(text),
    parser: readerNameOf(path),
    title: parsed.title ?? fallback,
    spans,
    passages: passagesOf(spans),
    lines: new LineIndex(text),
  };
}

/**
 * Reads and parses one file. A file that changes while it is read is read again. Never throws for what is wrong with the file.
 * @param file absolute path
 * @param path for parsers and reports: relative to the workspace
 */
export async function readDocument(file: string, path: string, maxBytes = defaultMaxBytes): Promise<ReadResult> {
  const format = formatOf(path);
  if (parserOf(path) === undefined && format === undefined) return kindNotRead;
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
      if (format !== undefined) {
        const document = documentOf(path, await extractDocument(format, bytes));
        return { ok: true, document, encoding: null, bytes: after.size, modifiedMs: after.mtimeMs };
      }
      const decoded = decode(bytes);
      if (decoded.kind === 'binary') return { ok: false, status: 'skipped', cause: 'not-text', reason: 'a binary file' };
      const document = parseDocument(path, decoded.text);
      if (document === null) return kindNotRead;
      if (holdsPrivateKey(parserOf(path)?.id ?? '', decoded.text))
        return { ok: false, status: 'skipped', cause: 'secret', reason: withheldReasons.secret };
      return { ok: true, document, encoding: decoded.encoding, bytes: after.size, modifiedMs: after.mtimeMs };
    }
    return { ok: false, status: 'failed', cause: 'unreadable', reason: 'the file kept changing while it was read' };
  } catch (error) {
    if (error instanceof NotReadable) return { ok: false, status: 'skipped', cause: error.leftOut, reason: error.message };
    return { ok: false, status: 'failed', cause: 'unreadable', reason: reasonOf(error) };
  }
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
