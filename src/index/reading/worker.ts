import { parentPort } from 'node:worker_threads';

import { z } from 'zod';

import { lowerPriorityOfThread } from '../../base/priority.ts';
import { contentOf } from '../../documents/content.ts';
import type { ReadOptions } from '../../documents/read.ts';
import { openBundledEmbedder } from '../../models/bundled/embedder.ts';
import { buffersOf, columnsOf } from '../passage-columns.ts';
import { revisionOf } from '../revision.ts';
import { readForIndex } from './read.ts';

/** A thread of `pool.ts`: files come in one after the other, and go out as the index takes them up. */
const requestSchema = z.object({
  file: z.string(),
  path: z.string(),
  maxBytes: z.number(),
  known: z.object({ contentHash: z.string(), parser: z.string() }).nullable(),
});

lowerPriorityOfThread();

const none = new Map<string, Float32Array>();
const embedder = openBundledEmbedder();

/** This thread is the box. The time of a file is that of its reading: what comes after takes as long as its text. */
const content: NonNullable<ReadOptions['content']> = async (path, bytes) => {
  parentPort?.postMessage({ at: 'began' });
  try {
    return await contentOf(path, bytes);
  } finally {
    parentPort?.postMessage({ at: 'parsed' });
  }
};

// As in `documents/box-worker.ts`.
process.on('unhandledRejection', () => undefined);

parentPort?.on('message', (message: unknown) => {
  void reply(requestSchema.parse(message)).catch((error: unknown) => {
    parentPort?.postMessage({
      ok: false,
      status: 'failed',
      cause: 'unreadable',
      reason: error instanceof Error ? error.message : String(error),
    });
  });
});

async function reply(request: z.infer<typeof requestSchema>): Promise<void> {
  const read = await readForIndex(request, embedder, () => Promise.resolve(none), { content });
  if (!read.ok || read.passages === null || 'texts' in read.passages) {
    parentPort?.postMessage(read);
    return;
  }
  const revision = revisionOf({ path: request.path, contentHash: read.contentHash, parser: read.parser });
  const passages = columnsOf(read.passages, revision, embedder.dimensions);
  parentPort?.postMessage({ ...read, passages }, buffersOf(passages));
}
