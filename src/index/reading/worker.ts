import { parentPort } from 'node:worker_threads';

import { z } from 'zod';

import { openBundledEmbedder } from '../../models/bundled/embedder.ts';
import { readForIndex } from './read.ts';

/** A thread of `pool.ts`: files come in one after the other, and go out as the index takes them up. */
const requestSchema = z.object({
  file: z.string(),
  path: z.string(),
  maxBytes: z.number(),
  known: z.object({ contentHash: z.string(), parser: z.string() }).nullable(),
});

const none = new Map<string, Float32Array>();
const embedder = openBundledEmbedder();

parentPort?.on('message', (message: unknown) => {
  void readForIndex(requestSchema.parse(message), embedder, () => Promise.resolve(none)).then((reply) => {
    parentPort?.postMessage(reply);
  });
});
