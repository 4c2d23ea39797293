import { parentPort } from 'node:worker_threads';

import { z } from 'zod';

import type { ExtractionReply } from './extract.ts';
import { formats } from './formats.ts';
import { loaders } from './formats/load.ts';
import { NotReadable } from './not-readable.ts';

const requestSchema = z.object({ format: z.string(), bytes: z.instanceof(Uint8Array) });

async function replyTo(message: unknown): Promise<ExtractionReply> {
  const { format: id, bytes } = requestSchema.parse(message);
  const format = formats.find((each) => each.id === id);
  if (format === undefined) return { ok: false, cause: 'kind-not-read', reason: 'this kind of file is not read' };
  try {
    const extract = await loaders[format.id]();
    return { ok: true, document: await extract(bytes) };
  } catch (error) {
    if (error instanceof NotReadable) return { ok: false, cause: error.leftOut, reason: error.message };
    const isDepth = error instanceof RangeError;
    return isDepth
      ? { ok: false, cause: 'over-limit', reason: 'it is nested deeper or larger than documents are' }
      : {
          ok: false,
          cause: 'damaged',
          reason: 'it is damaged in a way that its reader does not know: save it again with the program that made it',
        };
  }
}

// A library may let go of a promise that fails later, when another file is read: that one has nothing to do with it. What is waited for is told by
// `replyTo`, and what never comes by whoever waits.
process.on('unhandledRejection', () => undefined);

// One after the other: the port waits with the next message.
parentPort?.on('message', (message: unknown) => {
  void replyTo(message).then((reply) => {
    parentPort?.postMessage(reply);
  });
});
