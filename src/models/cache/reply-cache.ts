import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

/** A reply as it is kept, with what it cost when it was new. */
const keptSchema = z.object({
  version: z.literal(1),
  text: z.string(),
  logProbability: z.number().nullable(),
  promptTokens: z.number(),
  completionTokens: z.number(),
});
export type KeptReply = Omit<z.infer<typeof keptSchema>, 'version'>;

/** Above its bound the cache is emptied down to this share of it, the longest unused first. */
const emptiedTo = 0.8;
/** Replies written between two looks at the size. */
const writesBetweenLooks = 50;

/**
 * Replies of models on disk, a file each, named by what was asked. Whatever goes wrong with it - a damaged file, a full disk, a folder
 * that may not be written - costs a call and nothing else.
 */
export class ReplyCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  #writes = 0;
  #usable = true;

  /** @param folder absolute path; made when it is first needed */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** @param key hexadecimal hash of all that decides the reply */
  async get(key: string): Promise<KeptReply | null> {
    const file = this.#file(key);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return null;
    const kept = parse(text);
    if (kept === null) {
      await rm(file, { force: true }).catch(() => undefined);
      return null;
    }
    // Used again: it is not among the first to go.
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return kept;
  }

  async put(key: string, { text, logProbability, promptTokens, completionTokens }: KeptReply): Promise<void> {
    if (!this.#usable || this.#maxBytes === 0) return;
    const file = this.#file(key);
    const draft = `${file}.${process.pid}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      await mkdir(join(this.#folder, key.slice(0, 2)), { recursive: true });
      await writeFile(draft, JSON.stringify({ version: 1, text, logProbability, promptTokens, completionTokens }), { mode: 0o600 });
      await rename(draft, file);
    } catch {
      this.#usable = false;
      await rm(draft, { force: true }).catch(() => undefined);
      return;
    }
    this.#writes += 1;
    if (this.#writes % writesBetweenLooks === 1) await this.#shrink();
  }

  /** Takes the longest unused away while there is more than the bound. */
  async #shrink(): Promise<void> {
    const names = await readdir(this.#folder, { recursive: true }).catch(() => []);
    const files = (await Promise.all(names.filter((name) => /\.(?:json|tmp)$/.test(name)).map(async (name) => {
      const file = join(this.#folder, name);
      const found = await stat(file).catch(() => null);
      return found === null ? [] : [{ file, bytes: found.size, used: found.mtimeMs }];
    }))).flat();
    let bytes = files.reduce((sum, entry) => sum + entry.bytes, 0);
    if (bytes <= this.#maxBytes) return;
    for (const entry of files.sort((a, b) => a.used - b.used)) {
      if (bytes <= this.#maxBytes * emptiedTo) return;
      await rm(entry.file, { force: true }).catch(() => undefined);
      bytes -= entry.bytes;
    }
  }

  #file(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.json`);
  }
}

function parse(text: string): KeptReply | null {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
