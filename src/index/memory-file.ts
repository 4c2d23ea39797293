import { appendFile, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { z } from 'zod';

import { unreadable } from './errors.ts';
import { indexedDocumentSchema, indexedPassageSchema } from './records.ts';
import type { StoredDocument } from './store.ts';
import type { IndexedDocument } from './types.ts';

const recordSchema = z.union([
  z.object({ document: indexedDocumentSchema, passages: z.array(z.object({ passage: indexedPassageSchema, vector: z.string() })) }),
  z.object({ noted: indexedDocumentSchema }),
  z.object({ removed: z.array(z.string()) }),
]);

export type MemoryRecord = StoredDocument | { readonly noted: IndexedDocument } | { readonly removed: readonly string[] };

/** Bytes written at once when a file is made anew. */
const chunk = 4 * 1024 * 1024;

/**
 * The file of an in-memory store: one JSON record a line, applied in order. A document is one line, so that a kill in the middle of
 * writing leaves it wholly out: the torn line at the end is not read, and the next writer cuts it off.
 */
export class MemoryFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Changes whenever the file does; null where there is none. */
  async key(): Promise<string | null> {
    const info = await stat(this.#path).catch(() => null);
    return info === null ? null : `${info.ino} ${info.size} ${info.mtimeMs}`;
  }

  /** null where there is none. */
  async modifiedAt(): Promise<Date | null> {
    return (await stat(this.#path).catch(() => null))?.mtime ?? null;
  }

  /** @throws LinchpinError `index-unreadable` when a line is damaged. */
  async read(): Promise<{ readonly records: MemoryRecord[]; readonly torn: boolean }> {
    try {
      const records: MemoryRecord[] = [];
      const bytes = await readFile(this.#path);
      for (const line of wholeLines(bytes)) records.push(decodeRecord(line));
      return { records, torn: bytes.length > 0 && bytes.at(-1) !== 0x0a };
    } catch (error) {
      throw unreadable(error);
    }
  }

  async append(records: readonly MemoryRecord[]): Promise<void> {
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      for (const record of records) await appendFile(this.#path, encodeRecord(record));
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Puts the records in the place of the file, whole or not at all. */
  async replace(records: Iterable<MemoryRecord>): Promise<void> {
    const draft = `${this.#path}.${process.pid}.tmp`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      const file = await open(draft, 'w');
      try {
        let text = '';
        for (const record of records) {
          text += encodeRecord(record);
          if (text.length < chunk) continue;
          await file.appendFile(text);
          text = '';
        }
        await file.appendFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#path);
    } catch (error) {
      throw unreadable(error);
    }
  }
}

/** Lines that end: by bytes, as a large file is longer than a string may be. */
function* wholeLines(bytes: Buffer): Generator<string> {
  for (let from = 0; ;) {
    const end = bytes.indexOf(0x0a, from);
    if (end < 0) return;
    yield bytes.toString('utf8', from, end);
    from = end + 1;
  }
}

function encodeRecord(record: MemoryRecord): string {
  if (!('passages' in record)) return `${JSON.stringify(record)}\n`;
  const passages = record.passages.map(({ passage, vector }) => ({
    passage,
    vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  }));
  return `${JSON.stringify({ document: record.document, passages })}\n`;
}

function decodeRecord(line: string): MemoryRecord {
  const record = recordSchema.parse(JSON.parse(line));
  if (!('passages' in record)) return record;
  return { document: record.document, passages: record.passages.map(({ passage, vector }) => ({ passage, vector: decodeVector(vector) })) };
}

function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
