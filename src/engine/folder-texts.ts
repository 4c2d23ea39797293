import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { sha256 } from '../base/hash.ts';
import { readText } from '../documents/read.ts';
import { type DocumentRoots, placeIn } from '../base/roots.ts';

/** Texts that are kept at hand, in characters. */
const keptCharacters = 20_000_000;

export interface FolderText {
  readonly text: string;
  /** SHA-256 of the text. */
  readonly contentHash: string;
}

/** Documents of a folder as they are now, each read and hashed again only when its file's time or size has changed. */
export class FolderTexts {
  readonly #roots: DocumentRoots;
  readonly #texts = new LRUCache<string, { readonly stamp: string; readonly text: string }>({
    maxSize: keptCharacters,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  /** Small, so that all are kept. */
  readonly #hashes = new Map<string, { readonly stamp: string; readonly hash: Promise<string | null> }>();

  constructor(roots: DocumentRoots) {
    this.#roots = roots;
  }

  /** null where the document is gone, cannot be read, or is not in the folder. */
  async text(path: string): Promise<FolderText | null> {
    const stamp = await this.#stamp(path);
    if (stamp === null) return null;
    const known = this.#texts.get(path);
    const text = known?.stamp === stamp ? known.text : await readText(this.#roots, path);
    if (text === null) return null;
    if (known?.stamp !== stamp) this.#texts.set(path, { stamp, text });
    const hashed = this.#hashes.get(path);
    const contentHash = (hashed?.stamp === stamp ? await hashed.hash : null) ?? sha256(text);
    this.#hashes.set(path, { stamp, hash: Promise.resolve(contentHash) });
    return { text, contentHash };
  }

  /** Content hash of each document; null where there is none to read. */
  async hashes(paths: readonly string[]): Promise<Map<string, string | null>> {
    return new Map(await Promise.all(paths.map(async (path): Promise<[string, string | null]> => [path, await this.#hash(path)])));
  }

  async #hash(path: string): Promise<string | null> {
    const stamp = await this.#stamp(path);
    if (stamp === null) return null;
    const known = this.#hashes.get(path);
    if (known?.stamp === stamp) return await known.hash;
    const hash = readText(this.#roots, path).then((text) => (text === null ? null : sha256(text)));
    this.#hashes.set(path, { stamp, hash });
    return await hash;
  }

  async #stamp(path: string): Promise<string | null> {
    const place = placeIn(this.#roots, path);
    const found = place === null ? null : await stat(join(place.folder, place.path)).catch(() => null);
    return found?.isFile() === true ? `${found.mtimeMs} ${found.size}` : null;
  }
}
