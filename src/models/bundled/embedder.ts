import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { throwIfCancelled } from '../../base/error.ts';
import type { Embedder } from '../ports.ts';
import { modelsFolder, weightsVersion } from '../../inference/weights.ts';
import { encoderFiles, StaticEncoder } from './encoder.ts';
import { similarityProfile } from './similarity-profile.ts';

/** Texts encoded before the event loop gets a turn: about 5 ms of work. */
const batch = 64;

/** The static embedder that ships: a table of token vectors, no network, deterministic (models/static-embedder). */
export function createBundledEmbedder(models: string, encoder: StaticEncoder): Embedder {
  return {
    get identity() {
      const version = weightsVersion('embedder', encoderFiles(join(models, 'static-embedder')));
      return { id: 'linchpin/static-256', provider: 'bundled' as const, version, local: true };
    },
    profileId: `static${encoder.dimensions}v1`,
    dimensions: encoder.dimensions,
    similarity: similarityProfile(join(models, 'similarity')),
    async embed(texts, _role, { signal }) {
      const vectors: Float32Array[] = [];
      let memory = new Float32Array();
      for (const [at, text] of texts.entries()) {
        if (at % batch === 0) {
          if (at > 0) {
            await nextTurn();
            throwIfCancelled(signal);
          }
          // One piece of memory for a batch: each by itself is a piece outside the heap that must be collected by itself.
          memory = new Float32Array(Math.min(batch, texts.length - at) * encoder.dimensions);
        }
        const start = (at % batch) * encoder.dimensions;
        vectors.push(encoder.encode(text, memory.subarray(start, start + encoder.dimensions)));
      }
      return vectors;
    },
  };
}

/** The embedder without the other models: a thread that indexes needs no more. @throws LinchpinError `model-unavailable`. */
export function openBundledEmbedder(): Embedder {
  const folder = modelsFolder();
  return createBundledEmbedder(folder, new StaticEncoder(join(folder, 'static-embedder')));
}
