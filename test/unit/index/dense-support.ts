import type { SentenceVectors } from '../../../src/index/sentence-vectors.ts';
import { encodePassages, type EncodeOptions } from '../../../src/index/encode-passages.ts';
import type { IndexStore } from '../../../src/index/store.ts';
import type { IndexProgress } from '../../../src/contract/progress.ts';
import type { Encoded } from '../../../src/contract/encoded.ts';
import { sha256 } from '../../../src/base/hash.ts';
import type { Embedder } from '../../../src/models/ports.ts';

export const width = 64;

/** What a text's words are, each a direction drawn from its hash: deterministic, and near where words are shared. No weights. */
export function fakeVector(text: string): Float32Array {
  const vector = new Float32Array(width);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const bytes = Buffer.from(sha256(word), 'hex');
    for (let at = 0; at < width; at += 1)
      vector[at] = (vector[at] ?? 0) + (bytes[at % 32] ?? 0) / 128 - 1 + ((bytes[(at * 7) % 32] ?? 0) % 5) / 10;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The stand-in for the sentence encoder, and how many passages it was given. */
export function fakeEncoder(
  onPassage: (text: string) => void | Promise<void> = () => undefined,
): Embedder & { readonly passages: () => number } {
  let passages = 0;
  return {
    identity: { id: 'test/sentences', provider: 'bundled', version: '1', local: true },
    profileId: 'test-sentences',
    dimensions: width,
    similarity: { toReference: (cosine) => cosine },
    passages: () => passages,
    async embed(texts, role) {
      if (role === 'passage')
        for (const text of texts) {
          passages += 1;
          await onPassage(text);
        }
      return texts.map(fakeVector);
    },
  };
}

export const noNative = (): Promise<never> => Promise.reject(new Error('not on this platform'));
export const always = (): Promise<boolean> => Promise.resolve(true);

/** One whole pass, under the lock. */
export async function encodeAll(
  store: IndexStore,
  vectors: SentenceVectors,
  encoder: Embedder,
  options: EncodeOptions = {},
  onProgress?: (progress: IndexProgress) => void,
): Promise<Encoded> {
  const lock = await vectors.lock();
  try {
    return await encodePassages(store, vectors, encoder, lock.confirm, options, onProgress);
  } finally {
    await lock.release();
  }
}
