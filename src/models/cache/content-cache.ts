import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

/** A look at the size empties the cache down to this share of its bound, the longest unused first. */
const emptiedTo = 0.8;
/** There is a look at the first write and whenever this share of the bound was written since the last. */
const looksAfter = 0.1;
/** Failed writes in a row after which this process writes no more. One may be another process's clean-up. */
const failuresBorne = 3;

/**
 * Values on disk, a file each, named by a hash of all that decides them. Whatever goes wrong - a damaged file, a full disk, a folder that
 * may not be written, another process at the same files - costs the value and nothing else.
 */
export class ContentCache<T> {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #entry: z.ZodType<{ version: 2; value: T }>;
  readonly #warn: (sentence: string) => void;
  #unlooked = Number.POSITIVE_INFINITY;
  #failures = 0;

  /**
   * @param folder absolute path; made when it is first needed
   * @param warn told at most once, when nothing can be kept
   */
  constructor(folder: string, maxBytes: number, schema: z.ZodType<T>, warn: (sentence: string) => void = () => undefined) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#entry = z.object({ version: z.literal(2), value: schema });
    this.#warn = warn;
  }

  /** @param key hexadecimal SHA-256 */
  async get(key: string): Promise<T | null> {
    const file = this.#file(key);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return null;
    const kept = parse(text, this.#entry);
    if (kept === null) {
      await rm(file, { force: true }).catch(() => undefined);
      return null;
    }
    // Used again: it is not among the first to go.
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return kept.value;
  }

  async put(key: string, value: T): Promise<void> {
    if (this.#failures >= failuresBorne) return;
    const text = JSON.stringify({ version: 2, value });
    const size = Buffer.byteLength(text);
    if (size > this.#maxBytes * (1 - emptiedTo)) return;
    const file = this.#file(key);
    const draft = `${file}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      await mkdir(join(this.#folder, key.slice(0, 2)), { recursive: true, mode: 0o700 });
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, file);
      this.#failures = 0;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      this.#failures += 1;
      if (this.#failures === failuresBorne)
        this.#warn(`Replies of models cannot be kept in ${this.#folder}: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    this.#unlooked += size;
    if (this.#unlooked <= this.#maxBytes * looksAfter) return;
    this.#unlooked = 0;
    await this.#shrink();
  }

  /** Takes the longest unused away while more is kept than the bound less what may be written until the next look. */
  async #shrink(): Promise<void> {
    const names = await readdir(this.#folder, { recursive: true }).catch(() => []);
    const files: { file: string; bytes: number; used: number }[] = [];
    for (const name of names.filter((each) => /\.(?:json|tmp)$/.test(each))) {
      const file = join(this.#folder, name);
      const found = await stat(file).catch(() => null);
      if (found !== null) files.push({ file, bytes: found.size, used: found.mtimeMs });
    }
    let bytes = files.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes <= this.#maxBytes * (1 - looksAfter)) return;
    for (const entry of files.sort((a, b) => a.used - b.used || (a.file < b.file ? -1 : 1))) {
      if (bytes <= this.#maxBytes * emptiedTo) return;
      await rm(entry.file, { force: true }).catch(() => undefined);
      bytes -= entry.bytes;
    }
  }

  #file(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.json`);
  }
}

function parse<T>(text: string, schema: z.ZodType<T>): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
