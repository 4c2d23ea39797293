import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { sha256 } from '../base/hash.ts';
import { startWorker } from '../base/worker.ts';
import { leftOutCauseSchema } from '../contract/left-out.ts';
import type { DocumentContent } from './document.ts';
import type { DocumentFormat } from './formats.ts';
import { readingLimits, timeFor } from './limits.ts';
import { NotReadable } from './not-readable.ts';
import { type Alarm, ReaderThreads } from './reader-threads.ts';
import type { ParsedDocument } from './types.ts';

/** One that hangs for its time keeps nobody else waiting. */
const mostThreads = 2;
/** Threads that have had nothing to do for this long are let go, with their memory. Milliseconds. */
const idle = 20_000;

/** What the last documents gave, by their bytes: an audit cuts many quotes from one file. */
const extracted = new LRUCache<string, ParsedDocument>({
  max: 100,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ text }) => text.length + 1,
});

function holds(key: string): (value: unknown) => boolean {
  return (value) => typeof value === 'object' && value !== null && key in value;
}

const replySchema = z.union([
  z.object({ ok: z.literal(true), what: z.literal('blocks'), document: z.custom<ParsedDocument>(holds('blocks')) }),
  z.object({
    ok: z.literal(true),
    what: z.literal('content'),
    document: z.custom<DocumentContent>(holds('passages')),
  }),
  z.object({ ok: z.literal(false), cause: leftOutCauseSchema, reason: z.string() }),
]);
export type BoxReply = z.infer<typeof replySchema>;

export interface BoxOptions {
  /** Milliseconds; by the size of the file where not said. */
  readonly ms?: number;
  readonly alarm?: Alarm;
  readonly signal?: AbortSignal | undefined;
}

const threads = new ReaderThreads(
  () =>
    startWorker(new URL('./box-worker.ts', import.meta.url), 'documents-worker.mjs', {
      resourceLimits: { maxOldGenerationSizeMb: readingLimits.megabytes },
      stdout: true,
      stderr: true,
    }),
  mostThreads,
);
let resting: NodeJS.Timeout | undefined;

/**
 * A file's content as a document. It is read in a thread of its own, as long as it takes at most and with as much memory: a file that is made to do
 * harm stops that thread and nothing else.
 * @throws NotReadable; LinchpinError `cancelled`
 */
export async function contentInBox(path: string, bytes: Uint8Array, options: BoxOptions = {}): Promise<DocumentContent> {
  const reply = await asked({ what: 'content', path, bytes }, options);
  if (!reply.ok) throw new NotReadable(reply.cause, reply.reason);
  if (reply.what !== 'content') throw new TypeError('not what was asked for');
  return reply.document;
}

/**
 * Text and blocks of a document that is not text, read in the same way; the same bytes are read once.
 * @throws NotReadable; LinchpinError `cancelled`
 */
export async function extractDocument(format: DocumentFormat, bytes: Uint8Array, options: BoxOptions = {}): Promise<ParsedDocument> {
  const key = `${format.id}@${format.version} ${sha256(bytes)}`;
  const known = extracted.get(key);
  if (known !== undefined) return known;
  const reply = await asked({ what: 'blocks', path: `a${format.extensions[0] ?? ''}`, bytes }, options);
  if (!reply.ok) throw new NotReadable(reply.cause, reply.reason);
  if (reply.what !== 'blocks') throw new TypeError('not what was asked for');
  extracted.set(key, reply.document);
  return reply.document;
}

async function asked(
  request: { readonly what: string; readonly path: string; readonly bytes: Uint8Array },
  options: BoxOptions,
): Promise<BoxReply> {
  clearTimeout(resting);
  try {
    return replySchema.parse(await threads.ask(request, { ...options, ms: options.ms ?? timeFor(request.bytes.length) }));
  } finally {
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (!threads.isBusy) void threads.letGo();
    }, idle).unref();
  }
}
