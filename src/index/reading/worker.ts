import { parentPort } from 'node:worker_threads';

import { z } from 'zod';

import { lowerPriorityOfThread } from '../../base/priority.ts';
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

parentPort?.on('message', (message: unknown) => {
  const request = requestSchema.parse(message);
  void readForIndex(request, embedder, () => Promise.resolve(none)).then((reply) => {
    if (!reply.ok || reply.passages === null || 'texts' in reply.passages) {
      parentPort?.postMessage(reply);
      return;
    }
    const revision = revisionOf({ path: request.path, contentHash: reply.contentHash, parser: reply.parser });
    const passages = columnsOf(reply.passages, revision, embedder.dimensions);
    parentPort?.postMessage({ ...reply, passages }, buffersOf(passages));
  });
});
