import type { Worker } from 'node:worker_threads';

import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { sha256 } from '../base/hash.ts';
import { startWorker } from '../base/worker.ts';
import { leftOutCauseSchema } from '../contract/left-out.ts';
import type { DocumentFormat } from './formats.ts';
import { NotReadable } from './not-readable.ts';
import type { ParsedDocument } from './types.ts';

/** For one file. A machine that is busy with other things reads a long PDF file in a tenth of this. */
const longest = 120_000;
const mostMegabytes = 1024;
/** A worker that has had nothing to do for this long is let go, with its memory. */
const idle = 20_000;

/** What the last documents gave, by their bytes: an audit cuts many quotes from one file. */
const extracted = new LRUCache<string, ParsedDocument>({
  max: 100,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ text }) => text.length + 1,
});

/** Calls after so many milliseconds, unless it is silenced before. */
type Alarm = (ms: number, call: () => void) => () => void;

const clock: Alarm = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => {
    clearTimeout(timer);
  };
};

const extractionReplySchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    document: z.custom<ParsedDocument>((value) => typeof value === 'object' && value !== null && 'blocks' in value),
  }),
  z.object({ ok: z.literal(false), cause: leftOutCauseSchema, reason: z.string() }),
]);
export type ExtractionReply = z.infer<typeof extractionReplySchema>;

/**
 * Text and blocks of a document that is not text. It is read in a thread of its own, as long as it takes at most and with as much memory:
 * a file that is made to do harm stops that thread and nothing else. One file at a time; the same bytes are read once.
 * @param limits the time in milliseconds, and who tells it
 * @throws NotReadable
 */
export async function extractDocument(
  format: DocumentFormat,
  bytes: Uint8Array,
  limits: { readonly ms?: number; readonly alarm?: Alarm } = {},
): Promise<ParsedDocument> {
  const key = `${format.id}@${format.version} ${sha256(bytes)}`;
  const known = extracted.get(key);
  if (known !== undefined) return known;
  const turn = queue.then(() => inWorker(format.id, bytes, limits.ms ?? longest, limits.alarm ?? clock));
  queue = turn.catch(() => undefined);
  const document = await turn;
  extracted.set(key, document);
  return document;
}

let queue: Promise<unknown> = Promise.resolve();
let worker: Worker | null = null;
let resting: NodeJS.Timeout | undefined;

async function inWorker(format: string, bytes: Uint8Array, ms: number, alarm: Alarm): Promise<ParsedDocument> {
  clearTimeout(resting);
  const thread = (worker ??= startThread());
  thread.ref();
  const stop = (): void => {
    if (worker === thread) worker = null;
    void thread.terminate();
  };
  try {
    const reply = extractionReplySchema.parse(await answerOf(thread, { format, bytes }, ms, alarm));
    if (reply.ok) return reply.document;
    throw new NotReadable(reply.cause, reply.reason);
  } catch (error) {
    // A reply of "not readable" leaves the thread as it was; anything else does not.
    if (!(error instanceof NotReadable) || error.leftOut === 'over-limit' || error.cause !== undefined) stop();
    throw error;
  } finally {
    thread.unref();
    resting = setTimeout(() => {
      if (worker === thread) stop();
    }, idle).unref();
  }
}

/** The thread's next message. @throws NotReadable `over-limit`, `damaged` when there is none */
async function answerOf(thread: Worker, request: unknown, ms: number, alarm: Alarm): Promise<unknown> {
  let cleanUp = (): void => undefined;
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const silence = alarm(ms, () => {
        reject(new NotReadable('over-limit', `it took longer than ${Math.round(ms / 1000)} seconds to read`));
      });
      const onError = (error: Error): void => {
        const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(
          isMemory
            ? new NotReadable('over-limit', `it needs more than ${mostMegabytes} MB of memory to read`, error)
            : new NotReadable('damaged', 'it made its reader fail: save it again with the program that made it', error),
        );
      };
      const onExit = (): void => {
        reject(new NotReadable('over-limit', 'its reader stopped'));
      };
      thread.on('message', resolve).on('error', onError).on('exit', onExit);
      // One by one: a Worker has listeners of its own.
      cleanUp = () => {
        silence();
        thread.off('message', resolve).off('error', onError).off('exit', onExit);
      };
      thread.postMessage(request);
    });
  } finally {
    cleanUp();
  }
}

function startThread(): Worker {
  const options = { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes }, stdout: true, stderr: true };
  // A thread that was given up may still fail.
  return startWorker(new URL('./extract-worker.ts', import.meta.url), 'documents-worker.mjs', options).on('error', () => undefined);
}
