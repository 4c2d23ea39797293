import { z } from 'zod';

import { canonicalJson, sha256 } from '../../base/hash.ts';
import type { Embedder } from '../ports.ts';
import type { CacheCounts } from './cached-chat.ts';
import { ContentCache } from './content-cache.ts';

/** Passages in one call from which on they are being indexed: the index keeps their vectors itself. */
const indexing = 256;

/** Vectors on disk: 32-bit floats, little end first, in base64. */
export class VectorCache extends ContentCache<string> {
  /** As `ContentCache`. */
  constructor(folder: string, maxBytes: number, warn?: (sentence: string) => void) {
    super(folder, maxBytes, z.base64(), warn);
  }
}

export interface CachedEmbedder extends Embedder {
  readonly counts: CacheCounts;
}

/** An embedder that is asked once for each text, role and profile; only what is not kept is sent. Errors are the embedder's. */
export function withVectorCache(embedder: Embedder, cache: VectorCache): CachedEmbedder {
  const counts = { hits: 0, misses: 0 };
  return {
    identity: embedder.identity,
    profileId: embedder.profileId,
    dimensions: embedder.dimensions,
    similarity: embedder.similarity,
    get counts() {
      return { ...counts };
    },
    async embed(texts, role, call) {
      if (role === 'passage' && texts.length >= indexing) return await embedder.embed(texts, role, call);
      const keys = texts.map((text) => keyOf(embedder, role, text));
      const found = new Map<string, Float32Array>();
      const wanted = new Map<string, string>();
      for (const [index, key] of keys.entries()) {
        if (found.has(key) || wanted.has(key)) continue;
        const vector = decode(await cache.get(key), embedder.dimensions);
        if (vector === null) wanted.set(key, texts[index] ?? '');
        else found.set(key, vector);
      }
      counts.hits += found.size;
      counts.misses += wanted.size;
      const vectors = wanted.size === 0 ? [] : await embedder.embed([...wanted.values()], role, call);
      for (const [index, key] of [...wanted.keys()].entries()) {
        const vector = vectors[index];
        if (vector === undefined) continue;
        found.set(key, vector);
        await cache.put(key, Buffer.from(Uint8Array.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))).toString('base64'));
      }
      // Callers own what they get: no two share an array.
      return keys.map((key) => Float32Array.from(found.get(key) ?? []));
    },
  };
}

function keyOf({ identity, profileId, dimensions }: Embedder, role: string, text: string): string {
  return sha256(canonicalJson({ model: { id: identity.id, provider: identity.provider, version: identity.version }, profileId, dimensions, role, text }));
}

function decode(text: string | null, dimensions: number): Float32Array | null {
  if (text === null) return null;
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return bytes.byteLength === 4 * dimensions ? new Float32Array(bytes.buffer) : null;
}
