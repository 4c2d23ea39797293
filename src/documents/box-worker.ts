import { parentPort } from 'node:worker_threads';

import { z } from 'zod';

import type { BoxReply } from './box.ts';
import { blocksOf, contentOf } from './content.ts';
import { NotReadable } from './not-readable.ts';

const requestSchema = z.object({ what: z.enum(['blocks', 'content']), path: z.string(), bytes: z.instanceof(Uint8Array) });

async function replyTo(message: unknown): Promise<BoxReply> {
  const { what, path, bytes } = requestSchema.parse(message);
  try {
    return what === 'blocks'
      ? { ok: true, what, document: await blocksOf(path, bytes) }
      : { ok: true, what, document: await contentOf(path, bytes) };
  } catch (error) {
    if (error instanceof NotReadable) return { ok: false, cause: error.leftOut, reason: error.message };
    throw error;
  }
}

// A library may let go of a promise that fails later, when another file is read: that one has nothing to do with it. What is waited for is told by
// `replyTo`, and what never comes by whoever waits.
process.on('unhandledRejection', () => undefined);

// One after the other: the port waits with the next message.
parentPort?.on('message', (message: unknown) => {
  parentPort?.postMessage({ at: 'began' });
  void replyTo(message)
    .then((reply) => {
      parentPort?.postMessage(reply);
    })
    .catch(() => {
      // Too large to be handed over.
      parentPort?.postMessage({ ok: false, cause: 'over-limit', reason: new NotReadable('over-limit', 'its reader stopped').message });
    });
});
